package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.History;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The history in tables of earlier versions, and causes that do not fit. */
@Tag("server")
@Timeout(60)
class PostgresHistoryTest {
    private final String schema = TestServer.newSchema();

    private PostgresStoreBuilder builder() {
        return PostgresStore.on(TestServer.source()).schema(schema).pollOnly();
    }

    @Test
    void historyWithoutReasonColumnKeepsTheRest() {
        String history = SqlNames.quoted(schema) + ".tenure_history";
        try (PostgresStore store = builder().open()) {
            store.history().append(entry(1, ""), StoreTestSteps.soon());
            TestServer.run("ALTER TABLE " + history + " DROP COLUMN reason");

            store.history().append(entry(2, ""), StoreTestSteps.soon());
            assertThat(reasons(store)).containsExactly(Reason.OTHER, Reason.OTHER);
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .filteredOn(finding -> finding.level() != Level.OK)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.text()).contains("lacks the column reason"));
        }
        TestServer.run("SET search_path TO " + SqlNames.quoted(schema) + ";" + PostgresStore.schemaScript());

        try (PostgresStore store = builder().open()) {
            store.history().append(entry(3, ""), StoreTestSteps.soon());
            assertThat(reasons(store)).containsExactly(Reason.OTHER, Reason.OTHER, Reason.ELECTED);
        }
    }

    private static HistoryEntry entry(long token, String cause) {
        Identity self = Identity.ofInstance("instance").withName("name");
        return HistoryEntry.of("a", Instant.EPOCH, self, HistoryEntry.What.ACQUIRED, token, cause)
                .withReason(Reason.ELECTED);
    }

    private static List<Reason> reasons(PostgresStore store) {
        return store.history().last("a", History.KEPT, StoreTestSteps.soon()).stream()
                .map(HistoryEntry::reason)
                .toList();
    }

    @Test
    void longCauseIsCutBetweenCharacters() {
        try (PostgresStore store = builder().open()) {
            store.history().append(entry(1, "x".repeat(3_999) + "🗳".repeat(9)), StoreTestSteps.soon());

            assertThat(store.history().last("a", 1, StoreTestSteps.soon()))
                    .extracting(HistoryEntry::cause)
                    .containsExactly("x".repeat(3_999) + "…");
        }
    }
}
