package dev.tenure.ui.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.testkit.ManualTime;
import dev.tenure.ui.fixtures.ListedStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** {@link StoreReader}: what is read, and how much. */
class StoreReaderTest {
    private final ManualTime time = new ManualTime();
    private final ListedStore store = new ListedStore(time);
    private final ElectionRows rows = new ElectionRows(time);
    private final StoreReader reader = new StoreReader(new PageStore(0, "memory", store, List.of(), time), rows);

    private List<String> round() {
        store.read.clear();
        reader.round();
        return List.copyOf(store.read);
    }

    private int idOf(String election) {
        return rows.since(0).rows().stream()
                .filter(row -> row.contains("\"election\":\"" + election + "\""))
                .map(row -> Integer.valueOf(row.replaceAll(".*\"id\":(\\d+).*", "$1")))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aRoundMakesNoMoreCallsThanItsLimitAndOthersComeNext() {
        for (int i = 0; i < 250; i++) {
            store.with("e" + i);
        }

        assertThat(round()).as("read for the first time").hasSize(250);
        time.advance(store.timing().interval());
        List<String> first = round();
        List<String> second = round();
        List<String> third = round();

        assertThat(first).hasSize(StoreReader.MOST_CALLS);
        assertThat(second).hasSize(StoreReader.MOST_CALLS).doesNotContainAnyElementsOf(first);
        assertThat(third).hasSize(50);
        assertThat(rows.since(0).rows()).hasSize(250);
    }

    @Test
    void aPageOfManyElectionsFillsInRoundsToo() {
        for (int i = 0; i < 2_500; i++) {
            store.with("e" + i);
        }

        assertThat(round()).hasSize(StoreReader.MOST_FIRST_CALLS);
        assertThat(round()).hasSize(StoreReader.MOST_FIRST_CALLS);
        assertThat(round()).hasSize(500);
    }

    @Test
    void whatIsOnNoScreenIsReadOnceAnInterval() {
        store.with("a").with("b");
        round();

        assertThat(round()).isEmpty();
        time.advance(store.timing().interval());
        assertThat(round()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void whatIsOnAScreenIsReadInEveryRoundAndFirst() {
        for (int i = 0; i < 150; i++) {
            store.with("e" + i);
        }
        round();
        reader.look(idOf("e70"));

        assertThat(round()).containsExactly("e70");
        time.advance(store.timing().interval());
        assertThat(round()).startsWith("e70").hasSize(StoreReader.MOST_CALLS);
    }

    @Test
    void attentionIsForgotten() {
        store.with("a");
        round();
        reader.look(idOf("a"));
        assertThat(round()).containsExactly("a");

        time.advance(Duration.ofMinutes(1));

        assertThat(reader.watched()).isEmpty();
    }

    @Test
    void anElectionThatIsListedNoMoreIsGone() {
        store.with("a").with("b");
        round();
        int gone = idOf("a");
        long seen = rows.since(0).version();
        store.forget("a");
        time.advance(Duration.ofSeconds(3));

        round();

        assertThat(rows.since(seen).gone()).containsExactly(gone);
    }

    @Test
    void aStoreThatFailsIsNamedAndTheRowsStay() {
        store.with("payroll").claim("payroll", "node-1", time);
        round();
        time.advance(store.timing().interval());
        store.fail(new StoreException(StoreException.Kind.UNREACHABLE, "redis://secret@host:1 refused the connection"));

        round();

        assertThat(reader.json()).contains("(address left out) refused the connection");
        assertThat(rows.since(0).rows()).singleElement().asString().contains("\"leader\":\"node-1\"");
        store.fail(null);
        time.advance(store.timing().interval());
        round();
        assertThat(reader.json()).contains("\"problem\":null");
    }

    @Test
    void detailsAreReadOfWhatIsOpenOnly() {
        store.with("payroll").claim("payroll", "node-1", time);
        round();
        int id = idOf("payroll");

        assertThat(reader.open(id)).isNull();
        round();
        assertThat(reader.open(id))
                .contains("\"terms\":[{\"leader\":\"node-1\"")
                .contains("\"roster\":[]");
        time.advance(Duration.ofMinutes(1));
        round();
        assertThat(reader.open(id)).isNull();
    }

    @Test
    void tokensAreTextsBecauseJavaScriptRoundsThem() {
        store.with("payroll").claim("payroll", "node-1", time);
        round();

        assertThat(rows.since(0).rows()).singleElement().asString().containsPattern("\"token\":\"\\d{16}\"");
    }
}
