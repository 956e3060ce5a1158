package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.route53.Route53Client;

/**
 * Shards of a set, for which the peer channel brings the roster: their names have a slash, which no record may have.
 */
class ShardRecordsTest {
    private final RecordNames names = new RecordNames("lock", "example.com");

    @Test
    void shardIsALabelBeforeItsSet() {
        try (FakeRoute53 server = new FakeRoute53();
                Route53Client client = OurZone.client(server.address())) {
            server.createZone(OurZone.ID, OurZone.DOMAIN);
            try (LeaseStore store = OurZone.on(client).open()) {
                StoreTestSteps.elect(store, "orders/3");
                StoreTestSteps.elect(store, "orders/12");
                StoreTestSteps.elect(store, "orders");

                assertThat(store.elections(StoreTestSteps.soon()))
                        .containsExactlyInAnyOrder("orders/3", "orders/12", "orders");
                assertThat(store.inspect("orders/4", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
            }
        }
        assertThat(names.lock("orders/3")).isEqualTo("lock._shard-3.orders.example.com");
        assertThat(names.side("eu.orders/0")).isEqualTo("_tenure.lock._shard-0.eu.orders.example.com");
    }

    @Test
    void recordTellsItsShard() {
        assertThat(names.election("_tenure.lock._shard-3.eu.orders.example.com."))
                .contains("eu.orders/3");
        assertThat(names.election("lock._shard-x.orders.example.com.")).contains("_shard-x.orders");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"_shard-3.orders", "_shard-3.orders/1", "orders/", "orders/x", "orders/3/4", "/3", "a/123456"})
    void namesThatAreNoShardsAreRefused(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> names.checkName(name))
                .withMessageContaining("use labels");
    }
}
