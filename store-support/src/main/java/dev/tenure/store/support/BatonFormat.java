package dev.tenure.store.support;

import dev.tenure.spi.Baton;
import java.util.Base64;

/** The fields of a baton: {@code election}, {@code token}, {@code number}, {@code content} in Base64. */
public final class BatonFormat {
    /** The field of the version, in a store that must find it in the content. */
    public static final String VERSION = "version";

    private BatonFormat() {}

    public static void write(RecordWriter out, String election, Baton baton) {
        out.text("election", election)
                .number("token", baton.token())
                .number("number", baton.number())
                .text("content", Base64.getEncoder().encodeToString(baton.content()));
    }

    /** Reads a baton; throws an {@link IllegalArgumentException} if a field is missing or wrong. */
    public static Baton read(RecordFields fields, String election, String version) {
        fields.requireElection(election);
        byte[] content = Base64.getDecoder().decode(fields.text("content"));
        return new Baton(fields.number("token"), fields.number("number"), content, version);
    }
}
