package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Lease;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.StoreTestSteps;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
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
        Path data = folder.resolve("data");
        EmbeddedPostgres server = TestServer.careful()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
        int port = server.getPort();
        try (CompetingCandidates rivals = new CompetingCandidates("a", TIMING)) {
            for (String name : new String[] {"alice", "bob", "carol"}) {
                rivals.stand(
                        name, PostgresStore.on(server.getPostgresDatabase()).open());
            }
            Term before = rivals.awaitTermAbove(0);
            for (int times = 0; times < 2; times++) {
                TestServer.signal("KILL", TestServer.postmaster(data));
                TestServer.stop(server);
                server = restart(data, port);
                try (PostgresStore looking =
                        PostgresStore.on(server.getPostgresDatabase()).open()) {
                    Lease found = StoreTestSteps.held(looking.inspect("a", StoreTestSteps.soon()));
                    assertThat(found.token()).isGreaterThanOrEqualTo(before.token());
                }
                Term current = rivals.awaitTermAbove(before.token() - 1);
                assertThat(current.token()).isGreaterThanOrEqualTo(before.token());
                before = current;
            }
            assertThat(rivals.history().findings()).isEmpty();
        } finally {
            TestServer.stop(server);
        }
    }

    /** The backends of the killed one may live a moment longer, and hold its memory. */
    private static EmbeddedPostgres restart(Path data, int port) {
        EmbeddedPostgres[] started = new EmbeddedPostgres[1];
        StoreTestSteps.await("the server is back", () -> {
            try {
                started[0] = TestServer.careful()
                        .setDataDirectory(data)
                        .setCleanDataDirectory(false)
                        .setPort(port)
                        .start();
                return true;
            } catch (IOException | IllegalStateException notYet) {
                return false;
            }
        });
        return started[0];
    }
}
