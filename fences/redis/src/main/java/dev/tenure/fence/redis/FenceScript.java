package dev.tenure.fence.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Objects;

/** The text of the fence in Lua, as a script and as a library of functions. */
final class FenceScript {
    static final String FUNCTION = "tenure_fence";

    private static final String BODY = read();
    static final String SCRIPT = BODY + "return fence(KEYS, ARGV)\n";
    static final String LIBRARY =
            "#!lua name=" + FUNCTION + "\n" + BODY + "redis.register_function('" + FUNCTION + "', fence)\n";
    static final String SHA1 = sha1(SCRIPT);

    private FenceScript() {}

    private static String read() {
        try (InputStream in = Objects.requireNonNull(FenceScript.class.getResourceAsStream("fence.lua"))) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String sha1(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-1");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-1", e);
        }
    }
}
