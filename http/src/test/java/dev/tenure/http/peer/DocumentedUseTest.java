package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.http.HealthServer;
import dev.tenure.http.Tls;
import dev.tenure.http.fixtures.Certificates;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.MinimalStore;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example of docs/peer.md. */
class DocumentedUseTest {
    @TempDir
    private Path folder;

    @Test
    void documentedNodeJoinsTheChannel() throws Exception {
        Certificates authority = new Certificates(folder, "authority");
        Tls tls = authority.issue("node", "EC").tls().trusting(authority.authority());

        takePart(new MinimalStore(CellStore.over(new MemoryCell())), tls);
    }

    private static void takePart(LeaseStore inner, Tls tls) throws IOException, InterruptedException {
        // snippet: channel
        PeerStore store = PeerStore.over(inner); // does nothing yet
        Candidate node = Candidate.on(store).closingStore().named("node-7").start();
        HealthServer server = HealthServer.on(node)
                .bind("127.0.0.1", 0)
                .mutualTls(tls)
                .mount(PeerStore.PATH, store.handler())
                .start();
        node.reconfigure(settings -> settings.withAddress("127.0.0.1:" + server.port()));
        store.enable(PeerSettings.over(tls)); // at any time; disable() goes back to the store alone
        // end
        assertThat(node.stand("payroll").awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
        node.close();
        server.close();
    }
}
