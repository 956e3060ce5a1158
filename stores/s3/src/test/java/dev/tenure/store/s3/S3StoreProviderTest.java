package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Stores;
import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.StoreTestSteps;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
@Timeout(60)
class S3StoreProviderTest {
    private static final String WHERE = "region=eu-central-1&endpoint=" + Emulator.uri(Emulator.SHARED.address())
            + "&path-style=true&credentials=anonymous";

    @Test
    void aStoreIsFoundByItsUri() {
        String prefix = Emulator.newPrefix();
        try (LeaseStore store = Stores.open("s3://" + Emulator.BUCKET + "/" + prefix + "/with%20space?" + WHERE);
                LeaseStore same =
                        Emulator.SHARED.store().prefix(prefix + "/with space").open()) {
            assertThat(StoreTestSteps.held(
                            same.inspect(StoreTestSteps.elect(store, "a").election(), StoreTestSteps.soon())))
                    .isNotNull();
            assertThat(same.elections(StoreTestSteps.soon())).containsExactly("a");
            assertThat(store.name()).isEqualTo("s3");
            assertThat(store.timing().ttl()).isEqualTo(Duration.ofSeconds(15));
            assertThat(store.timing().interval()).isEqualTo(Duration.ofSeconds(5));
        }
    }

    @Test
    void lockfileOfS3lectIsNamedByTheWholePath() {
        String lockfile = Emulator.newPrefix() + "/my/leader.json";
        String uri = "s3://" + Emulator.BUCKET + "/" + lockfile + "?" + WHERE
                + "&shared=s3lect&election=payroll&timeout=20s&takeover-delay=9s&probe=wait&health-path=up";
        try (LeaseStore store = Stores.open(uri);
                Bucket bucket = new Bucket(Emulator.SHARED.client(), true, Emulator.BUCKET)) {
            new GoNode(bucket, lockfile, "go-1", "", Duration.ofSeconds(20), Duration.ZERO).cycle();

            assertThat(StoreTestSteps.held(store.inspect("payroll", StoreTestSteps.soon()))
                            .holder()
                            .name())
                    .isEqualTo("go-1");
            assertThat(store.timing().ttl()).isEqualTo(Duration.ofSeconds(20));
            assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(9));
            store.checkName("payroll");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "s3:",
                "s3:bucket",
                "s3://",
                "s3://bucket/prefix/?region=eu-central-1",
                "s3://bucket//prefix?region=eu-central-1",
                "s3://bucket?region=Frankfurt am Main",
                "s3://bucket?endpoint=minio:9000",
                "s3://bucket?endpoint=minio",
                "s3://bucket?endpoint=ftp://minio",
                "s3://bucket?endpoint=https://a b",
                "s3://bucket?region=eu-central-1&path-style=yes",
                "s3://bucket?region=eu-central-1&credentials=mine",
                "s3://bucket?region=eu-central-1&credentials=anonymous&profile=x",
                "s3://bucket?region=eu-central-1&timeout=15s",
                "s3://bucket/lock?region=eu-central-1&shared=etcd",
                "s3://bucket?region=eu-central-1&shared=s3lect",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&timeout=soon",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&timeout=10ms",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&probe=maybe",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&election=",
                "s3://bucket/lock?region=eu-central-1&probe-ca=x.pem",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&probe=wait&probe-ca=",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&probe=wait&probe-ca=no/such/file.pem",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&probe=wait&probe-cert=a.pem",
                "s3://bucket/lock?region=eu-central-1&shared=s3lect&probe=wait&probe-key=a.pem",
            })
    void invalidUriIsRefused(String uri) {
        assertThatThrownBy(() -> Stores.open(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageNotContaining("\n");
    }

    @Test
    void unknownParameterIsRefusedWithTheKnownOnes() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Stores.open("s3://bucket?regoin=x"))
                .withMessageContaining("'regoin'")
                .withMessageContaining(
                        "credentials, election, endpoint, health-path, leases-only, path-style, probe, probe-ca,"
                                + " probe-cert, probe-key, profile, region, shared, takeover-delay, timeout");
    }

    @Test
    void onlyLeasesAreKeptIfTheUriSaysSo() {
        for (String place : List.of("s3://bucket?" + WHERE, "s3://bucket/lock?" + WHERE + "&shared=s3lect")) {
            try (LeaseStore store = Stores.open(place)) {
                assertThat(store.capabilities())
                        .containsExactlyInAnyOrder(
                                Capability.LISTING,
                                Capability.ROSTER,
                                Capability.REQUESTS,
                                Capability.HISTORY,
                                Capability.BATON);
            }
            try (LeaseStore store = Stores.open(place + "&leases-only=true")) {
                assertThat(store.capabilities()).containsExactlyInAnyOrder(Capability.LISTING, Capability.BATON);
            }
        }
    }

    @Test
    void settingsThatContradictEachOtherAreRefused() {
        S3StoreBuilder both =
                S3Store.on(Emulator.SHARED.client(), Emulator.BUCKET).region("us-east-1");
        assertThatIllegalArgumentException().isThrownBy(both::open).withMessageContaining("set them there");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Emulator.SHARED
                        .store()
                        .prefix("a")
                        .sharedWith(S3lect.lockfile("b"))
                        .open())
                .withMessageContaining("set only one");
        assertThatIllegalArgumentException().isThrownBy(() -> S3Store.on(" "));
        assertThatIllegalArgumentException().isThrownBy(() -> S3Store.on("b").endpoint(URI.create("file:/x")));
    }

    @Test
    void theElectionIsCalledAfterItsLockfile() {
        assertThat(S3lect.lockfile("my/leader.json").election()).isEqualTo("leader");
        assertThat(S3lect.lockfile("lock").election()).isEqualTo("lock");
        assertThat(S3lect.lockfile("a/.json").election()).isEqualTo(".json");
    }
}
