package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;

/** How many requests each operation costs, for S3 is paid for by the request: what docs/stores/s3.md says. */
@Tag("server")
@Timeout(60)
class CostTest {

    private static S3StoreBuilder store(S3Client client) {
        return S3Store.on(client, Emulator.BUCKET);
    }

    private static LeaseStore leasesIn(String prefix, S3Client client) {
        return store(client).prefix(prefix).leasesOnly(true).open();
    }

    @Test
    void eachOperationIsOneRequestAndARefusalTwo() {
        RequestCounter counter = new RequestCounter();
        try (S3Client client = counter.client();
                LeaseStore store = store(client).prefix(Emulator.newPrefix()).open()) {
            StoreTestSteps.elect(store, "warm-up");
            counter.take();
            Lease lease = StoreTestSteps.elect(store, "a");
            assertThat(counter.take()).as("look, claim").isEqualTo(Map.of("GET", 1, "PUT", 1));
            store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
            assertThat(counter.take()).as("renew").isEqualTo(Map.of("PUT", 1));
            store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
            assertThat(counter.take()).as("renew, refused").isEqualTo(Map.of("GET", 1, "PUT", 1));
            store.inspect("a", StoreTestSteps.soon());
            assertThat(counter.take()).as("look").isEqualTo(Map.of("GET", 1));
            store.release(
                    StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon())),
                    Handover.toAnyone(),
                    StoreTestSteps.soon());
            assertThat(counter.take()).as("look, release").isEqualTo(Map.of("GET", 1, "PUT", 1));
            store.elections(StoreTestSteps.soon());
            assertThat(counter.take()).as("list").isEqualTo(Map.of("LIST", 1));
        }
    }

    /** S3-5, and what the side object costs: one write more for a claim, and one read the first time. */
    @Test
    void besideS3lectAClaimCostsOneRequestMore() {
        RequestCounter counter = new RequestCounter();
        String lockfile = Emulator.newPrefix() + "/leader.json";
        try (S3Client client = counter.client();
                LeaseStore store = store(client)
                        .sharedWith(S3lect.lockfile(lockfile))
                        .open(ObjectKeys.only(lockfile, "leader"), TimeSource.system())) {
            store.release(
                    StoreTestSteps.elect(store, "leader", store.timing().ttl()),
                    Handover.toAnyone(),
                    StoreTestSteps.soon());
            counter.take();
            Lease lease = StoreTestSteps.elect(store, "leader", store.timing().ttl());
            assertThat(counter.take()).as("look, claim").isEqualTo(Map.of("GET", 1, "PUT", 2));
            store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
            assertThat(counter.take()).as("renew").isEqualTo(Map.of("PUT", 1));
            store.release(
                    StoreTestSteps.held(store.inspect("leader", StoreTestSteps.soon())),
                    Handover.toAnyone(),
                    StoreTestSteps.soon());
            assertThat(counter.take()).as("look, release").isEqualTo(Map.of("GET", 1, "PUT", 1));
        }
    }

    /** In an hour of 720 to 800 intervals a leader writes once and a follower reads once in each, and no more. */
    @Test
    void leaderWritesAndFollowerReadsOncePerInterval() throws InterruptedException {
        RequestCounter leaders = new RequestCounter();
        RequestCounter followers = new RequestCounter();
        String prefix = Emulator.newPrefix();
        Timing timing = Timing.of(Duration.ofSeconds(20), Duration.ofMillis(150));
        try (S3Client first = leaders.client();
                S3Client second = followers.client();
                Candidate leader = Candidate.on(leasesIn(prefix, first))
                        .closingStore()
                        .timing(timing)
                        .start()) {
            Election leading = leader.stand("a");
            assertThat(leading.awaitLeadership(StoreTestSteps.LIMIT)).isPresent();
            leaders.take();
            try (Candidate follower = Candidate.on(leasesIn(prefix, second))
                    .closingStore()
                    .timing(timing)
                    .start()) {
                follower.stand("a");
                StoreTestSteps.await("twenty intervals", () -> leaders.count("PUT") >= 20);

                assertThat(leaders.take().keySet()).containsExactly("PUT");
                assertThat(followers.take().keySet()).containsExactly("GET");
            }
        }
    }
}
