package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

class PostgresStoreProviderTest {
    private static final String EXAMPLE = new PostgresStoreProvider().example();

    @ParameterizedTest
    @ValueSource(strings = {"postgres", "postgresql"})
    void storeOpensByUri(String scheme) {
        String uri = scheme + "://postgres@localhost:" + TestServer.SHARED.getPort() + "/postgres?schema=by%20uri";
        try (LeaseStore store = Stores.open(uri)) {
            assertThat(store.name()).isEqualTo("postgres");
            assertThat(store.capabilities()).contains(Capability.values());
            StoreTestSteps.elect(store, scheme);
        }
    }

    @Test
    void uriParametersConfigureTheStore() {
        String uri = "postgres://postgres@localhost:" + TestServer.SHARED.getPort()
                + "/postgres?schema=nobody%20made&poll-only=true&create=false&application-name=x&sslmode=disable";
        try (LeaseStore store = Stores.open(uri)) {
            assertThat(store.capabilities()).doesNotContain(Capability.WATCH);
            StoreTestSteps.assertFails(
                            StoreException.Kind.MISCONFIGURED, () -> store.inspect("a", StoreTestSteps.soon()))
                    .withMessageContaining("nobody made");
        }
    }

    @Test
    void everyPartOfAddressIsRead() {
        PostgresAddress address =
                PostgresAddress.parse("//us%40er:p@ss%2Fw:ord@h1,[::1]:6000,h3:7000/my%20db", EXAMPLE);

        assertThat(address)
                .isEqualTo(new PostgresAddress(
                        "us@er", "p@ss/w:ord", List.of("h1", "[::1]", "h3"), List.of(5432, 6000, 7000), "my db"));
        PGSimpleDataSource source = address.source(Map.of("sslmode", "verify-full"), true);
        assertThat(source.getTargetServerType()).isEqualTo("primary");
        assertThat(source.getSslmode()).isEqualTo("verify-full");
        assertThat(source.getPrepareThreshold()).isZero();
        assertThat(source.getApplicationName()).isEqualTo("tenure");
    }

    @Test
    void missingPasswordIsLeftToTheDriver() {
        assertThat(PostgresAddress.parse("//user@host/db", EXAMPLE).password()).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "postgres:",
                "postgres://host/db",
                "postgres://user@host",
                "postgres://user@host/",
                "postgres://user@host:port/db",
                "postgres://user@h1,/db",
                "postgres://user@host/db?poll-only=yes",
                "postgres://user@host/db?schema="
            })
    void invalidAddressIsRefused(String uri) {
        assertThatThrownBy(() -> Stores.open(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void unknownParameterIsRefusedAndKnownOnesNamed() {
        assertThatThrownBy(() -> Stores.open("postgres://user@host/db?shema=x"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'shema'")
                .hasMessageContaining("application-name, create, poll-only, schema, sslcert, sslkey, sslmode");
    }
}
