package dev.tenure.store.s3;

import static dev.tenure.testkit.StoreTestSteps.soon;
import static dev.tenure.testkit.StoreTestSteps.wall;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Identity;
import dev.tenure.spi.History;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.s3.S3Client;

/** How many requests roster, requests and history cost: the tables of docs/stores/s3.md. */
@Tag("server")
@Timeout(120)
class FleetCostTest {
    /** As many rounds as a follower takes for two looks. */
    private static final int ROUNDS = 24;

    private final RequestCounter counter = new RequestCounter();
    private final S3Client client = counter.client();
    private final String prefix = Emulator.newPrefix();
    private final List<LeaseStore> stores = new ArrayList<>();

    @AfterEach
    void close() {
        stores.forEach(LeaseStore::close);
        client.close();
    }

    private LeaseStore process() {
        LeaseStore store = S3Store.on(client, Emulator.BUCKET).prefix(prefix).open();
        stores.add(store);
        return store;
    }

    /** One process leads, the others follow; the numbers are those of 24 rounds of all of them. */
    @ParameterizedTest
    @CsvSource({"1, 12, 12, 24", "3, 36, 16, 56", "10, 120, 30, 294"})
    void processesThatSayNothingNewSendFewRequests(int processes, int puts, int lists, int gets) {
        List<Identity> candidates =
                IntStream.range(0, processes).mapToObj(FleetCostTest::numbered).toList();
        candidates.forEach(candidate -> process());
        for (int beat = 1; beat <= 2 * ROUNDS; beat++) {
            if (beat == ROUNDS + 1) {
                counter.take(); // all have come, and said who leads
            }
            for (int number = 0; number < processes; number++) {
                boolean leads = number == 0;
                RosterEntry entry = entry(candidates.get(number), leads ? 1 : 0, beat);
                stores.get(number).roster().attend(Map.of("a", entry), soon());
                if (leads) {
                    stores.get(number).requests().pending(List.of("a"), soon());
                }
            }
        }

        assertThat(counter.take()).isEqualTo(Map.of("PUT", puts, "LIST", lists, "GET", gets));
    }

    private static Identity numbered(int number) {
        return StoreTestSteps.identity("process-" + number);
    }

    private static RosterEntry entry(Identity candidate, int leads, int beat) {
        RosterEntry.Heartbeat heartbeat = new RosterEntry.Heartbeat(beat, wall(), Duration.ofSeconds(15));
        return new RosterEntry(candidate, 0, "", true, leads, heartbeat);
    }

    @Test
    void entryOfTheHistoryCostsAReadAndAWrite() {
        History history = process().history();
        for (int token = 1; token <= History.KEPT + 5; token++) {
            counter.take();
            history.append(HistoryEntry.of("a", wall(), numbered(1), What.ACQUIRED, token, "elected"), soon());
            assertThat(counter.take()).isEqualTo(Map.of("GET", 1, "PUT", 1));
        }
        assertThat(history.last("a", 1_000, soon())).hasSize(History.KEPT);
        assertThat(counter.take()).isEqualTo(Map.of("GET", 1));
    }

    /** For a dozen reads cost as much as a listing, and requests that were read are not read again. */
    @Test
    void leaderOfManyElectionsListsTheirRequests() {
        LeaseStore store = process();
        List<String> led =
                IntStream.range(0, 13).mapToObj(number -> "a/" + number).toList();
        store.requests().submit(new Request("a/3", 7, null, wall(), "ops"), soon());
        counter.take();

        assertThat(store.requests().pending(led, soon())).containsOnlyKeys("a/3");
        assertThat(counter.take()).isEqualTo(Map.of("GET", 1, "LIST", 1));
        assertThat(store.requests().pending(led, soon())).containsOnlyKeys("a/3");
        assertThat(counter.take()).isEqualTo(Map.of("LIST", 1));
        assertThat(store.requests().pending(led.subList(0, 12), soon())).containsOnlyKeys("a/3");
        assertThat(counter.take()).isEqualTo(Map.of("GET", 12));
    }
}
