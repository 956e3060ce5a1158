package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Sighting;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Any bytes are a record or foreign, can be applied, and what was read is written and read unchanged. */
class LogRecordFuzzTest {
    private final RecordFormat format = new RecordFormat("tenure");

    @FuzzTest(maxDuration = "2m")
    void anyBytesAreRecordOrForeign(byte[] bytes) {
        LogRecord found = format.read(new ConsumerRecord<>("tenure", 0, 7, null, bytes));
        new Replay(0, (offset, proposal, takesEffect, after) -> {}).apply(0, found);
        new Replay(7, (offset, proposal, takesEffect, after) -> {}).apply(7, found);
        new FleetState().apply(found, 0);
        if (!(found instanceof LogRecord.Foreign) && !isUnreadable(found)) {
            ProducerRecord<byte[], byte[]> written = format.write(found);
            assertThat(format.read(new ConsumerRecord<>("tenure", 0, 7, null, written.value())))
                    .isEqualTo(found);
        }
    }

    /** No process writes a lease that it cannot read. */
    private static boolean isUnreadable(LogRecord found) {
        return found instanceof LogRecord.Proposal proposal && proposal.content() instanceof Sighting.Unreadable;
    }
}
