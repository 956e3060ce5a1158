package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server is killed, and restarts on the same disk. */
@Tag("server")
@Timeout(120)
class ServerCrashTest {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(5), Duration.ofMillis(100));

    @TempDir
    Path folder;

    @Test
    void killedServerLosesNoTokenAndKeepsOneLeader() throws Exception {
        try (RestartableServer server = new RestartableServer(folder.resolve("data"));
                CompetingCandidates rivals = new CompetingCandidates("a", TIMING)) {
            for (String name : new String[] {"alice", "bob", "carol"}) {
                rivals.stand(name, server.store());
            }
            Term before = rivals.awaitTermAbove(0);
            for (int times = 0; times < 2; times++) {
                server.kill();
                server.restart();
                try (PostgresStore looking = server.store()) {
                    // A leader whose term ran out during the restart has released it.
                    assertThat(looking.inspect("a", StoreTestSteps.soon()).lastToken())
                            .isGreaterThanOrEqualTo(before.token());
                }
                Term current = rivals.awaitTermAbove(before.token() - 1);
                assertThat(current.token()).isGreaterThanOrEqualTo(before.token());
                before = current;
            }
            assertThat(rivals.history().findings()).isEmpty();
        }
    }
}
