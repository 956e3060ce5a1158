package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.spi.Lease;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The server dies without a word, and comes back on the same disk. */
@Timeout(120)
class CrashTest {
    @TempDir
    Path folder;

    @Test
    void aKilledServerLosesNoTokenAndMakesNoSecondLeader() throws Exception {
        Path data = folder.resolve("data");
        EmbeddedPostgres server = TestServer.careful()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .start();
        int port = server.getPort();
        try (Reigns reigns = new Reigns()) {
            for (String name : new String[] {"alice", "bob", "carol"}) {
                reigns.stand(name, PostgresStore.open(server.getPostgresDatabase()), "a");
            }
            Term before = reigns.awaitTermAbove(0);
            for (int times = 0; times < 2; times++) {
                TestServer.signal("KILL", TestServer.postmaster(data));
                TestServer.stop(server);
                server = restart(data, port);
                try (PostgresStore looking = PostgresStore.open(server.getPostgresDatabase())) {
                    Lease found = Given.held(looking.inspect("a", Given.soon()));
                    assertThat(found.token()).isGreaterThanOrEqualTo(before.token());
                }
                Term current = reigns.awaitTermAbove(before.token() - 1);
                assertThat(current.token()).isGreaterThanOrEqualTo(before.token());
                before = current;
            }
            assertThat(reigns.findings()).isEmpty();
        } finally {
            TestServer.stop(server);
        }
    }

    /** The backends of the killed one may live a moment longer, and hold its memory. */
    private static EmbeddedPostgres restart(Path data, int port) {
        EmbeddedPostgres[] started = new EmbeddedPostgres[1];
        Given.await("the server is back", () -> {
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
