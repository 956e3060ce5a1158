package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.RecordedLogs;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.spi.Capability;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R12 Events: an outage of the store, in the log")
class R12OutageTest {
    private static final String NODE = "outage-node";
    private static final int ELECTIONS = 1_000;

    @Test
    void anOutageCostsAThousandElectionsLessThanFiftyLines() {
        InMemoryStore store = new InMemoryStore();
        store.capabilities.add(Capability.BATCH);
        store.capabilities.add(Capability.HISTORY);
        AtomicBoolean down = new AtomicBoolean();
        AtomicInteger failures = new AtomicInteger();
        store.before = (call, election) -> {
            if (down.get()) {
                failures.incrementAndGet();
                throw new StoreException(Kind.UNREACHABLE, "connection refused");
            }
        };
        try (Candidate node = Candidate.on(store)
                .closingStore()
                .named(NODE)
                .timing(Timing.of(Duration.ofSeconds(2)))
                .start()) {
            List<Election> elections = new ArrayList<>();
            for (int i = 0; i < ELECTIONS; i++) {
                elections.add(node.stand("outage-" + i));
            }
            Wait.until(() -> elections.stream().allMatch(Election::isLeader));
            down.set(true);
            Wait.until(() -> elections.stream().noneMatch(Election::isLeader) && failures.get() > 3 * ELECTIONS);
            down.set(false);
            Wait.until(() -> elections.stream().allMatch(Election::isLeader));
        }

        List<RecordedLogs.Line> seen = RecordedLogs.containing("outage-").stream()
                .filter(line -> line.level().getSeverity() > Level.DEBUG.getSeverity())
                .toList();
        assertThat(seen)
                .filteredOn(line -> line.text().contains("connection refused); while"))
                .hasSize(1);
        assertThat(seen.size()).isLessThan(50);
    }
}
