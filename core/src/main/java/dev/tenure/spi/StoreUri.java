package dev.tenure.spi;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The address of a store: {@code scheme:rest?key=value&key=value}.
 *
 * <p>It may hold passwords. {@link #toString} shows none, and no message of a refusal quotes more than the scheme.
 *
 * @param scheme the technology, in lower case
 * @param rest what stands between the scheme and the parameters, as written
 * @param parameters the parameters, decoded
 */
public record StoreUri(String scheme, String rest, Map<String, String> parameters) {
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
            throw new IllegalArgumentException("the store has no scheme: write SCHEME:…, such as file:DIR");
        }
        int question = text.indexOf('?');
        String rest = text.substring(colon + 1, question < 0 ? text.length() : question);
        String query = question < 0 ? "" : text.substring(question + 1);
        boolean mayBePassword = rest.startsWith("//") && rest.indexOf('@') < 0;
        return new StoreUri(text.substring(0, colon), rest, parametersOf(query, mayBePassword));
    }

    /** A password with a question mark in it looks like the beginning of parameters, but then an @ follows. */
    private static Map<String, String> parametersOf(String query, boolean mayBePassword) {
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
            if (mayBePassword
                    && pair.indexOf('@') >= 0
                    && !pair.substring(equals + 1).matches("(?s)[a-z]+://.*")) {
                throw new IllegalArgumentException("store parameter " + number
                        + " has an @ in it: write %40 for it, and %3F for a ? in a password");
            }
            String key = decode(pair.substring(0, equals));
            if (parameters.put(key, decode(pair.substring(equals + 1))) != null) {
                throw new IllegalArgumentException("store parameter '" + RedactedUri.key(key) + "' is given twice");
            }
        }
        return parameters;
    }

    /**
     * Returns the text with percent escapes resolved.
     *
     * @throws IllegalArgumentException if one is malformed; neither it nor its cause quotes a text that may be a
     *     password
     */
    public static String decode(String text) {
        try {
            return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException quotesIt) {
            throw new IllegalArgumentException(
                    "the store's address has a % that begins no escape: write %25 for a percent sign");
        }
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
                throw new IllegalArgumentException("the " + scheme + " store has no parameter '"
                        + RedactedUri.key(key) + "'; "
                        + (allowed.isEmpty() ? "it takes none" : "it knows " + String.join(", ", allowed)));
            }
        }
        return this;
    }

    /**
     * Returns a parameter that is an address of a web server.
     *
     * @throws IllegalArgumentException if it is none, or more than that: a user or a password has no business there
     */
    public Optional<URI> address(String key) {
        String text = parameters.get(key);
        if (text == null) {
            return Optional.empty();
        }
        URI address = URI.create("");
        try {
            address = new URI(text);
        } catch (URISyntaxException quotesIt) {
            // Then it is none.
        }
        if (address.getHost() == null || !String.valueOf(address.getScheme()).matches("https?")) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " is no address: write one like https://HOST[:PORT]");
        }
        if (address.getRawUserInfo() != null || address.getRawQuery() != null || address.getRawFragment() != null) {
            throw new IllegalArgumentException("the parameter " + key
                    + " is an address with a user or parameters, which are of no use there: write https://HOST[:PORT]");
        }
        return Optional.of(address);
    }

    /** Returns the URI for people: without user and password, and with the values of harmless parameters only. */
    @Override
    public String toString() {
        return RedactedUri.of(this);
    }
}
