package dev.tenure.store.file;

import dev.tenure.spi.Request;

/** How a request looks: a flat JSON object that people can read. */
final class RequestFormat {
    private static final int FORMAT = 1;

    private RequestFormat() {}

    static byte[] write(Request request) {
        return FieldWriter.lines(FORMAT, json -> {
            json.writeStringField("election", request.election());
            json.writeNumberField("token", request.token());
            FieldWriter.optional(json, "successor", request.successor());
            json.writeStringField("by", request.by());
            json.writeStringField("at", request.at().toString());
        });
    }

    static Request read(String election, byte[] content) throws GarbageException {
        return Fields.read(content, fields -> {
            fields.requireFormat(FORMAT);
            if (!fields.text("election").equals(election)) {
                throw new IllegalArgumentException("it is of the election '" + fields.text("election") + "'");
            }
            return new Request(
                    election,
                    fields.number("token"),
                    fields.optional("successor"),
                    fields.text("by"),
                    fields.instant("at"));
        });
    }
}
