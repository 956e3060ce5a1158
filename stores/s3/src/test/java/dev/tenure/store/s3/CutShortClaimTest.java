package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.s3.S3Client;

/** Claims beside s3lect that fail between the token and the lockfile, which cannot be written at once. */
@Tag("server")
@Timeout(120)
class CutShortClaimTest {
    private static final Duration TTL = Duration.ofSeconds(15);
    private static final Identity ALICE = StoreTestSteps.identity("alice");

    private final String lockfile = Emulator.newPrefix() + "/leader.json";
    private final Relay relay = new Relay(Emulator.SHARED.address());
    private final S3Client client = Emulator.SHARED.client();
    private final LeaseStore store =
            Emulator.at(relay.address()).sharedWith(S3lect.lockfile(lockfile)).open();
    private final LeaseStore other =
            Emulator.SHARED.store().sharedWith(S3lect.lockfile(lockfile)).open();

    @AfterEach
    void close() {
        store.close();
        other.close();
        client.close();
        relay.close();
    }

    private static Ballot ballot(Sighting waitedOut) {
        return StoreTestSteps.ballot("leader", ALICE, TTL, ClaimCondition.judged(waitedOut, 0));
    }

    private static Sighting seen(LeaseStore by) {
        return by.inspect("leader", StoreTestSteps.soon());
    }

    /** Lets a claim raise the token, and fail where it would write its lease. */
    private void claimInVain(Sighting waitedOut) {
        AtomicBoolean came = new AtomicBoolean();
        relay.rule(request -> {
            if (request.isWrite()
                    && request.path().endsWith("/leader.json")
                    && request.body().contains("\"held\"")) {
                came.set(true);
                return Relay.error(503, "SlowDown");
            }
            return relay.forward(request);
        });
        while (!came.get()) { // the check of the store may fail first on a busy machine, and goes on in the next claim
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.claim(ballot(waitedOut), StoreTestSteps.soon()));
        }
        relay.rule(relay::forward);
    }

    @Test
    void failedFirstClaimIsNotAVanishedLease() {
        claimInVain(seen(store));
        assertThat(Emulator.get(client, lockfile + ".tenure-token")).contains("token");

        assertThat(seen(other)).isInstanceOf(Sighting.Released.class);
        assertThat(seen(store)).isEqualTo(seen(other));
        StoreTestSteps.granted(other.claim(ballot(seen(other)), StoreTestSteps.soon()));
    }

    @Test
    void failedFirstClaimLeavesTheLockfileFreeToS3lect() {
        claimInVain(seen(store));

        assertThat(new GoNode(new Bucket(client, false, Emulator.BUCKET), lockfile, "go-1", "a:1", TTL, Duration.ZERO)
                        .cycle())
                .isTrue();
    }

    @Test
    void claimOnTheSameRecordIsNotRestarted() {
        store.release(StoreTestSteps.elect(store, "leader", TTL), Handover.toAnyone(), StoreTestSteps.soon());
        Sighting free = seen(store);
        claimInVain(free);
        long raised = relay.count("PUT", ".tenure-token");
        long read = relay.count("GET", ".tenure-token");

        Lease lease = StoreTestSteps.granted(store.claim(ballot(free), StoreTestSteps.soon()));

        assertThat(relay.count("PUT", ".tenure-token")).isEqualTo(raised);
        assertThat(relay.count("GET", ".tenure-token")).isEqualTo(read);
        assertThat(lease.token()).isGreaterThan(free.lastToken());
    }

    /** Another claim may have come between: what was raised for the record before is worth nothing now. */
    @Test
    void tokenOfAFailedClaimIsNotReusedForAnotherRecord() {
        store.release(StoreTestSteps.elect(store, "leader", TTL), Handover.toAnyone(), StoreTestSteps.soon());
        claimInVain(seen(store));
        Lease between = StoreTestSteps.elect(other, "leader", TTL);
        other.release(between, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(StoreTestSteps.granted(store.claim(ballot(seen(store)), StoreTestSteps.soon()))
                        .token())
                .isGreaterThan(between.token());
    }

    /** Otherwise each failed claim would restart the wait of all others. */
    @Test
    void failedClaimsDoNotLengthenTheWaitForAMissingLockfile() {
        StoreTestSteps.elect(store, "leader", TTL);
        Emulator.delete(client, lockfile);
        Sighting gone = seen(store);
        Sighting goneToo = seen(other);
        assertThat(gone).isInstanceOf(Sighting.Unreadable.class);
        claimInVain(gone);

        assertThat(seen(store)).isEqualTo(gone);
        assertThat(seen(other)).isEqualTo(goneToo);
        StoreTestSteps.granted(other.claim(ballot(goneToo), StoreTestSteps.soon()));
    }

    /** A slow store may have time for one read in each call. */
    @Test
    void readOfAMissingLockfileContinuesTheLastOne() {
        StoreTestSteps.elect(other, "leader", TTL);
        Emulator.delete(client, lockfile);
        relay.rule(request ->
                relay.count("GET", "/leader.json") > 1 ? Relay.error(503, "SlowDown") : relay.forward(request));
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("leader", StoreTestSteps.soon()));
        relay.rule(relay::forward);
        long reads = relay.count("GET", ".tenure-token");

        assertThat(seen(store)).isInstanceOf(Sighting.Unreadable.class);
        assertThat(relay.count("GET", ".tenure-token")).isEqualTo(reads);
    }

    @Test
    void readBeforeTheFirstElectionContinuesTheLastOne() {
        cutShortLook();
        long reads = relay.count("GET", "/leader.json");

        assertThat(seen(store)).isInstanceOf(Sighting.Never.class);
        assertThat(relay.count("GET", "/leader.json")).isEqualTo(reads);
        assertThat(seen(store)).isInstanceOf(Sighting.Never.class);
        assertThat(relay.count("GET", "/leader.json")).isEqualTo(reads + 1);
    }

    @Test
    void electionThatBeganAfterACutShortReadIsSeen() {
        cutShortLook();
        Lease lease = StoreTestSteps.elect(other, "leader", TTL);

        assertThat(seen(store))
                .isInstanceOfSatisfying(
                        Sighting.Held.class,
                        held -> assertThat(held.lease().isSameTerm(lease)).isTrue());
    }

    @Test
    void leaderOfS3lectAfterACutShortReadIsNotReplaced() {
        cutShortLook();
        GoNode go = new GoNode(new Bucket(client, false, Emulator.BUCKET), lockfile, "go-1", "a:1", TTL, Duration.ZERO);
        assertThat(go.cycle()).isTrue();
        Sighting none = seen(store);
        assertThat(none).isInstanceOf(Sighting.Never.class);

        assertThat(StoreTestSteps.refused(store.claim(ballot(none), StoreTestSteps.soon())))
                .isInstanceOf(Sighting.Held.class);
        assertThat(go.cycle()).isTrue();
    }

    /** Lets a look find that there is no lockfile, and then not read whether there are tokens. */
    private void cutShortLook() {
        relay.rule(request ->
                request.path().contains(".tenure-token") ? Relay.error(503, "SlowDown") : relay.forward(request));
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect("leader", StoreTestSteps.soon()));
        relay.rule(relay::forward);
    }
}
