package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A store that takes a second and more for each request, with the timing that is the default: 3 s for a call. */
@Order(1) // takes longest, so that it starts first
@Tag("server")
@Timeout(120)
class SlowStoreTest {
    private static final Duration ONE_WAY = Duration.ofMillis(500);
    private static final Duration LIMIT = StoreTestSteps.LIMIT.multipliedBy(2);

    private final TcpFaultProxy proxy = new TcpFaultProxy(Emulator.SHARED.address());
    private final List<AutoCloseable> open = new ArrayList<>();

    @BeforeEach
    void slowDown() {
        proxy.delay(ONE_WAY);
    }

    @AfterEach
    void close() throws Exception {
        proxy.pass();
        for (AutoCloseable each : open) {
            each.close();
        }
        proxy.close();
    }

    private Election stand(LeaseStore store, String name, String election) {
        Candidate candidate = Candidate.on(store).closingStore().named(name).start();
        open.add(candidate);
        open.add(store);
        return candidate.stand(election);
    }

    @Test
    void firstElectionUnderAPrefixGetsThrough() throws InterruptedException {
        LeaseStore store =
                Emulator.at(proxy.address()).prefix(Emulator.newPrefix()).open();

        assertThat(stand(store, "alice", "a").awaitLeadership(LIMIT)).isPresent();
    }

    @Test
    void firstElectionBesideS3lectSucceedsAmongSeveralCandidates() {
        String lockfile = Emulator.newPrefix() + "/leader.json";
        List<Election> elections = new ArrayList<>();
        for (String name : List.of("alice", "bob", "carol")) {
            LeaseStore store = Emulator.at(proxy.address())
                    .sharedWith(S3lect.lockfile(lockfile))
                    .open();
            elections.add(stand(store, name, "leader"));
        }

        StoreTestSteps.await(
                "one of them leads", LIMIT, () -> elections.stream().anyMatch(Election::isLeader));
    }
}
