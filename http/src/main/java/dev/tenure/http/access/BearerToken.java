package dev.tenure.http.access;

import com.sun.net.httpserver.HttpExchange;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** A secret that requests must carry, compared in constant time. */
public final class BearerToken {
    private static final int SHORTEST = 16;
    private static final int LONGEST = 1024;
    private static final Pattern TOKEN = Pattern.compile("[A-Za-z0-9._~+/-]+=*");
    private static final String SCHEME = "bearer ";

    private final byte[] digest;

    private BearerToken(byte[] digest) {
        this.digest = digest;
    }

    /**
     * Creates a bearer token; messages never quote it.
     *
     * @throws IllegalArgumentException if it is too short to be a secret, or cannot be sent
     */
    public static BearerToken of(String token) {
        if (token.length() < SHORTEST || token.length() > LONGEST) {
            throw new IllegalArgumentException("the bearer token has " + token.length() + " characters, and must have "
                    + SHORTEST + " to " + LONGEST + ": make one with 'openssl rand -hex 32'");
        }
        if (!TOKEN.matcher(token).matches()) {
            throw new IllegalArgumentException(
                    "the bearer token has characters that a header cannot carry: use letters,"
                            + " digits and ._~+/-, as in 'openssl rand -hex 32'");
        }
        return new BearerToken(digest(token));
    }

    /** Tells whether a request carries this token exactly once. */
    public boolean isCarriedBy(HttpExchange exchange) {
        List<String> sent = exchange.getRequestHeaders().get("Authorization");
        if (sent == null || sent.size() != 1) {
            return false;
        }
        String header = sent.get(0);
        boolean bearer = header.length() > SCHEME.length()
                && header.substring(0, SCHEME.length()).toLowerCase(Locale.ROOT).equals(SCHEME);
        return bearer && is(header.substring(SCHEME.length()).strip());
    }

    /** Tells whether a text is this token. */
    public boolean is(String text) {
        return MessageDigest.isEqual(digest, digest(text));
    }

    /** Digests have one length, so the time of a comparison does not reveal the length of the secret. */
    private static byte[] digest(String token) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every JDK has SHA-256", impossible);
        }
    }
}
