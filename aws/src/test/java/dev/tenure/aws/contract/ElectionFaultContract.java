package dev.tenure.aws.contract;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.aws.contract.FaultyHttpServer.Call;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.CompetingCandidates;
import dev.tenure.testkit.RecordingListener;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Candidates on a service that fails: never two leaders, tokens grow, and soon one leads again. */
@Timeout(60)
@Execution(ExecutionMode.CONCURRENT)
public abstract class ElectionFaultContract {
    /** Short, but with room for the pauses of a busy machine. */
    protected static final Timing TIMING = Timing.of(Duration.ofSeconds(3), Duration.ofMillis(100));

    protected final String election;
    protected final CompetingCandidates rivals;

    protected ElectionFaultContract(String election) {
        this.election = election;
        this.rivals = new CompetingCandidates(election, TIMING);
    }

    /** Opens a store on the service itself that reads these clocks. */
    protected abstract LeaseStore open(TimeSource time);

    /** Opens a store on the same records whose requests go through {@link #faults}. */
    protected abstract LeaseStore openThroughFaults();

    /** Returns the server that the test controls. */
    protected abstract FaultyHttpServer faults();

    /** Tells whether a request is a claim or a release; it may be a renewal as well, where all look alike. */
    protected abstract boolean isClaimOrRelease(Call call);

    /** Tells whether a request is a renewal; it may be a claim or a release as well, where all look alike. */
    protected abstract boolean isRenewal(Call call);

    /** Returns how the service refuses a request that it may accept a little later. */
    protected abstract Fate busy(int request);

    /** Returns the end that the lock states, as a second since 1970. */
    protected abstract long statedEnd();

    /** Closes what the subclass opened; called after each test, when all candidates are closed. */
    protected abstract void closeServers();

    @AfterEach
    void close() {
        faults().pass();
        rivals.close();
        closeServers();
        assertThat(rivals.history().findings()).isEmpty();
    }

    protected final Election stand(String name) {
        return rivals.stand(name, open(TimeSource.system()));
    }

    protected final Election standThroughFaults(String name) {
        return rivals.stand(name, openThroughFaults());
    }

    /** Lets a candidate stand, and waits until it leads. */
    protected final Term lead(Election stand) throws InterruptedException {
        return stand.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();
    }

    /** Lets a candidate stand, and waits until it has seen the leader. */
    protected final Election follow(Election stand) {
        StoreTestSteps.await(
                "the follower has seen the leader", () -> stand.status().leader() != null);
        return stand;
    }

    protected final Lease lease() {
        try (LeaseStore looking = open(TimeSource.system())) {
            return StoreTestSteps.held(StoreTestSteps.inspect(looking, election));
        }
    }

    protected final void awaitRenewals(Term term, int more) {
        long until = lease().stamp().renewal() + more;
        StoreTestSteps.await("renewed " + more + " times", () -> lease().stamp().renewal() >= until);
        assertThat(lease().token()).isEqualTo(term.token());
    }

    @Test
    void claimWhoseAnswerIsLostIsAdopted() throws InterruptedException {
        AtomicInteger claims = new AtomicInteger();
        faults().rule(call -> isClaimOrRelease(call) && claims.getAndIncrement() == 0 ? Fate.ANSWER_LOST : Fate.PASS);

        Term term = lead(standThroughFaults("alice"));

        assertThat(lease().token()).isEqualTo(term.token());
        awaitRenewals(term, 2);
    }

    @Test
    void leaderSurvivesLostAnswersOfRenewals() throws InterruptedException {
        Term term = lead(standThroughFaults("alice"));
        stand("bob");
        AtomicInteger renewals = new AtomicInteger();
        faults().rule(call -> isRenewal(call) && renewals.getAndIncrement() % 2 == 0 ? Fate.ANSWER_LOST : Fate.PASS);

        awaitRenewals(term, 8);

        assertThat(term.isCurrent()).isTrue();
    }

    @Test
    void releaseWhoseAnswerIsLostStillHandsOver() throws InterruptedException {
        Election alices = standThroughFaults("alice");
        Term term = lead(alices);
        stand("bob");
        faults().rule(call -> isClaimOrRelease(call) ? Fate.ANSWER_LOST : Fate.PASS);

        alices.resign();

        assertThat(rivals.awaitTermAbove(term.token()).candidate().name()).isEqualTo("bob");
    }

    @Test
    void leaderSurvivesBriefThrottling() throws InterruptedException {
        Term term = lead(standThroughFaults("alice"));
        AtomicInteger renewals = new AtomicInteger();
        faults().rule(call ->
                isRenewal(call) && renewals.getAndIncrement() % 3 != 2 ? busy(renewals.get()) : Fate.PASS);

        awaitRenewals(term, 4);

        assertThat(term.isCurrent()).isTrue();
    }

    /** Neither wall clock decides which candidate leads, or for how long; and no stated end goes back. */
    @ParameterizedTest
    @CsvSource({"1,-1", "-1,1", "1,1", "-1,-1"})
    void wallClocksThatStepByAnHourChangeNothing(int leadersHours, int followersHours) throws InterruptedException {
        OffsetWallClock leaders = new OffsetWallClock();
        OffsetWallClock followers = new OffsetWallClock();
        Election alices = rivals.stand("alice", open(leaders));
        Term term = lead(alices);
        follow(rivals.stand("bob", open(followers)));
        long end = statedEnd();

        leaders.step(Duration.ofHours(leadersHours));
        followers.step(Duration.ofHours(followersHours));

        awaitRenewals(term, 35); // more than a ttl
        assertThat(term.isCurrent()).isTrue();
        assertThat(statedEnd()).isGreaterThanOrEqualTo(end);
        alices.resign();
        Term next = rivals.awaitTermAbove(term.token());
        assertThat(next.candidate().name()).isEqualTo("bob");
        awaitRenewals(next, 3);
    }

    /** Every request of the leader fails like this, for longer than a ttl. */
    protected final void assertThatAnotherLeadsAfter(Fate fate) throws InterruptedException {
        Election alices = standThroughFaults("alice");
        Term term = lead(alices);
        RecordingListener heard = new RecordingListener();
        alices.subscribe(heard);
        stand("bob");
        faults().rule(call -> fate);

        Term next = rivals.awaitTermAbove(term.token());

        assertThat(next.candidate().name()).isEqualTo("bob");
        assertThat(term.isCurrent()).isFalse();
        heard.await(ElectionEvent.Lost.class, StoreTestSteps.LIMIT);
    }

    /** Every request of a lone candidate fails like this for a while. */
    protected final void assertThatLoneCandidateLeadsAgainAfter(Fate fate) throws InterruptedException {
        Term term = lead(standThroughFaults("alice"));
        AtomicInteger failed = new AtomicInteger();
        faults().rule(call -> {
            if (!term.isCurrent()) {
                failed.incrementAndGet();
            }
            return fate;
        });
        StoreTestSteps.await("stepped down, and a further request failed", () -> failed.get() > 0);

        faults().pass();

        assertThat(rivals.awaitTermAbove(term.token()).candidate().name()).isEqualTo("alice");
    }
}
