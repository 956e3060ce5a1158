package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Terms are read as they were written, and records out of bounds are unreadable. */
class TermRecordFormatTest {
    private static final GoNeli GO_NELI = GoNeli.of("payroll");
    private static final ElectionNames SITE = ElectionNames.of(GO_NELI);
    private static final long OFFSET = 17;
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.678Z");
    private static final Sighting BEFORE = new Sighting.Released(3, 0, null, "16");
    private static final Lease LEASE = new Lease(
            "payroll",
            Identity.ofInstance("instance-1").withName("node-1").withAddress("10.0.0.1:80"),
            5,
            3,
            AT,
            Duration.ofSeconds(3),
            new WriteStamp(2, 9, AT),
            Long.toString(OFFSET));

    private final TermRecordFormat format = new TermRecordFormat(SITE, GO_NELI);

    @Test
    @DisplayName("a term is read as it was written, with the released term that it follows")
    void termIsReadAsWritten() {
        assertThat(read(format, format.opening(LEASE))).isEqualTo(new Sighting.Held(LEASE, null));
        assertThat(read(format, format.heartbeat(LEASE))).isEqualTo(new Sighting.Held(LEASE, null));
        assertThat(read(format, format.closing(LEASE, Handover.toAnyone())))
                .isEqualTo(new Sighting.Released(5, 3, null, LEASE.version()));
    }

    @Test
    @DisplayName("a term of a Go node follows no term, even after a release")
    void goNodeFollowsNoTerm() {
        ProducerRecord<byte[], byte[]> heartbeat =
                new ProducerRecord<>(SITE.topic(), 0, null, RecordHeaders.bytes("1767323045123000000%go-1"));

        Sighting seen = read(format, heartbeat);

        assertThat(seen).isInstanceOf(Sighting.Held.class);
        assertThat(seen.follows()).isZero();
    }

    @ParameterizedTest(name = "token {0}, follows {1}")
    @CsvSource({"5, -1", "5, 5", "5, 9223372036854775807", "5, none", "0, 0", "-5, 0", "-5, -6"})
    @DisplayName("a record that follows an impossible token is unreadable, and its positive token counts")
    void recordThatFollowsLaterTokenIsUnreadable(long token, String follows) {
        for (ProducerRecord<byte[], byte[]> record :
                List.of(format.heartbeat(LEASE), format.closing(LEASE, Handover.toAnyone()))) {
            record.headers().remove("follows");
            RecordHeaders.of(record).with("token", token).with("follows", follows);

            Sighting seen = read(format, record);

            assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
            assertThat(seen.lastToken()).isEqualTo(Math.max(token, BEFORE.lastToken()));
        }
    }

    @Test
    @DisplayName("a record without the field follows no term")
    void recordWithoutFollowsFieldFollowsNoTerm() {
        ProducerRecord<byte[], byte[]> heartbeat = format.heartbeat(LEASE);
        ProducerRecord<byte[], byte[]> closing = format.closing(LEASE, Handover.toAnyone());
        heartbeat.headers().remove("follows");
        closing.headers().remove("follows");

        assertThat(read(format, heartbeat)).isInstanceOf(Sighting.Held.class);
        assertThat(read(format, heartbeat).follows()).isZero();
        assertThat(read(format, closing)).isEqualTo(new Sighting.Released(5, 0, null, LEASE.version()));
    }

    private static Sighting read(TermRecordFormat format, ProducerRecord<byte[], byte[]> written) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>(SITE.topic(), 0, OFFSET, written.key(), written.value());
        written.headers().forEach(record.headers()::add);
        return format.read(record, BEFORE);
    }
}
