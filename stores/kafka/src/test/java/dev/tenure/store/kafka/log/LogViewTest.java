package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LogViewTest {
    private final RecordFormat format = new RecordFormat("tenure");
    private final PendingWrites pendingWrites = new PendingWrites();
    private final List<LogRecord> written = new ArrayList<>();
    private final LogView view = new LogView(
            format,
            pendingWrites,
            new ElectionWatches(),
            new CheckpointSchedule(new CheckpointSchedule.Distance(8, Duration.ofHours(1))),
            written::addAll);

    @Test
    @DisplayName("a checkpoint is written even if the call that wrote the record ends while the record is applied")
    void checkpointIsWrittenThoughCallHasEnded() {
        view.begin(0);
        for (int offset = 0; offset < 8; offset++) {
            read(offset, new LogRecord.Departure("beat-" + offset, "instance-1", List.of()));
        }
        CompletableFuture<Void> ended = pendingWrites.expect("claim").thenRun(() -> pendingWrites.forget("claim"));
        read(8, new LogRecord.Proposal("claim", "a", Version.NONE, new Sighting.Released(1, 0, null, "")));

        assertThat(ended).isCompleted();
        assertThat(written)
                .hasSize(2)
                .last()
                .isInstanceOfSatisfying(
                        LogRecord.CheckpointEnd.class,
                        end -> assertThat(end.asOf()).isEqualTo(new Version(8, "claim")));
    }

    private void read(long offset, LogRecord record) {
        view.apply(new ConsumerRecord<>(
                "tenure", 0, offset, null, format.write(record).value()));
    }
}
