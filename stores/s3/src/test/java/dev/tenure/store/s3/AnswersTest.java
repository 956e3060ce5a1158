package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/** What may be concluded from each answer that S3 can give. */
@Tag("server")
@Timeout(60)
class AnswersTest {
    private static final String PREFIX = Emulator.newPrefix();
    private static final AtomicInteger ELECTIONS = new AtomicInteger();
    private static final Relay RELAY = new Relay(Emulator.SHARED.address());

    private final Relay relay = RELAY;
    private final String election = "election-" + ELECTIONS.incrementAndGet();
    private final String object = "/" + election + ".json";
    private final LeaseStore store = Emulator.at(relay.address()).prefix(PREFIX).open();

    @AfterEach
    void close() {
        store.close();
        relay.rule(relay::forward);
    }

    @AfterAll
    static void closeRelay() {
        RELAY.close();
    }

    @Test
    void conflictBetweenWritersIsALostRace() {
        Lease lease = StoreTestSteps.elect(store, election);
        relay.refuse("PUT", 409, "ConditionalRequestConflict");

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .asInstanceOf(type(Renewal.Refused.class))
                .satisfies(refused ->
                        assertThat(StoreTestSteps.held(refused.found())).isEqualTo(lease));
        assertThat(store.claim(StoreTestSteps.ballot(election, new Sighting.Held(lease, null)), StoreTestSteps.soon()))
                .isEqualTo(new Answer.Refused(new Sighting.Held(lease, null)));
    }

    /** R7: its leader has not noticed yet, and may trust a longer ttl than the reader has. */
    @Test
    void damagedRecordIsWaitedOutForItsTtl() {
        Lease lease = StoreTestSteps.elect(store, election);
        try (S3Client client = Emulator.SHARED.client()) {
            String key = PREFIX + object;
            Emulator.put(client, key, Emulator.get(client, key).replace("\"held\"", "\"hld\""));
        }

        assertThat(store.inspect(election, StoreTestSteps.soon()))
                .asInstanceOf(type(Sighting.Unreadable.class))
                .satisfies(damaged -> {
                    assertThat(damaged.ttl()).isEqualTo(lease.ttl());
                    assertThat(damaged.lastToken()).isEqualTo(lease.token());
                });
    }

    @Test
    void renewalOfAMissingObjectIsALostRace() {
        Lease lease = StoreTestSteps.elect(store, election);
        try (S3Client client = Emulator.SHARED.client()) {
            Emulator.delete(client, PREFIX + object);
        }

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isEqualTo(new Renewal.Refused(new Sighting.Never()));
    }

    @Test
    void throttledWriteIsSentOnceWithoutEffect() {
        Lease lease = StoreTestSteps.elect(store, election);
        long before = relay.count("PUT", object);
        relay.refuse("PUT", 503, "SlowDown");

        StoreTestSteps.assertFails(
                        Kind.UNREACHABLE, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .withMessageContaining("S3 throttles");
        assertThat(relay.count("PUT", object) - before).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {500, 502, 503, 504})
    void writeThatFailsInTheStoreIsUnknownAndSentOnce(int status) {
        Lease lease = StoreTestSteps.elect(store, election);
        long before = relay.count("PUT", object);
        relay.refuse("PUT", status, "InternalError");

        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        assertThat(relay.count("PUT", object) - before).isEqualTo(1);
    }

    @Test
    void clientOfTheApplicationDoesNotRepeatWrites() {
        try (S3Client client = Emulator.client(relay.address());
                LeaseStore theirs =
                        S3Store.on(client, Emulator.BUCKET).prefix(PREFIX).open()) {
            Lease lease = StoreTestSteps.elect(theirs, election);
            long before = relay.count("PUT", object);
            relay.refuse("PUT", 500, "InternalError");

            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN, () -> theirs.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
            assertThat(relay.count("PUT", object) - before).isEqualTo(1);
        }
    }

    @Test
    void aReadThatFailsIsRepeatedInTime() {
        Lease lease = StoreTestSteps.elect(store, election);
        AtomicInteger left = new AtomicInteger(2);
        relay.rule(request ->
                left.getAndDecrement() > 0 ? Relay.error(503, "ServiceUnavailable") : relay.forward(request));

        assertThat(StoreTestSteps.held(store.inspect(election, StoreTestSteps.soon())))
                .isEqualTo(lease);
        assertThat(left.get()).isEqualTo(-1);
    }

    @Test
    void readIsUnreachableAfterFourFailedAttempts() {
        long before = relay.count("GET", object);
        relay.refuse("GET", 500, "InternalError");

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect(election, StoreTestSteps.soon()));
        assertThat(relay.count("GET", object) - before).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "404 | NoSuchBucket                 | create it, or name another",
                "403 | AccessDenied                 | s3:ListBucket",
                "403 | SomethingNew                 | s3:ListBucket",
                "400 | ExpiredToken                 | have expired",
                "403 | InvalidAccessKeyId           | correct the credentials",
                "403 | SignatureDoesNotMatch        | correct the credentials",
                "403 | RequestTimeTooSkewed         | the clock of this machine",
                "301 | PermanentRedirect            | set region=eu-central-1",
                "400 | AuthorizationHeaderMalformed | set region=eu-central-1",
                "501 | NotImplemented               | no conditional writes",
            })
    void configurationErrorsNameTheRemedy(int status, String code, String remedy) {
        Lease lease = StoreTestSteps.elect(store, election);
        relay.rule(request -> Relay.error(status, code));

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .withMessageContaining(remedy);
        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect(election, StoreTestSteps.soon()))
                .withMessageContaining(remedy);
    }

    @Test
    void notFoundPageOfAWebServerIsAnError() {
        relay.rule(request -> new Relay.Reply(404, Map.of("content-type", "text/html"), "<html>nothing</html>"));

        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.inspect(election, StoreTestSteps.soon()));
    }

    @Test
    void writeThatTheNetworkRepeatsIsRecognised() {
        StoreTestSteps.elect(store, "another");
        deliverTwice();

        Lease lease = StoreTestSteps.granted(
                store.claim(StoreTestSteps.ballot(election, new Sighting.Never()), StoreTestSteps.soon()));
        RenewalRequest extension = StoreTestSteps.extension(lease);

        assertThat(StoreTestSteps.held(store.inspect(election, StoreTestSteps.soon())))
                .isEqualTo(lease);
        assertThat(store.renew(extension, StoreTestSteps.soon()))
                .asInstanceOf(type(Renewal.Refused.class))
                .satisfies(refused -> assertThat(
                                StoreTestSteps.held(refused.found()).stamp())
                        .as("the term goes on under what was found")
                        .isEqualTo(extension.next().stamp()));
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
        assertThat(store.inspect(election, StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
    }

    @Test
    void leaderSurvivesWritesThatTheNetworkRepeats() throws InterruptedException {
        StoreTestSteps.elect(store, "another");
        AtomicInteger writes = new AtomicInteger();
        relay.rule(request -> {
            if (request.isWrite() && writes.getAndIncrement() % 2 == 0) {
                relay.forward(request);
            }
            return relay.forward(request);
        });
        try (Candidate node = Candidate.on(
                        Emulator.at(relay.address()).prefix(PREFIX).open())
                .closingStore()
                .timing(Timing.of(Duration.ofSeconds(30), Duration.ofMillis(200))) // no starved machine loses that
                .start()) {
            Election stand = node.stand(election);

            Term term = stand.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
            StoreTestSteps.await("some renewals", () -> writes.get() > 15);
            assertThat(stand.term().orElseThrow().token()).isEqualTo(term.token());
        }
    }

    private void deliverTwice() {
        relay.rule(request -> {
            if (request.isWrite()) {
                relay.forward(request);
            }
            return relay.forward(request);
        });
    }

    @Test
    void releaseThatLosesARaceReadsAndRetries() {
        Lease lease = StoreTestSteps.elect(store, election);
        AtomicInteger left = new AtomicInteger(1);
        relay.rule(request -> request.isWrite() && left.getAndDecrement() > 0
                ? Relay.error(409, "OperationAborted")
                : relay.forward(request));

        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(store.inspect(election, StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
    }
}
