package dev.tenure.store.file;

import dev.tenure.spi.RosterEntry;
import org.jspecify.annotations.Nullable;

/** How an entry of a roster looks: a flat JSON object that people can read. */
final class EnrolmentFormat {
    private static final int FORMAT = 1;

    private EnrolmentFormat() {}

    /**
     * What a file says.
     *
     * @param enrolment the entry
     * @param liveness the sign of life of the process that wrote it, or null if it names none
     */
    record Parsed(RosterEntry enrolment, @Nullable LivenessReference liveness) {}

    static byte[] write(RosterEntry entry, @Nullable LivenessReference liveness) {
        return FieldWriter.lines(FORMAT, json -> {
            FieldWriter.identity(json, entry.candidate());
            json.writeNumberField("priority", entry.priority());
            json.writeStringField("version", entry.version());
            json.writeBooleanField("able", entry.able());
            json.writeNumberField("leads", entry.leads());
            json.writeNumberField("beat", entry.heartbeat().number());
            json.writeStringField("at", entry.heartbeat().at().toString());
            json.writeStringField("validFor", entry.heartbeat().validFor().toString());
            FieldWriter.liveness(json, liveness);
        });
    }

    static Parsed read(byte[] content) throws GarbageException {
        return Fields.read(content, fields -> new Parsed(enrolment(fields), fields.liveness()));
    }

    private static RosterEntry enrolment(Fields fields) {
        fields.requireFormat(FORMAT);
        RosterEntry.Heartbeat heartbeat =
                new RosterEntry.Heartbeat(fields.number("beat"), fields.instant("at"), fields.duration("validFor"));
        return new RosterEntry(
                fields.identity(),
                fields.smallNumber("priority"),
                fields.text("version"),
                fields.isTrue("able"),
                fields.smallNumber("leads"),
                heartbeat);
    }
}
