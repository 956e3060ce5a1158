package dev.tenure.store.redis.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * A script the server runs whole or not at all; it is sent once, and then called by its hash.
 *
 * @param text what the server runs
 * @param sha what it is called by
 */
public record Script(String text, String sha) {
    public static final Script CLAIM = onRecord("claim");
    public static final Script RENEW = onRecord("renew");
    public static final Script RELEASE = onRecord("release");
    public static final Script INSPECT = onRecord("inspect");
    public static final Script ATTEND = onRecord("attend");
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
