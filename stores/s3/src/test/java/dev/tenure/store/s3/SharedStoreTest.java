package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Candidate;
import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualTime;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/** One lockfile that s3lect and Tenure write in turn. */
@Tag("server")
@Timeout(60)
class SharedStoreTest {
    private static final Duration TTL = Duration.ofSeconds(15);

    private final String lockfile = Emulator.newPrefix() + "/leader.json";
    private final ManualTime time = new ManualTime(0, StoreTestSteps.wall());
    private final S3Client client = Emulator.SHARED.client();
    private final Bucket bucket = new Bucket(client, false, Emulator.BUCKET);
    private final LeaseStore store = Emulator.SHARED
            .store()
            .sharedWith(S3lect.lockfile(lockfile))
            .open(ObjectKeys.only(lockfile, "leader"), time);

    @AfterEach
    void close() {
        store.close();
        client.close();
    }

    private static Ballot ballot(Sighting waitedOut) {
        return StoreTestSteps.ballot(
                "leader", StoreTestSteps.identity("alice"), TTL, ClaimCondition.judged(waitedOut, 0));
    }

    private Lease elect() {
        return StoreTestSteps.elect(store, "leader", TTL);
    }

    private GoNode goNode(String id) {
        return new GoNode(bucket, lockfile, id, "10.0.0.1:8443", TTL, Duration.ZERO);
    }

    private Sighting seen() {
        return store.inspect("leader", StoreTestSteps.soon());
    }

    private Instant updated() {
        return ((RecordContent.Ours) RecordFormat.read(
                        "leader", bucket.get(lockfile, StoreTestSteps.soon()).orElseThrow()))
                .s3lectFields()
                .updated();
    }

    @Test
    void leaderOfS3lectIsShownWithAddressAndSharedTtl() {
        assertThat(goNode("go-1").cycle()).isTrue();

        Lease first = StoreTestSteps.held(seen());
        assertThat(goNode("go-1").cycle()).isTrue();
        Lease second = StoreTestSteps.held(seen());

        assertThat(first.holder()).isEqualTo(Identity.ofInstance("go-1").withAddress("10.0.0.1:8443"));
        assertThat(first.ttl()).isEqualTo(TTL);
        assertThat(second.isSameTerm(first)).isTrue();
        assertThat(second.isSameWrite(first)).isFalse();
    }

    @Test
    void termsOfS3lectAreOrderedWithoutTokens() {
        goNode("go-1").cycle();
        long first = seen().lastToken();
        goNode("go-1").resign();
        Sighting resigned = seen();
        goNode("go-2").cycle();
        long second = seen().lastToken();
        goNode("go-2").resign();

        assertThat(resigned).asInstanceOf(type(Sighting.Released.class)).satisfies(mark -> {
            assertThat(mark.lastToken()).isEqualTo(first);
            assertThat(mark.reservation()).isNull();
        });
        assertThat(second).isGreaterThan(first);
        assertThat(seen()).isInstanceOf(Sighting.Released.class);
        assertThat(seen().lastToken()).isEqualTo(second);
    }

    @Test
    void s3lectFollowsTenureAndLeadsAfterItResigns() {
        Lease lease = elect();
        GoNode go = goNode("go-1");
        assertThat(go.cycle()).isFalse();

        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(Emulator.get(client, lockfile))
                .startsWith("{\"leaderID\":\"alice-" + lease.holder().instance() + "\",")
                .contains("\"lastUpdated\":\"0001-01-01T00:00:00Z\"");
        assertThat(go.cycle()).isTrue();
        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Refused.class);
        assertThat(StoreTestSteps.held(seen()).holder().name()).isEqualTo("go-1");
    }

    /** The rule that a side object makes possible: s3lect drops the token, and the clock may have gone back. */
    @Test
    void tokensGrowAcrossATermOfS3lectAfterAClockStepBack() {
        Lease first = elect();
        store.release(first, Handover.toAnyone(), StoreTestSteps.soon());
        goNode("go-1").cycle();
        goNode("go-1").resign();
        time.stepWall(Duration.ofDays(-1));
        try (LeaseStore restarted = Emulator.SHARED
                .store()
                .sharedWith(S3lect.lockfile(lockfile))
                .open(ObjectKeys.only(lockfile, "leader"), time)) {

            assertThat(StoreTestSteps.elect(restarted, "leader", TTL).token()).isGreaterThan(first.token());
        }
    }

    /** R7: the token that is shown for a term of s3lect is this process's own, and may mean another term elsewhere. */
    @Test
    void termAfterAReleaseOfS3lectFollowsNone() {
        goNode("go-1").cycle();
        goNode("go-1").resign();
        assertThat(seen()).isInstanceOf(Sighting.Released.class);

        Lease first = elect();
        assertThat(first.follows()).isZero();
        assertThat(StoreTestSteps.held(seen()).follows()).isZero();

        store.release(first, Handover.toAnyone(), StoreTestSteps.soon());
        assertThat(elect().follows()).isEqualTo(first.token());
    }

    /** R7: a claim that did not get through may have raised the kept token; the released term is another. */
    @Test
    void termFollowsTheReleasedOneDespiteAHigherKeptToken() {
        Lease first = elect();
        store.release(first, Handover.toAnyone(), StoreTestSteps.soon());
        long kept = first.token() + 1_000_000_000_000L;
        Emulator.put(client, lockfile + ".tenure-token", "{\"token\":" + kept + "}");

        Lease second = elect();

        assertThat(second.token()).isGreaterThan(kept);
        assertThat(second.follows()).isEqualTo(first.token());
        assertThat(StoreTestSteps.held(seen())).isEqualTo(second);
    }

    /** R15: no token is lower than the kept one, with any content of the lockfile. */
    @ParameterizedTest
    @ValueSource(strings = {"free", "of s3lect", "gone"})
    void claimIsRefusedAfterTheHighestToken(String state) {
        store.release(elect(), Handover.toAnyone(), StoreTestSteps.soon());
        if (state.equals("of s3lect")) {
            goNode("go-1").cycle();
        } else if (state.equals("gone")) {
            Emulator.delete(client, lockfile);
        }
        Emulator.put(client, lockfile + ".tenure-token", "{\"token\":" + Lease.MAX_TOKEN + "}");
        try (LeaseStore fresh = Emulator.SHARED
                .store()
                .sharedWith(S3lect.lockfile(lockfile))
                .open(ObjectKeys.only(lockfile, "leader"), time)) {
            Sighting seen = fresh.inspect("leader", StoreTestSteps.soon());

            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> fresh.claim(ballot(seen), StoreTestSteps.soon()))
                    .withMessageContaining(lockfile + ".tenure-token shows token " + Lease.MAX_TOKEN);
            assertThat(fresh.inspect("leader", StoreTestSteps.soon())).isEqualTo(seen);
        }
        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.claim(ballot(seen()), StoreTestSteps.soon()));
    }

    @Test
    void eachRenewalHasALaterDateOnAnyClock() {
        Lease lease = elect();
        Instant first = updated();
        lease = renewed(lease);
        assertThat(updated()).as("the clock stood still").isAfter(first);

        Instant second = updated();
        time.advance(Duration.ofSeconds(5));
        time.stepWall(Duration.ofHours(-1));
        lease = renewed(lease);
        assertThat(updated()).as("s3lect's clock went on").isEqualTo(second.plusSeconds(5));

        time.stepWall(Duration.ofHours(2));
        renewed(lease);
        assertThat(updated()).isEqualTo(time.wall());
    }

    private Lease renewed(Lease lease) {
        return ((Renewal.Renewed) store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon())).lease();
    }

    @Test
    void missingLockfileWithTokensIsWaitedOut() {
        Lease lease = elect();
        Emulator.delete(client, lockfile);

        Sighting gone = seen();
        assertThat(gone).asInstanceOf(type(Sighting.Unreadable.class)).satisfies(trace -> {
            assertThat(trace.lastToken()).isEqualTo(lease.token());
            assertThat(trace.version()).isEmpty();
        });
        assertThat(StoreTestSteps.granted(store.claim(ballot(gone), StoreTestSteps.soon()))
                        .token())
                .isGreaterThan(lease.token());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "{\"leaderID\":\"go-1\",", "{\"leaderID\":\"go-1\",\"lastUpdated\":\"2999-01-01T00:00:00Z\"}"
            })
    void recordThatBlocksS3lectIsReplaced(String content) {
        Emulator.put(client, lockfile, content);
        Sighting unreadable = seen();

        assertThat(unreadable).isInstanceOf(Sighting.Unreadable.class);
        StoreTestSteps.granted(store.claim(ballot(unreadable), StoreTestSteps.soon()));
        assertThat(goNode("go-1").cycle()).isFalse();
    }

    @Test
    void leaderWhoseClockIsSlightlyAheadIsReadable() {
        new GoNode(bucket, lockfile, "go-1", "a:1", TTL, Duration.ofMinutes(10)).cycle();

        assertThat(StoreTestSteps.held(seen()).holder().name()).isEqualTo("go-1");
    }

    @Test
    void anotherTtlIsRefusedAtStartAndLater() {
        assertThat(store.timing().ttl()).isEqualTo(TTL);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Candidate.on(store)
                        .closingStore()
                        .timing(Timing.stable())
                        .start())
                .withMessageContaining("share one ttl");
        Lease lease = elect();
        Lease longer = lease.renewed(Duration.ofSeconds(30), lease.stamp().next(9, StoreTestSteps.wall()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.renew(new dev.tenure.spi.RenewalRequest(lease, longer), StoreTestSteps.soon()))
                .withMessageContaining("share one ttl");
    }

    @Test
    void itHasOneElectionAndAGrace() {
        store.checkName("leader");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> store.checkName("payroll"))
                .withMessageContaining("'leader'");
        assertThat(store.elections(StoreTestSteps.soon())).isEmpty();
        elect();
        assertThat(store.elections(StoreTestSteps.soon())).containsExactly("leader");
        assertThat(store.takeoverDelay().afterExpiry()).isEqualTo(Duration.ofSeconds(6));
        assertThat(store.takeoverDelay().afterRelease()).isZero();
    }

    /** s3lect would take the lease for older than it is, by as much as the clock is behind. */
    @Test
    void candidateWhoseClockIsFarBehindDoesNotClaim() {
        ManualTime behind = new ManualTime(0, StoreTestSteps.wall().minusSeconds(10));
        goNode("go-1").cycle();
        try (LeaseStore late = SharedStore.open(
                new Bucket(client, false, Emulator.BUCKET, behind),
                ObjectKeys.only(lockfile, "leader"),
                S3lect.lockfile(lockfile),
                null,
                behind)) {
            Sighting seen = late.inspect("leader", StoreTestSteps.soon());

            StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> late.claim(ballot(seen), StoreTestSteps.soon()))
                    .withMessageContaining("set the clock");
        }
    }

    @Test
    void twoStartsOfOneNameAreTwoCandidatesToS3lect() {
        Lease first = elect();
        String id = RecordFormat.idOf(first.holder());

        Answer second = store.claim(ballot(seen()), StoreTestSteps.soon());

        assertThat(RecordFormat.idOf(StoreTestSteps.granted(second).holder()))
                .startsWith("alice-")
                .isNotEqualTo(id);
    }
}
