package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Sighting;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Any record is a heartbeat, of a term or unreadable, and what was read is written and read unchanged. A record is
 * given as lines: first its value, then headers of the form {@code name:text}.
 */
class RecordFuzzTest {
    private static final GoNeli GO_NELI = GoNeli.of("payroll");
    private static final TermRecordFormat FORMAT = new TermRecordFormat(ElectionNames.of(GO_NELI), GO_NELI);
    private static final long OFFSET = 17;
    private static final Sighting BEFORE = new Sighting.Released(3, 0, null, "16");

    @FuzzTest(maxDuration = "2m")
    void anyRecordIsReadOrUnreadable(byte[] bytes) {
        ConsumerRecord<byte[], byte[]> record = record(new String(bytes, StandardCharsets.UTF_8));
        Sighting found = FORMAT.read(record, BEFORE);
        assertThat(found.lastToken()).isNotNegative();
        if (found instanceof Sighting.Held held
                && !held.lease().holder().instance().startsWith("goneli/")) {
            assertThat(FORMAT.read(read(FORMAT.heartbeat(held.lease())), BEFORE))
                    .isEqualTo(found);
            assertThat(FORMAT.read(read(FORMAT.closing(held.lease(), Handover.toAnyone())), BEFORE))
                    .isInstanceOf(Sighting.Released.class);
        }
    }

    private static ConsumerRecord<byte[], byte[]> record(String text) {
        List<String> lines = List.of(text.split("\n", -1));
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>("tenure.payroll", 0, OFFSET, null, RecordHeaders.bytes(lines.get(0)));
        for (String line : lines.subList(1, lines.size())) {
            int colon = line.indexOf(':');
            if (colon > 0) {
                record.headers().add(line.substring(0, colon), RecordHeaders.bytes(line.substring(colon + 1)));
            }
        }
        return record;
    }

    private static ConsumerRecord<byte[], byte[]> read(ProducerRecord<byte[], byte[]> written) {
        ConsumerRecord<byte[], byte[]> record =
                new ConsumerRecord<>("tenure.payroll", 0, OFFSET, written.key(), written.value());
        written.headers().forEach(record.headers()::add);
        return record;
    }
}
