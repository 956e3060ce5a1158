package dev.tenure.store.file;

import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.LeaseFormat;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.RecordWriter;
import dev.tenure.store.support.RosterEntryFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Writes and reads the files of the store: flat JSON objects that people can read, each with a format number. */
final class RecordFormat {
    private static final int FORMAT = 1;
    private static final String DATED = "beatsByDate";

    private RecordFormat() {}

    /**
     * The content of a record.
     *
     * @param sighting its meaning to the engine
     * @param liveness the liveness file of its holder, or null if it names none
     */
    record Parsed(Sighting sighting, @Nullable LivenessReference liveness) {}

    /**
     * The content of a file in a roster.
     *
     * @param entry the roster entry
     * @param liveness the liveness file of the process that wrote it, or null if it names none
     * @param dated whether the date of the file shows later beats: see {@link BeatDate}
     */
    record ParsedEntry(RosterEntry entry, @Nullable LivenessReference liveness, boolean dated) {}

    /** Returns the bytes of a record; no two calls return the same. */
    static byte[] write(String election, Sighting record, @Nullable LivenessReference liveness) {
        return pretty(out -> {
            out.text("election", election);
            LeaseFormat.write(out, record);
            LivenessReference.write(out, liveness);
            out.text("write", UUID.randomUUID().toString());
        });
    }

    /** Reads a record; one that cannot be read is a {@link Sighting.Unreadable}, never an exception. */
    static Parsed read(String election, StoredRecord record) {
        try {
            return read(
                    record.content(),
                    fields -> new Parsed(sighting(election, fields, record.version()), LivenessReference.read(fields)));
        } catch (UnreadableRecordException e) {
            long token = e.readable().tokenOrZero("token");
            return new Parsed(new Sighting.Unreadable(e.problem(), token, record.version()), null);
        }
    }

    private static Sighting sighting(String election, RecordFields fields, String version) {
        fields.requireElection(election);
        return LeaseFormat.read(fields, election, version);
    }

    /** Returns the liveness file that a record names, or null if it names none or cannot be read. */
    static @Nullable LivenessReference liveness(StoredRecord record) {
        try {
            return LivenessReference.read(FlatJson.<RecordFields>read(record.content(), fields -> fields));
        } catch (UnreadableRecordException e) {
            return null;
        }
    }

    /** Returns the bytes of a candidate's entry in a roster. */
    static byte[] write(RosterEntry entry, @Nullable LivenessReference liveness, boolean dated) {
        return pretty(out -> {
            RosterEntryFormat.write(out, entry);
            if (dated) {
                out.flag(DATED, true);
            }
            LivenessReference.write(out, liveness);
        });
    }

    /** Reads a candidate's entry in a roster. */
    static ParsedEntry readEntry(byte[] content) throws UnreadableRecordException {
        return read(
                content,
                fields -> new ParsedEntry(
                        RosterEntryFormat.read(fields),
                        LivenessReference.read(fields),
                        fields.has(DATED) && fields.flag(DATED)));
    }

    /** Returns an object with one field on each line. */
    static byte[] pretty(Consumer<RecordWriter> fields) {
        return FlatJson.pretty(out -> fields.accept(out.number("format", FORMAT)))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Returns an object on one line, without a line break. */
    static byte[] line(Consumer<RecordWriter> fields) {
        return FlatJson.compact(out -> fields.accept(out.number("format", FORMAT)))
                .getBytes(StandardCharsets.UTF_8);
    }

    /** Reads an object of the known format. */
    static <T> T read(byte[] content, Function<RecordFields, T> reader) throws UnreadableRecordException {
        return FlatJson.read(content, fields -> {
            fields.requireFormat(FORMAT);
            return reader.apply(fields);
        });
    }
}
