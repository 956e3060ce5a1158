package dev.tenure.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.History;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreQueriesTest {
    private final Deadline soon = Deadline.after(TimeSource.system(), Duration.ofSeconds(50));

    private static HistoryEntry entry(What what, long token) {
        return HistoryEntry.of(Records.ELECTION, Instant.EPOCH, Records.SELF, what, token, "");
    }

    /** The old leader was slow to write. */
    @Test
    void historyIsInTheOrderInWhichTermsFollowed() {
        List<HistoryEntry> asAdded =
                List.of(entry(What.ACQUIRED, 1), entry(What.ACQUIRED, 2), entry(What.RESIGNED, 1), entry(What.LOST, 2));
        StoreQueries queries = new StoreQueries(new ForwardingStore(new InMemoryStore()) {
            @Override
            public History history() {
                return new FixedHistory(asAdded);
            }
        });

        assertThat(queries.history(Records.ELECTION, soon))
                .containsExactly(
                        entry(What.ACQUIRED, 1), entry(What.RESIGNED, 1), entry(What.ACQUIRED, 2), entry(What.LOST, 2));
    }

    /** A history that nobody adds to. */
    private record FixedHistory(List<HistoryEntry> entries) implements History {
        @Override
        public void append(HistoryEntry entry, Deadline deadline) {
            throw new UnsupportedOperationException();
        }

        @Override
        public List<HistoryEntry> last(String election, int most, Deadline deadline) {
            return entries;
        }
    }
}
