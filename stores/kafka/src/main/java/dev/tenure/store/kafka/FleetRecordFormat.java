package dev.tenure.store.kafka;

import dev.tenure.HistoryEntry;
import dev.tenure.Reason;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import org.apache.kafka.clients.producer.ProducerRecord;

/** The format of roster entries, requests and history, which are in the same topic as the terms, under other keys. */
final class FleetRecordFormat {
    static final String MEMBER = "member";
    static final String REQUEST = "request";
    static final String HISTORY = "history";

    private FleetRecordFormat() {}

    static ProducerRecord<byte[], byte[]> rosterEntry(String topic, RosterEntry entry) {
        ProducerRecord<byte[], byte[]> record = record(
                topic,
                MEMBER + "/" + entry.candidate().instance(),
                entry.candidate().name() + " stands");
        RecordHeaders.of(record)
                .with(RecordHeaders.KIND, MEMBER)
                .with(entry.candidate())
                .with("priority", entry.priority())
                .with("version", entry.version())
                .with("able", entry.able())
                .with("leads", entry.leads())
                .with("beat", entry.heartbeat().number())
                .with("at", entry.heartbeat().at())
                .with("valid-for", entry.heartbeat().validFor());
        return record;
    }

    static RosterEntry rosterEntry(RecordHeaders fields) {
        return new RosterEntry(
                fields.identity(),
                Math.toIntExact(fields.number("priority")),
                fields.text("version"),
                Boolean.parseBoolean(fields.text("able")),
                Math.toIntExact(fields.number("leads")),
                new RosterEntry.Heartbeat(fields.number("beat"), fields.instant("at"), fields.duration("valid-for")));
    }

    /** Returns a record that removes a roster entry: it has no value, so compaction deletes the key. */
    static ProducerRecord<byte[], byte[]> rosterRemoval(String topic, String instance) {
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(topic, 0, RecordHeaders.bytes(MEMBER + "/" + instance), null);
        RecordHeaders.of(record).with(RecordHeaders.KIND, MEMBER).with("instance", instance);
        return record;
    }

    static ProducerRecord<byte[], byte[]> request(String topic, Request request) {
        ProducerRecord<byte[], byte[]> record = record(topic, REQUEST, request.by() + " asks the leader to resign");
        RecordHeaders.of(record)
                .with(RecordHeaders.KIND, REQUEST)
                .with("token", request.token())
                .with("successor", request.successor())
                .with("by", request.by())
                .with("at", request.at());
        return record;
    }

    static Request request(String election, RecordHeaders fields) {
        return new Request(
                election, fields.number("token"), fields.find("successor"), fields.instant("at"), fields.text("by"));
    }

    static ProducerRecord<byte[], byte[]> history(String topic, HistoryEntry entry) {
        String key = HISTORY + "/" + entry.token() + "/" + entry.what().word() + "/"
                + entry.who().instance() + "/" + entry.at();
        ProducerRecord<byte[], byte[]> record =
                record(topic, key, entry.who().name() + ": " + entry.what().word());
        RecordHeaders.of(record)
                .with(RecordHeaders.KIND, HISTORY)
                .with(entry.who())
                .with("what", entry.what().word())
                .with("token", entry.token())
                .with("at", entry.at())
                .with("reason", entry.reason().word())
                .with("cause", entry.cause());
        return record;
    }

    static HistoryEntry history(String election, RecordHeaders fields) {
        return HistoryEntry.of(
                        election,
                        fields.instant("at"),
                        fields.identity(),
                        HistoryEntry.What.parse(fields.text("what")),
                        fields.number("token"),
                        fields.text("cause"))
                .withReason(Reason.parse(fields.find("reason")));
    }

    private static ProducerRecord<byte[], byte[]> record(String topic, String key, String value) {
        return new ProducerRecord<>(topic, 0, RecordHeaders.bytes(key), RecordHeaders.bytes(value));
    }
}
