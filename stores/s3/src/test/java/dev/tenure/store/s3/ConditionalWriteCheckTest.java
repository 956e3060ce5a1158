package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;

/** A store that grants one write to two is found out before it keeps a lease. */
@Tag("server")
@Timeout(60)
class ConditionalWriteCheckTest {
    private final Relay relay = new Relay(Emulator.SHARED.address());
    private final String prefix = Emulator.newPrefix();
    private final S3Client client = Emulator.SHARED.client();

    @AfterEach
    void close() {
        relay.close();
        client.close();
    }

    private LeaseStore open() {
        return Emulator.at(relay.address()).prefix(prefix).open();
    }

    private List<String> keys() {
        return client.listObjectsV2(list -> list.bucket(Emulator.BUCKET).prefix(prefix + "/")).contents().stream()
                .map(object -> object.key().substring(prefix.length() + 1))
                .toList();
    }

    @Test
    void storeThatIgnoresConditionsIsRefusedForGood() {
        relay.changeWrites(request -> request.without("if-match", "if-none-match"));
        try (LeaseStore store = open()) {
            for (int attempt = 0; attempt < 2; attempt++) {
                StoreTestSteps.assertFails(
                                Kind.MISCONFIGURED,
                                () -> store.claim(
                                        StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()))
                        .withMessageContaining("of 16 that wrote at once on the same condition 16 were granted")
                        .withMessageContaining("elect nobody on this store");
            }
            assertThat(keys()).containsExactly(".tenure/race");
            assertThat(relay.count("PUT", "/.tenure/race")).as("raced once").isEqualTo(16);
        }
    }

    @Test
    void storeThatIgnoresSomeConditionsIsRefused() {
        relay.changeWrites(request -> request.without("if-match"));
        try (LeaseStore store = open()) {
            StoreTestSteps.assertFails(
                    Kind.MISCONFIGURED,
                    () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()));
        }
    }

    @Test
    void checkedStoreCostsLaterStartsOneRead() {
        try (LeaseStore first = open();
                LeaseStore second = open()) {
            StoreTestSteps.elect(first, "a");
            long races = relay.count("PUT", "/.tenure/race");
            long reads = relay.count("GET", "/.tenure/race");
            StoreTestSteps.elect(second, "b");
            StoreTestSteps.elect(second, "c");

            assertThat(races).isEqualTo(4 * 16 + 1);
            assertThat(relay.count("PUT", "/.tenure/race")).isEqualTo(races);
            assertThat(relay.count("GET", "/.tenure/race") - reads).isEqualTo(1);
            assertThat(second.elections(StoreTestSteps.soon())).containsExactlyInAnyOrder("a", "b", "c");
        }
    }

    @Test
    void copiedBucketIsCheckedAgain() {
        Emulator.put(client, prefix + "/.tenure/race", "{\"fit\":\"https://elsewhere.example\"}");
        try (LeaseStore store = open()) {
            StoreTestSteps.elect(store, "a");

            assertThat(relay.count("PUT", "/.tenure/race")).isGreaterThan(16);
        }
    }

    @Test
    void observerWritesNothing() {
        try (LeaseStore store = open()) {
            store.inspect("a", StoreTestSteps.soon());
            store.elections(StoreTestSteps.soon());

            assertThat(keys()).isEmpty();
        }
    }

    @Test
    void failedCheckTouchesNoLeaseAndIsRepeated() {
        relay.refuse("PUT", 500, "InternalError");
        try (LeaseStore store = open()) {
            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE,
                    () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()));
            relay.rule(relay::forward);

            StoreTestSteps.elect(store, "a");
        }
    }

    @Test
    void slowStoreIsCheckedInSeveralCalls() {
        AtomicInteger writes = new AtomicInteger();
        relay.rule(request -> request.isWrite() && writes.getAndIncrement() % 40 == 39
                ? Relay.error(503, "SlowDown")
                : relay.forward(request));
        try (LeaseStore store = open()) {
            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE,
                    () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()));
            long before = relay.count("PUT", "/.tenure/race");
            relay.rule(relay::forward);
            StoreTestSteps.elect(store, "a");

            assertThat(relay.count("PUT", "/.tenure/race") - before)
                    .as("two of four rounds, and the note")
                    .isEqualTo(2 * 16 + 1);
        }
    }

    @Test
    void checkFinishesAfterTheClaimGaveUp() {
        CountDownLatch claimHasFailed = new CountDownLatch(1);
        relay.rule(request -> {
            if (request.isWrite()) {
                claimHasFailed.await();
            }
            return relay.forward(request);
        });
        try (LeaseStore store = open()) {
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE,
                            () -> store.claim(
                                    StoreTestSteps.ballot("a", new Sighting.Never()),
                                    StoreTestSteps.within(Duration.ofMillis(500))))
                    .withMessageContaining("still being tried out");
            claimHasFailed.countDown();

            StoreTestSteps.await(
                    "four rounds and the note, without another claim",
                    () -> relay.count("PUT", "/.tenure/race") == 4 * 16 + 1);
            StoreTestSteps.elect(store, "a");
        }
    }

    @Test
    void doctorPassesAFitStoreAndLeavesNothingBehind() {
        try (LeaseStore store = open()) {
            List<CheckResult> found = store.diagnose(Timing.balanced(), StoreTestSteps.soon());

            assertThat(found).allMatch(finding -> finding.level() == CheckResult.Level.OK);
            assertThat(found)
                    .extracting(CheckResult::subject)
                    .containsExactly("permissions", "versioning", "conditional writes", "clock");
            assertThat(keys()).isEmpty();
        }
    }

    @Test
    void theDoctorFindsAStoreThatIgnoresConditions() {
        relay.changeWrites(request -> request.without("if-match", "if-none-match"));
        try (LeaseStore store = open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .anyMatch(finding -> finding.level() == CheckResult.Level.FAIL
                            && finding.subject().equals("conditional writes"));
            assertThat(keys()).isEmpty();
        }
    }

    @Test
    void doctorNamesMissingPermissions() {
        relay.refuse("PUT", 403, "AccessDenied");
        try (LeaseStore store = open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .singleElement()
                    .matches(finding -> finding.level() == CheckResult.Level.FAIL
                            && finding.remedy().contains("s3:PutObject"));
        }
        relay.refuse("DELETE", 403, "AccessDenied");
        try (LeaseStore store = open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .last()
                    .matches(finding -> finding.level() == CheckResult.Level.WARN
                            && finding.subject().equals("scratch"));
        }
    }

    @Test
    void doctorFindsThatRostersCannotBeListed() {
        relay.rule(request ->
                request.path().contains("list-type=2") ? Relay.error(403, "AccessDenied") : relay.forward(request));
        try (LeaseStore store = open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .filteredOn(finding -> finding.level() == CheckResult.Level.WARN)
                    .singleElement()
                    .satisfies(finding -> assertThat(finding.remedy())
                            .contains("s3:ListBucket")
                            .contains("leases-only=true"));
        }
    }

    @Test
    void doctorWarnsAboutAVersionedBucket() {
        relay.rule(request -> {
            Relay.Reply reply = relay.forward(request);
            reply.headers().put("x-amz-version-id", "3sL4kqtJlcpXroDTDmJ");
            return reply;
        });
        try (LeaseStore store = open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .anyMatch(finding -> finding.level() == CheckResult.Level.WARN
                            && finding.subject().equals("versioning"));
        }
    }

    /** An unreachable store says nothing about permissions. */
    @Test
    void unreachableEndpointIsTheOnlyCheckResult() {
        try (LeaseStore store = Emulator.at(new InetSocketAddress(InetAddress.getLoopbackAddress(), 1))
                .prefix(prefix)
                .open()) {
            assertThat(store.diagnose(Timing.balanced(), StoreTestSteps.soon()))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.subject()).isEqualTo("endpoint");
                        assertThat(finding.text()).endsWith(":1 could not be reached: connection refused");
                    });
        }
    }
}
