package dev.tenure.http.peer.channel;

import static dev.tenure.http.peer.state.TestLeases.held;
import static dev.tenure.http.peer.state.TestLeases.lease;
import static dev.tenure.http.peer.state.TestLeases.pushed;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.memory.MemoryStore;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link StoreCallObserver}: when the store is called, and when a push does instead. */
class StoreCallObserverTest {
    private static final String ELECTION = "payroll";

    private final ManualTime time = new ManualTime();
    private final List<Runnable> tasks = new ArrayList<>();
    private final PeerState state = PeerState.none(time, "follower-1");
    private final PeerExchange exchange = new PeerExchange(silent(), state, false, null);
    private final StoreCallObserver observer = new StoreCallObserver(state, () -> exchange);
    private final List<String> wakeUps = new ArrayList<>();
    private final WatchedStore store = new WatchedStore(time);

    /** Follows the term with token 5, of which renewal 2 was pushed. */
    @BeforeEach
    void follow() {
        observer.watch(store, ELECTION, () -> wakeUps.add("woken"));
        observer.read(observer.beginReading(ELECTION), held(5, 1));
        followed().pushed(pushed(5, 2));
        assertThat(observer.shown(ELECTION)).isEqualTo(held(5, 2));
    }

    private FollowedElection followed() {
        return requireNonNull(state.followedElections().of(ELECTION));
    }

    @Test
    @DisplayName("when the store says that the record has changed, it is read, whatever was pushed before")
    void storeIsReadAfterItsWakeUp() {
        store.wake();

        assertThat(wakeUps).hasSize(1);
        assertThat(observer.shown(ELECTION)).isNull();

        observer.read(observer.beginReading(ELECTION), held(5, 2));
        followed().pushed(pushed(5, 3));

        assertThat(observer.shown(ELECTION)).isEqualTo(held(5, 3));
    }

    @Test
    @DisplayName(
            "a claim on a released term is refused by a push that shows it held, and is left to the store otherwise")
    void claimAfterReleaseIsRefusedByAPush() {
        Ballot afterRelease = ballot(ClaimCondition.afterRelease(5));

        assertThat(observer.refused(afterRelease)).isEqualTo(new Answer.Refused(held(5, 2)));

        followed().ended(5);

        assertThat(observer.refused(afterRelease)).isNull();
    }

    @Test
    @DisplayName("every other claim is left to the store")
    void otherClaimsAreLeftToTheStore() {
        assertThat(observer.refused(ballot(ClaimCondition.judged(held(5, 2), 5))))
                .isNull();
        assertThat(observer.refused(ballot(ClaimCondition.unseen()))).isNull();
    }

    @Test
    @DisplayName("once a write is under way, the store is read, though nobody knows yet that the write has failed")
    void storeIsReadBesideAWrite() {
        observer.beginWrite(ELECTION);

        assertThat(observer.shown(ELECTION)).isNull();

        observer.read(observer.beginReading(ELECTION), held(5, 2));
        followed().pushed(pushed(5, 3));

        assertThat(observer.shown(ELECTION)).isEqualTo(held(5, 3));
    }

    @Test
    @DisplayName("the refusal of a claim shows the record, and so is a reading of it")
    void refusedClaimIsAReading() {
        StoreCallObserver.Call claim = observer.beginWrite(ELECTION);

        observer.claimed(claim, new Answer.Refused(held(5, 2)));
        followed().pushed(pushed(5, 3));

        assertThat(observer.shown(ELECTION)).isEqualTo(held(5, 3));
    }

    @Test
    @DisplayName("a renewal of a claim whose answer was lost ends following the leader that was before")
    void adoptedTermIsNotFollowed() {
        WriteStamp stamp = new WriteStamp(1, 1, Instant.EPOCH);
        Lease adopted = new Lease(
                ELECTION, Identity.ofInstance("follower-1"), 6, 5, Instant.EPOCH, Duration.ofSeconds(10), stamp, "v6");
        tasks.clear();

        observer.renewed(observer.beginWrite(ELECTION), adopted, new Renewal.Renewed(adopted));

        assertThat(tasks).as("one that looks whom to follow").hasSize(1);
    }

    private static Ballot ballot(ClaimCondition condition) {
        WriteStamp stamp = new WriteStamp(0, 1, Instant.EPOCH);
        return new Ballot(
                ELECTION, Identity.ofInstance("follower-1"), lease(5, 1).ttl(), stamp, condition);
    }

    /** Reaches nobody, and runs nothing. */
    private PeerExchange.Io silent() {
        ChannelLoop loop = new ChannelLoop() {
            @Override
            public void execute(Runnable task) {
                tasks.add(task);
            }

            @Override
            public Timer after(Duration delay, Runnable task) {
                return () -> {};
            }

            @Override
            public void aside(Runnable task) {}
        };
        return new PeerExchange.Io(loop, StoreCallObserverTest::noAnswer, new NoProblems(), new Random(1));
    }

    private static CompletableFuture<PeerReply> noAnswer(PeerAddress to, PeerQuestion question, Duration timeout) {
        return new CompletableFuture<>();
    }

    private record NoProblems() implements ChannelProblems {
        @Override
        public void failed(String peer, Throwable failure) {}

        @Override
        public void works(String peer) {}

        @Override
        public void contradicted(String peer, String election) {}

        @Override
        public void unreachable(Identity leader) {}
    }

    /** A store whose wake-ups a test sends. */
    private static final class WatchedStore extends ForwardingStore {
        private Runnable watcher = () -> {};

        WatchedStore(ManualTime time) {
            super(new MemoryStore(time));
        }

        @Override
        public Set<Capability> capabilities() {
            return Set.of(Capability.WATCH);
        }

        @Override
        public Watch watch(String election, Runnable wakeUp) {
            watcher = wakeUp;
            return () -> {};
        }

        void wake() {
            watcher.run();
        }
    }
}
