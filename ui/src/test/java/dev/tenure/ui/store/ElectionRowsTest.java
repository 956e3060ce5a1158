package dev.tenure.ui.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualTime;
import org.junit.jupiter.api.Test;

/** {@link ElectionRows}. */
class ElectionRowsTest {
    private final ManualTime time = new ManualTime();
    private final ElectionRows rows = new ElectionRows(time);

    private ElectionRow free(int id, long token) {
        return new ElectionRow(id, 0, "e" + id, new Sighting.Released(token, 0, null, ""), time.wall());
    }

    @Test
    void aViewerIsToldOnlyWhatIsNewerThanItHasSeen() {
        rows.put(free(1, 5));
        rows.put(free(2, 5));
        ElectionRows.Changes first = rows.since(0);
        rows.put(free(2, 6));
        rows.remove(1);

        ElectionRows.Changes next = rows.since(first.version());

        assertThat(first.full()).isTrue();
        assertThat(first.rows()).hasSize(2);
        assertThat(next.full()).isFalse();
        assertThat(next.rows()).singleElement().asString().contains("\"election\":\"e2\"");
        assertThat(next.gone()).containsExactly(1);
    }

    @Test
    void theSameRecordReadAgainIsNoChange() {
        rows.put(free(1, 5));
        long before = rows.since(0).version();

        rows.put(free(1, 5));

        assertThat(rows.since(before).version()).isEqualTo(before);
    }

    @Test
    void aVersionThatWasNeverReachedIsAnsweredInFull() {
        rows.put(free(1, 5));

        assertThat(rows.since(999).full()).isTrue();
    }

    @Test
    void aViewerWhoseVersionIsForgottenIsToldEverything() {
        rows.put(free(1, 5));
        long old = rows.since(0).version();
        for (int id = 2; id < 10_010; id++) {
            rows.put(free(id, 1));
            rows.remove(id);
        }

        assertThat(rows.since(old).full()).isTrue();
        assertThat(rows.since(old).rows()).hasSize(1);
    }
}
