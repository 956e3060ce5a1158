package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Sighting;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Function;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Any record is of a term, of the fleet or unreadable, and what was read is written and read unchanged. A record is
 * given as lines: first its value, then headers of the form {@code name:text}.
 */
class RecordFuzzTest {
    private static final ElectionNames NAMES = new ElectionNames("payroll", "tenure.payroll", "tenure.payroll");
    private static final TermRecordFormat ALONE = new TermRecordFormat(NAMES, null);
    private static final TermRecordFormat BESIDE_GO = new TermRecordFormat(NAMES, GoNeli.of("payroll"));
    private static final long OFFSET = 17;
    private static final Sighting BEFORE = new Sighting.Released(3, 0, null, "16");

    @FuzzTest(maxDuration = "2m")
    void anyRecordIsReadOrUnreadable(byte[] bytes) {
        ConsumerRecord<byte[], byte[]> record = record(new String(bytes, StandardCharsets.UTF_8));
        term(record);
        assertThat(BESIDE_GO.read(record, BEFORE).lastToken()).isNotNegative();

        RecordHeaders fields = RecordHeaders.of(record);
        survives(fields, FleetRecordFormat::rosterEntry, entry -> FleetRecordFormat.rosterEntry("t", entry));
        survives(
                fields,
                each -> FleetRecordFormat.request("payroll", each),
                request -> FleetRecordFormat.request("t", request));
        survives(
                fields,
                each -> FleetRecordFormat.history("payroll", each),
                entry -> FleetRecordFormat.history("t", entry));
    }

    private static void term(ConsumerRecord<byte[], byte[]> record) {
        Sighting found = ALONE.read(record, BEFORE);
        assertThat(found.lastToken()).isNotNegative();
        if (found instanceof Sighting.Held held) {
            assertThat(ALONE.read(read(ALONE.heartbeat(held.lease())), BEFORE)).isEqualTo(found);
            assertThat(ALONE.read(read(ALONE.closing(held.lease(), Handover.toAnyone())), BEFORE))
                    .isInstanceOf(Sighting.Released.class);
        }
    }

    private static <T> void survives(
            RecordHeaders fields,
            Function<RecordHeaders, T> reader,
            Function<T, ProducerRecord<byte[], byte[]>> writer) {
        T found;
        try {
            found = reader.apply(fields);
        } catch (RecordHeaders.Malformed | IllegalArgumentException | ArithmeticException malformed) {
            return;
        }
        assertThat(reader.apply(RecordHeaders.of(writer.apply(found)))).isEqualTo(found);
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
