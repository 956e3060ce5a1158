package dev.tenure.store.support;

import dev.tenure.spi.Request;

/** The fields of a request: {@code election}, {@code token}, {@code successor}, {@code by}, {@code at}. */
public final class RequestFormat {
    private RequestFormat() {}

    public static void write(RecordWriter out, Request request) {
        out.text("election", request.election())
                .number("token", request.token())
                .text("successor", request.successor())
                .text("by", request.by())
                .instant("at", request.at());
    }

    /** Reads a request; throws an {@link IllegalArgumentException} if a field is missing or wrong. */
    public static Request read(RecordFields fields, String election) {
        fields.requireElection(election);
        return new Request(
                election, fields.number("token"), fields.find("successor"), fields.instant("at"), fields.text("by"));
    }
}
