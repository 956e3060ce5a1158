package dev.tenure.store.kafka.log;

import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.log.LogRecord.Asked;
import dev.tenure.store.kafka.log.LogRecord.Attendance;
import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Departure;
import dev.tenure.store.kafka.log.LogRecord.Foreign;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.LeaseFormat;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.RecordWriter;
import dev.tenure.store.support.RequestFormat;
import dev.tenure.store.support.RosterEntryFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.header.Header;

/**
 * The format of the log: each record is a JSON object without a key, and {@code tenure} says what it is.
 *
 * <p>Records have no keys, so brokers refuse them where the topic is compacted: compaction would delete records that
 * count, and keep void ones. Names of rosters are headers, since one entry is for many of them.
 */
final class RecordFormat {
    private static final String KIND = "tenure";
    private static final String TERM = "term";
    private static final String RESET = "reset";
    private static final String CHECKPOINT = "checkpoint";
    private static final String CHECKPOINT_END = "checkpoint-end";
    private static final String MEMBER = "member";
    private static final String LEFT = "left";
    private static final String REQUEST = "request";
    private static final String ID = "id";
    private static final String ELECTION = "election";
    private static final String STATE = "state";
    private static final String UNREADABLE = "unreadable";
    private static final String ROSTER = "roster";

    private final String topic;

    RecordFormat(String topic) {
        this.topic = topic;
    }

    /** Returns an id that no other record has. */
    static String newId() {
        return UUID.randomUUID().toString();
    }

    ProducerRecord<byte[], byte[]> write(LogRecord record) {
        ProducerRecord<byte[], byte[]> written =
                new ProducerRecord<>(topic, 0, null, bytes(FlatJson.compact(out -> write(out, record))));
        for (String roster : rosters(record)) {
            written.headers().add(ROSTER, bytes(roster));
        }
        return written;
    }

    private static List<String> rosters(LogRecord record) {
        if (record instanceof Attendance attendance) {
            return attendance.rosters();
        }
        return record instanceof Departure departure ? departure.rosters() : List.of();
    }

    private static void write(RecordWriter out, LogRecord record) {
        if (record instanceof Proposal proposal) {
            out.text(KIND, TERM).text(ID, proposal.id()).text(ELECTION, proposal.election());
            out.text("replaces", proposal.replaces().text());
            LeaseFormat.write(out, proposal.content());
        } else if (record instanceof Reset reset) {
            out.text(KIND, RESET).text(ID, reset.id()).number("end", reset.end());
        } else if (record instanceof CheckpointPart part) {
            out.text(KIND, CHECKPOINT).text(CHECKPOINT, part.checkpoint()).text(ELECTION, part.election());
            out.text("present", part.version().text());
            write(out, part.content());
        } else if (record instanceof CheckpointEnd end) {
            out.text(KIND, CHECKPOINT_END)
                    .text(CHECKPOINT, end.checkpoint())
                    .text("asOf", end.asOf().text());
            out.number("parts", end.parts()).text("absent", end.absent().text());
        } else if (record instanceof Attendance attendance) {
            out.text(KIND, MEMBER).text(ID, attendance.id());
            RosterEntryFormat.write(out, attendance.entry());
        } else if (record instanceof Departure departure) {
            out.text(KIND, LEFT).text(ID, departure.id()).text("instance", departure.instance());
        } else if (record instanceof Asked asked) {
            out.text(KIND, REQUEST).text(ID, asked.id());
            RequestFormat.write(out, asked.request());
        } else {
            throw new IllegalArgumentException("a record of another program is not written");
        }
    }

    private static void write(RecordWriter out, Sighting content) {
        if (content instanceof Sighting.Unreadable damaged) {
            out.text(STATE, UNREADABLE).text("problem", damaged.problem());
            out.number("token", damaged.lastToken()).duration("ttl", damaged.ttl());
        } else {
            LeaseFormat.write(out, content);
        }
    }

    /** Returns what a record says; one that cannot be read says nothing, whoever wrote it. */
    LogRecord read(ConsumerRecord<byte[], byte[]> record) {
        if (record.value() == null) {
            return new Foreign();
        }
        try {
            return FlatJson.read(record.value(), fields -> read(fields, record));
        } catch (UnreadableRecordException e) {
            return new Foreign();
        }
    }

    private static LogRecord read(RecordFields fields, ConsumerRecord<byte[], byte[]> record) {
        return switch (fields.text(KIND)) {
            case TERM -> proposal(fields);
            case RESET -> new Reset(versionId(fields), fields.number("end"));
            case CHECKPOINT -> part(fields);
            case CHECKPOINT_END ->
                new CheckpointEnd(
                        fields.text(CHECKPOINT),
                        Version.parse(fields.text("asOf")),
                        fields.smallNumber("parts"),
                        Version.parse(fields.text("absent")));
            case MEMBER -> new Attendance(fields.text(ID), entry(fields), rosters(record));
            case LEFT -> new Departure(fields.text(ID), fields.text("instance"), rosters(record));
            case REQUEST -> new Asked(fields.text(ID), request(fields));
            default -> new Foreign();
        };
    }

    /** A lease that cannot be read takes its place all the same: all who know this format must decide alike. */
    private static Proposal proposal(RecordFields fields) {
        String election = fields.text(ELECTION);
        Version replaces = Version.parse(fields.text("replaces"));
        return new Proposal(versionId(fields), election, replaces, content(fields, election, ""));
    }

    /** Returns the id of a record that others must be able to name: without one, nothing could ever replace it. */
    private static String versionId(RecordFields fields) {
        String id = fields.text(ID);
        if (id.isEmpty()) {
            throw new IllegalArgumentException("the record has no id");
        }
        return id;
    }

    private static CheckpointPart part(RecordFields fields) {
        String election = fields.text(ELECTION);
        Version present = Version.parse(fields.text("present"));
        Sighting content = UNREADABLE.equals(fields.find(STATE))
                ? new Sighting.Unreadable(
                        fields.text("problem"), fields.number("token"), present.text(), fields.duration("ttl"))
                : content(fields, election, present.text());
        return new CheckpointPart(fields.text(CHECKPOINT), election, present, content);
    }

    private static Sighting content(RecordFields fields, String election, String version) {
        try {
            return fields.read(lease -> LeaseFormat.read(lease, election, version));
        } catch (UnreadableRecordException e) {
            return LeaseFormat.unreadable(e, version);
        }
    }

    private static RosterEntry entry(RecordFields fields) {
        return RosterEntryFormat.read(fields);
    }

    private static Request request(RecordFields fields) {
        return RequestFormat.read(fields, fields.text(ELECTION));
    }

    private static List<String> rosters(ConsumerRecord<byte[], byte[]> record) {
        List<String> rosters = new ArrayList<>();
        for (Header header : record.headers().headers(ROSTER)) {
            if (header.value() != null) {
                rosters.add(new String(header.value(), StandardCharsets.UTF_8));
            }
        }
        return rosters;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
