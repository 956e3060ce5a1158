package dev.tenure.store.redis.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A Lua script. It is sent to a server once and then called by its hash; the server runs it completely or not at all.
 *
 * @param text the Lua source
 * @param sha the SHA-1 hash of the source, by which EVALSHA calls it
 */
public record Script(String text, String sha) {
    public static final Script CLAIM = onRecord("claim");
    public static final Script RENEW = onRecord("renew");
    public static final Script RELEASE = onRecord("release");
    public static final Script INSPECT = onRecord("inspect");
    public static final Script ATTEND = onRecord("attend");
    public static final Script BATON = onRecord("baton");
    public static final Script SUBMIT = of(resource("submit"));
    public static final Script APPEND = of(resource("append"));

    private static Script onRecord(String name) {
        return of(resource("record") + resource(name));
    }

    private static Script of(String text) {
        return new Script(text, Sha1.hex(text.getBytes(StandardCharsets.UTF_8)));
    }

    private static String resource(String name) {
        try (InputStream in = Objects.requireNonNull(Script.class.getResourceAsStream(name + ".lua"), name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException("the script " + name + " cannot be read from the jar", e);
        }
    }
}
