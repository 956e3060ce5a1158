package dev.tenure.spi;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The address of a store: {@code scheme:rest?key=value&key=value}.
 *
 * @param scheme the technology, in lower case
 * @param rest what stands between the scheme and the parameters, as written
 * @param parameters the parameters, decoded
 */
public record StoreUri(String scheme, String rest, Map<String, String> parameters) {
    private static final Pattern SECRET = Pattern.compile("(?i)pass|secret|token|credential");

    public StoreUri {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /**
     * Reads a URI.
     *
     * @throws IllegalArgumentException if it is none
     */
    public static StoreUri parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 1 || !text.substring(0, colon).matches("[a-z][a-z0-9+.-]*")) {
            throw new IllegalArgumentException("store '" + text.replaceFirst("(?s)[:?].*", "…")
                    + "' has no scheme: write SCHEME:…, such as file:DIR");
        }
        int question = text.indexOf('?');
        String rest = text.substring(colon + 1, question < 0 ? text.length() : question);
        String query = question < 0 ? "" : text.substring(question + 1);
        return new StoreUri(text.substring(0, colon), rest, parametersOf(query));
    }

    private static Map<String, String> parametersOf(String query) {
        Map<String, String> parameters = new TreeMap<>();
        int number = 0;
        for (String pair : query.split("&", -1)) {
            number++;
            if (pair.isEmpty()) {
                continue;
            }
            int equals = pair.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("store parameter " + number
                        + " is not of the form key=value; a ? that begins no parameters is written %3F");
            }
            String key = decode(pair.substring(0, equals));
            if (parameters.put(key, decode(pair.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("store parameter '" + key + "' is given twice");
            }
        }
        return parameters;
    }

    /** Returns the text with percent escapes resolved. */
    public static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * Refuses parameters other than these.
     *
     * @throws IllegalArgumentException naming the known ones
     */
    public StoreUri allowing(String... known) {
        TreeSet<String> allowed = new TreeSet<>(java.util.List.of(known));
        for (String key : parameters.keySet()) {
            if (!allowed.contains(key)) {
                throw new IllegalArgumentException("the " + scheme + " store has no parameter '" + key + "'; "
                        + (allowed.isEmpty() ? "it takes none" : "it knows " + String.join(", ", allowed)));
            }
        }
        return this;
    }

    /** Returns the URI as text, without its passwords. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(redact(scheme + ":" + rest));
        String separator = "?";
        for (Map.Entry<String, String> parameter : parameters.entrySet()) {
            boolean secret = SECRET.matcher(parameter.getKey()).find();
            text.append(separator).append(parameter.getKey()).append('=');
            text.append(secret ? "***" : parameter.getValue());
            separator = "&";
        }
        return text.toString();
    }

    /** A password may hold anything, also unescaped: it ends at the last @ there is. */
    private static String redact(String text) {
        return text.replaceFirst("(?s)(//[^:/@]*):.*@", "$1:***@");
    }
}
