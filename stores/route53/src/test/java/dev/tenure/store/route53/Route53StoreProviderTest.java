package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.StoreException.Kind;
import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Isolated("sets system properties")
@Timeout(60)
class Route53StoreProviderTest extends TestZone {

    private String uri(String parameters) {
        return "route53://" + OurZone.ID + "/Example.com.?endpoint=" + server.address() + parameters;
    }

    @Test
    void aStoreIsOpenedByItsUri() {
        System.setProperty("aws.accessKeyId", "key");
        System.setProperty("aws.secretAccessKey", "secret");
        try (LeaseStore store = Stores.open(uri("&prefix=leader&rate=50"))) {
            assertThat(store.name()).isEqualTo("route53");
            assertThat(store.takeoverDelay()).isEqualTo(TakeoverDelay.NONE);
            assertThat(store.timing().ttl()).isEqualTo(Duration.ofSeconds(60));
            assertThat(store.timing().interval()).isEqualTo(Duration.ofSeconds(15));
            StoreTestSteps.elect(store, "a");
            assertThat(zone.get("leader.a.example.com", "TXT")).isNotNull();
        } finally {
            System.clearProperty("aws.accessKeyId");
            System.clearProperty("aws.secretAccessKey");
        }
    }

    @Test
    void itMayBeShared() {
        try (LeaseStore store =
                Stores.open(uri("&shared=shardcoordinator&shared-lease=1m&shared-renew=20s&shared-skew=500ms"))) {
            assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofMillis(20_500));
        }
        try (LeaseStore store = Stores.open(uri("&shared=shardcoordinator"))) {
            assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(7));
        }
    }

    @Test
    void missingProfileIsRefused() {
        try (LeaseStore store = Stores.open(uri("&profile=nobodys"))) {
            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> StoreTestSteps.inspect(store, "a"));
        }
    }

    /** SC-R1: zone, domain and prefix are needed and checked. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            route53:                                          | route53://ZONE-ID/DOMAIN
            route53:Z1/example.com                            | route53://ZONE-ID/DOMAIN
            route53://Z1                                      | route53://ZONE-ID/DOMAIN
            route53://Z1/                                     | route53://ZONE-ID/DOMAIN
            route53:///example.com                            | route53://ZONE-ID/DOMAIN
            route53://Z1/example.com/more                     | route53://ZONE-ID/DOMAIN
            route53://Z-1/example.com                         | cannot be the id of a hosted zone
            route53://Z1/exa%20mple.com                       | cannot be the domain
            route53://Z1/example..com                         | cannot be the domain
            route53://Z1/example.com?prefix=                  | cannot be the prefix
            route53://Z1/example.com?prefix=*                 | cannot be the prefix
            route53://Z1/example.com?prefix=_tenure           | choose another
            route53://Z1/example.com?prefx=lock               | it knows endpoint, prefix, profile, rate, shared, shared-lease, shared-renew, shared-skew
            route53://Z1/example.com?endpoint=localhost       | https://HOST
            route53://Z1/example.com?endpoint=http://a%20b    | https://HOST
            route53://Z1/example.com?rate=many                | such as 2 or 0.5
            route53://Z1/example.com?rate=0                   | cannot be kept
            route53://Z1/example.com?shared=s3lect            | is shardcoordinator, not 's3lect'
            route53://Z1/example.com?shared-lease=15s         | means nothing without shared=shardcoordinator
            route53://Z1/example.com?shared=shardcoordinator&shared-lease=15   | a time like 500ms, 15s or 2m
            route53://Z1/example.com?shared=shardcoordinator&shared-renew=15s  | shorter than its lease
            """)
    void invalidUriIsRefusedWithTheRemedy(String uri, String words) {
        assertThatIllegalArgumentException().isThrownBy(() -> Stores.open(uri)).withMessageContaining(words);
    }
}
