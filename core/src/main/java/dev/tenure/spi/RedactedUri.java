package dev.tenure.spi;

import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Shows the address of a store without its secrets. It goes by structure: hosts, ports, the path and the values of
 * parameters that are known to be harmless are shown, and everything else is hidden, whatever it is called.
 */
final class RedactedUri {
    private static final String HIDDEN = "***";

    /** Parameters whose values say where a store is, or how it is used, and open nothing. */
    private static final Set<String> HARMLESS = Set.of(
            "application-name",
            "client-name",
            "create",
            "db",
            "election",
            "endpoint",
            "goneli",
            "grace",
            "group",
            "path-style",
            "poll-only",
            "prefix",
            "probe",
            "profile",
            "protocol",
            "rate",
            "region",
            "replicas",
            "schema",
            "session-timeout",
            "shared",
            "shared-lease",
            "shared-renew",
            "shared-skew",
            "sslmode",
            "static-member",
            "takeover-delay",
            "takeover-delay-after-resign",
            "timeout",
            "tls");

    private static final String HOST = "(?:\\[[0-9a-fA-F:.%]+]|[\\w.%-]+)(?::\\d{1,5})?";
    private static final Pattern AUTHORITY =
            Pattern.compile("//(.*@)?(" + HOST + "(?:," + HOST + ")*)(/[^@]*)?", Pattern.DOTALL);
    private static final Pattern NESTED =
            Pattern.compile("([a-z][a-z0-9+.-]*:)(//.*)", Pattern.DOTALL | Pattern.CASE_INSENSITIVE);
    private static final Pattern KEY = Pattern.compile("[a-zA-Z][a-zA-Z0-9._-]{0,40}");

    private RedactedUri() {}

    static String of(StoreUri uri) {
        StringBuilder text = new StringBuilder(uri.scheme() + ":" + rest(uri));
        String separator = "?";
        for (Map.Entry<String, String> parameter : uri.parameters().entrySet()) {
            text.append(separator).append(key(parameter.getKey())).append('=');
            text.append(HARMLESS.contains(parameter.getKey()) ? value(parameter.getValue()) : HIDDEN);
            separator = "&";
        }
        return PrintableText.of(text.toString());
    }

    /** Returns a parameter's name for people, unless it may be a part of something else. */
    static String key(String key) {
        return KEY.matcher(key).matches() ? key : HIDDEN;
    }

    private static String rest(StoreUri uri) {
        if (uri.scheme().equals("file")) {
            return uri.rest();
        }
        if (uri.rest().startsWith("//")) {
            return hostsAndPath(uri.rest());
        }
        return uri.rest().matches("(?s).*[@:].*") ? HIDDEN : uri.rest();
    }

    /** A password may hold anything, also unescaped: it ends at the last @ there is. */
    private static String hostsAndPath(String text) {
        Matcher parts = AUTHORITY.matcher(text);
        if (!parts.matches()) {
            return HIDDEN;
        }
        String path = parts.group(3);
        return "//" + (parts.group(1) == null ? "" : HIDDEN + "@") + parts.group(2) + (path == null ? "" : path);
    }

    /** An address inside an address is shown without its user and its parameters. */
    private static String value(String value) {
        String address = value.replaceFirst("(?s)[?#].*", "");
        Matcher nested = NESTED.matcher(address);
        if (value.indexOf('@', address.length()) < 0 && nested.matches()) {
            return nested.group(1) + hostsAndPath(nested.group(2));
        }
        return value.matches("(?s).*[@:].*") ? HIDDEN : value;
    }
}
