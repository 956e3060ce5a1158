package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Candidate;
import dev.tenure.HistoryEntry;
import dev.tenure.HistoryEntry.What;
import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.store.postgres.sql.SqlNames;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** Opens the store by URI, and checks the messages of an unusable one. */
@Tag("server")
class RiverStoreProviderTest {
    private static String uri(String parameters) {
        return "river://postgres@localhost:" + TestServer.SHARED.getPort() + "/postgres?" + parameters;
    }

    @Test
    void storeOpensByUri() {
        RiverSchema schema = RiverSchema.create("river_by_uri");
        try (LeaseStore store = Stores.open(uri("schema=" + schema.name()))) {
            assertThat(store.name()).isEqualTo("river");
            assertThat(store.capabilities())
                    .containsOnly(Capability.STORE_CLOCK, Capability.WATCH, Capability.REQUESTS, Capability.LISTING);
            assertThat(store.takeoverDelay())
                    .isEqualTo(new TakeoverDelay(Duration.ofSeconds(13), Duration.ofSeconds(1)));
            StoreTestSteps.elect(store, RiverStore.ELECTION);
        }
    }

    /** It is among Tenure's candidates: River's own terms are in no history. */
    @Test
    void historyIsKeptInTablesOfTenure() {
        RiverSchema schema = RiverSchema.create("river_with_history");
        String uri = uri("schema=" + schema.name() + "&history=beside_river");
        try (LeaseStore store = Stores.open(uri);
                LeaseStore other = Stores.open(uri + "&poll-only=true")) {
            assertThat(other.capabilities())
                    .containsOnly(Capability.STORE_CLOCK, Capability.LISTING, Capability.HISTORY);
            Identity who = StoreTestSteps.identity("node-1");
            store.history()
                    .append(
                            HistoryEntry.of(RiverStore.ELECTION, Instant.EPOCH, who, What.ACQUIRED, 7, "elected"),
                            StoreTestSteps.soon());

            assertThat(other.history().last(RiverStore.ELECTION, 10, StoreTestSteps.soon()))
                    .singleElement()
                    .satisfies(entry -> assertThat(entry.who()).isEqualTo(who));
        }
    }

    /** Its row has no room for a reservation, and River's clients take whatever is free. */
    @Test
    void preferenceAndShardsAreRefusedByName() {
        try (LeaseStore store = Stores.open(uri("schema=x&history=y"))) {
            assertThatThrownBy(() -> Candidate.on(store).priority(1).start())
                    .hasMessageContaining("the river store keeps no roster")
                    .hasMessageContaining("peer channel");
            try (Candidate candidate = Candidate.on(store).start()) {
                assertThatThrownBy(() -> candidate.standForShards(RiverStore.ELECTION, 2))
                        .hasMessageContaining("keeps no roster");
            }
        }
    }

    @Test
    void uriParametersConfigureTheStore() {
        String parameters =
                "schema=x&poll-only=true&takeover-delay=0s&takeover-delay-after-resign=250ms&application-name=y";
        try (LeaseStore store = Stores.open(uri(parameters))) {
            assertThat(store.capabilities()).doesNotContain(Capability.WATCH);
            assertThat(store.takeoverDelay()).isEqualTo(new TakeoverDelay(Duration.ZERO, Duration.ofMillis(250)));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "river:",
                "river://host/db",
                "river://user@host/db?poll-only=yes",
                "river://user@host/db?takeover-delay=13",
                "river://user@host/db?takeover-delay=-1s",
                "river://user@host/db?create=true",
                "river://user@host/db?schema=",
                "river://user@host/db?schema=a_name_of_a_schema_that_has_some_47_characters_"
            })
    void invalidAddressIsRefused(String uri) {
        assertThatThrownBy(() -> Stores.open(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void otherElectionIsRefusedWithTheRightName() {
        try (RiverStore store = RiverStore.on(TestServer.source()).open()) {
            assertThatThrownBy(() -> store.checkName("payroll"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'default'")
                    .hasMessageContaining("'payroll'");
        }
    }

    @Test
    void missingRiverTableIsReportedAndNotCreated() {
        String schema = TestServer.newSchema();
        TestServer.run("CREATE SCHEMA " + SqlNames.quoted(schema));
        try (RiverStore store =
                RiverStore.on(TestServer.source()).schema(schema).open()) {
            for (int times = 0; times < 2; times++) {
                StoreTestSteps.assertFails(
                                Kind.MISCONFIGURED, () -> store.inspect(RiverStore.ELECTION, StoreTestSteps.soon()))
                        .withMessageContaining("no table river_leader in schema " + schema)
                        .withMessageContaining("run River's migrations");
            }
        }
    }

    @Test
    void tableWithOtherColumnsIsReported() {
        RiverSchema schema = RiverSchema.create();
        TestServer.run("ALTER TABLE " + schema.table() + " RENAME COLUMN elected_at TO since");
        try (RiverStore store = schema.store().open()) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> StoreTestSteps.elect(store, RiverStore.ELECTION))
                    .withMessageContaining("other columns");
        }
    }

    @Test
    void missingRightsAreReportedAndGrantsSuffice() {
        RiverSchema schema = RiverSchema.create();
        TestServer.run("CREATE ROLE user_of_river LOGIN");
        TestServer.run("GRANT USAGE ON SCHEMA " + SqlNames.quoted(schema.name()) + " TO user_of_river");
        PGSimpleDataSource user = (PGSimpleDataSource) TestServer.SHARED.getDatabase("user_of_river", "postgres");
        try (RiverStore store = RiverStore.on(user).schema(schema.name()).open()) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> StoreTestSteps.elect(store, RiverStore.ELECTION))
                    .withMessageContaining("SELECT, INSERT, UPDATE");
            TestServer.run("GRANT SELECT, INSERT, UPDATE ON " + schema.table() + " TO user_of_river");

            store.release(StoreTestSteps.elect(store, RiverStore.ELECTION), Handover.toAnyone(), StoreTestSteps.soon());
        }
    }
}
