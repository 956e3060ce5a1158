package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Records are read as they were written, and those that cannot be read say nothing. */
class RecordFormatTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Identity ALICE =
            Identity.ofInstance("instance-1").withName("Zoë \"1\"").withAddress("10.0.0.1:80");
    private static final Version PRESENT = new Version(41, "ab");

    private final RecordFormat format = new RecordFormat("tenure");

    private static Lease lease(String version) {
        return new Lease(
                "set/選", ALICE, 5, 3, AT, Duration.ofSeconds(3), new WriteStamp(2, Long.MIN_VALUE, AT), version);
    }

    static List<LogRecord> records() {
        Sighting mark = new Sighting.Released(5, 3, new Reservation("instance-2", Duration.ofSeconds(1)), "");
        Sighting damaged = new Sighting.Unreadable("odd", 9, PRESENT.text(), Duration.ofSeconds(4));
        RosterEntry entry =
                new RosterEntry(ALICE, -7, "1.2", true, 3, new RosterEntry.Heartbeat(8, AT, Duration.ofSeconds(15)));
        return List.of(
                new LogRecord.Proposal("id", "set/選", Version.NONE, new Sighting.Held(lease(""), null)),
                new LogRecord.Proposal("id", "set/選", PRESENT, mark),
                new LogRecord.Reset("id", 17),
                new LogRecord.CheckpointPart("cp", "set/選", PRESENT, new Sighting.Held(lease(PRESENT.text()), null)),
                new LogRecord.CheckpointPart("cp", "x", PRESENT, damaged),
                new LogRecord.CheckpointEnd("cp", new Version(99, "cd"), 2, Version.NONE),
                new LogRecord.CheckpointEnd("cp", new Version(99, "cd"), 0, PRESENT),
                new LogRecord.Attendance("id", entry, List.of("set/選", "other")),
                new LogRecord.Departure("id", "instance-1", List.of("set/選")),
                new LogRecord.Asked("id", new Request("set/選", 5, "instance-2", AT, "somebody")),
                new LogRecord.Asked("id", new Request("set/選", 5, null, AT, "")));
    }

    @ParameterizedTest
    @MethodSource("records")
    void recordIsReadAsWritten(LogRecord record) {
        ProducerRecord<byte[], byte[]> written = format.write(record);
        ConsumerRecord<byte[], byte[]> read = new ConsumerRecord<>("tenure", 0, 7, written.key(), written.value());
        written.headers().forEach(read.headers()::add);

        assertThat(format.read(read)).isEqualTo(record);
        assertThat(written.partition()).isZero();
        assertThat(written.key())
                .as("brokers refuse records without keys where a topic is compacted")
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no JSON",
                "{\"tenure\":\"term\",\"election\":\"a\",\"replaces\":\"\"}",
                "{\"tenure\":\"term\",\"id\":\"\",\"election\":\"a\",\"replaces\":\"\"}",
                "{\"tenure\":\"reset\",\"id\":\"\",\"end\":7}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"replaces\":\"\"}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"a\"}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"a\",\"replaces\":\"7\"}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"a\",\"replaces\":\"7.\"}",
                "{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"a\",\"replaces\":\"seven.x\"}",
                "{\"tenure\":\"checkpoint-end\",\"checkpoint\":\"x\",\"asOf\":99,\"parts\":0,\"absent\":\"\"}",
                "{\"tenure\":\"checkpoint-end\",\"checkpoint\":\"x\",\"asOf\":\"0.y\",\"parts\":3000000000,\"absent\":\"\"}",
            })
    void recordThatCannotBeReadSaysNothing(String value) {
        assertThat(read(value)).isEqualTo(new LogRecord.Foreign());
    }

    @Test
    @DisplayName("a lease that cannot be read is a proposal all the same: all versions of Tenure must decide alike")
    void unreadableLeaseIsProposal() {
        assertThat(read("{\"tenure\":\"term\",\"id\":\"x\",\"election\":\"a\",\"replaces\":\"7.y\",\"state\":\"later\","
                        + "\"token\":12,\"ttl\":\"PT3S\"}"))
                .isInstanceOfSatisfying(LogRecord.Proposal.class, proposal -> {
                    assertThat(proposal.replaces()).isEqualTo(new Version(7, "y"));
                    assertThat(proposal.content()).isInstanceOfSatisfying(Sighting.Unreadable.class, damaged -> {
                        assertThat(damaged.lastToken()).isEqualTo(12);
                        assertThat(damaged.ttl()).isEqualTo(Duration.ofSeconds(3));
                    });
                });
    }

    private LogRecord read(String value) {
        return format.read(new ConsumerRecord<>("tenure", 0, 7, null, value.getBytes(StandardCharsets.UTF_8)));
    }
}
