package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Grace;
import dev.tenure.spi.Grounds;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Drives one campaign by hand: the test moves the clocks and answers the call under way.
 *
 * <p>The monotonic clock begins shortly before it wraps around, so that every test crosses that point.
 */
final class CampaignRig {
    static final Timing TIMING = Timing.balanced();
    static final Duration TTL = TIMING.ttl();
    static final Duration INTERVAL = TIMING.interval();
    static final Duration MARGIN = TIMING.margin();
    static final Duration TRUSTED = TTL.minus(MARGIN);
    static final Duration WAIT = TTL.multipliedBy(11).dividedBy(10);

    private static final long FIRST_NANOS =
            Long.MAX_VALUE - Duration.ofSeconds(7).toNanos();
    private static final long FIRST_WALL = 1_750_000_000_000L;
    private static final int SPIN = 20_000;

    final Setup setup;
    private static final Traits NO_CLOCK = new Traits(Set.of(), Grace.NONE);
    private static final Traits STORE_CLOCK = new Traits(Set.of(Capability.STORE_CLOCK), Grace.NONE);
    private static final Traits SUCCESSION =
            new Traits(Set.of(Capability.STORE_CLOCK, Capability.SUCCESSION), Grace.NONE);

    final Campaign campaign;
    final List<Effect> effects = new ArrayList<>();
    private final Invariants invariants = new Invariants();
    private long nanos = FIRST_NANOS;
    private long wallAheadMillis;
    private Effect.@Nullable Call call;
    private Consumer<CampaignRig> store = rig -> {};

    CampaignRig(Timing timing, Duration grace, boolean storeClock, Random random) {
        this(timing, grace, storeClock ? STORE_CLOCK : NO_CLOCK, random, Duration.ZERO, Conduct.PLAIN);
    }

    private CampaignRig(Timing timing, Duration grace, Traits store, Random random, Duration later, Conduct conduct) {
        nanos += later.toNanos();
        setup = new Setup(Records.ELECTION, Records.SELF, timing, grace, store, conduct);
        campaign = new Campaign(setup, random, now());
    }

    /** Returns a campaign on a store without a clock, about to make its first attempt. */
    static CampaignRig observing() {
        return new CampaignRig(TIMING, Duration.ZERO, false, new Steady());
    }

    /** Returns a campaign on a store that judges by its own clock, about to make its first attempt. */
    static CampaignRig onStoreClock() {
        return new CampaignRig(TIMING, Duration.ZERO, true, new Steady());
    }

    /** Returns a campaign on a store that also grants unseen what was given up, about to make its first attempt. */
    static CampaignRig onSuccession() {
        return new CampaignRig(TIMING, Duration.ZERO, SUCCESSION, new Steady(), Duration.ZERO, Conduct.PLAIN);
    }

    /** Returns a campaign of the same instance that begins so much later than all others. */
    static CampaignRig onStoreClockAfter(Duration later) {
        return new CampaignRig(TIMING, Duration.ZERO, STORE_CLOCK, new Steady(), later, Conduct.PLAIN);
    }

    /**
     * Returns a campaign that stands in another way than others, on a store without a clock, before its first attempt.
     */
    static CampaignRig with(Conduct conduct, Duration grace) {
        return new CampaignRig(TIMING, grace, NO_CLOCK, new Steady(), Duration.ZERO, conduct);
    }

    /** Returns a campaign on a store without a clock that is shared with programs which notice their loss late. */
    static CampaignRig sharing(Grace takeOver, Conduct conduct) {
        Traits store = new Traits(Set.of(), takeOver);
        return new CampaignRig(TIMING, Duration.ZERO, store, new Steady(), Duration.ZERO, conduct);
    }

    /** Looks, finds an empty seat, and is granted its claim. */
    CampaignRig elected() {
        tick();
        see(Records.never());
        grant();
        return this;
    }

    /** Returns a campaign that has just been elected, by a call that took no time. */
    static CampaignRig leading() {
        return leading(TIMING, Duration.ZERO);
    }

    static CampaignRig leading(Timing timing, Duration grace) {
        CampaignRig rig = new CampaignRig(timing, grace, false, new Steady());
        rig.tick();
        rig.see(Records.never());
        rig.grant();
        return rig;
    }

    /** Returns a campaign that leads and works. */
    static CampaignRig working(Timing timing, Duration grace) {
        CampaignRig rig = leading(timing, grace);
        rig.input(new Input.WorkGiven());
        return rig;
    }

    static CampaignRig working() {
        return working(TIMING, Duration.ZERO);
    }

    // ---- time

    Moment now() {
        return new Moment(nanos, FIRST_WALL + (nanos - FIRST_NANOS) / 1_000_000 + wallAheadMillis);
    }

    /** Returns how much time has passed in all. */
    Duration elapsed() {
        return Duration.ofNanos(nanos - FIRST_NANOS);
    }

    /** Returns the time from now to the given monotonic reading. */
    Duration until(long atNanos) {
        return Duration.ofNanos(atNanos - nanos);
    }

    /** Returns how long the campaign wants to be left alone. */
    Duration untilWake() {
        Long wake = campaign.wakeAtNanos();
        assertThat(wake).as("a wake-up is planned").isNotNull();
        return until(wake);
    }

    /** Moves the clocks, and nothing else: what happens to a process that is paused. */
    CampaignRig pause(Duration duration) {
        nanos += duration.toNanos();
        return this;
    }

    /** Moves the wall clock alone. */
    CampaignRig stepWallClock(Duration duration) {
        wallAheadMillis += duration.toMillis();
        return this;
    }

    /** Says how the store answers the calls that are sent while time passes; without, they time out. */
    CampaignRig onCalls(Consumer<CampaignRig> newStore) {
        store = newStore;
        return this;
    }

    /** Lets time pass: every wake-up is kept, and calls left unanswered end by their deadline as the loop ends them. */
    CampaignRig advance(Duration duration) {
        long target = nanos + duration.toNanos();
        int steps = 0;
        for (Long next = nextStep(); next != null && next - target <= 0; next = nextStep()) {
            assertThat(++steps).as("steps without end").isLessThan(SPIN);
            nanos = Moment.later(nanos, next);
            Long wake = campaign.wakeAtNanos();
            if (wake != null && now().reached(wake)) {
                tick();
            } else {
                fail(StoreException.Kind.OUTCOME_UNKNOWN, "the store did not answer in time");
            }
            if (call != null) {
                store.accept(this);
            }
        }
        nanos = target;
        return this;
    }

    private @Nullable Long nextStep() {
        Long wake = campaign.wakeAtNanos();
        if (call == null) {
            return wake;
        }
        return wake == null ? call.deadlineNanos() : (Long) Moment.earlier(wake, call.deadlineNanos());
    }

    // ---- inputs

    List<Effect> input(Input input) {
        List<Effect> done = campaign.on(input, now());
        effects.addAll(done);
        done.stream()
                .filter(Effect.Call.class::isInstance)
                .map(Effect.Call.class::cast)
                .forEach(sent -> call = sent);
        invariants.check(done, campaign, now());
        return done;
    }

    List<Effect> tick() {
        return input(new Input.Tick());
    }

    List<Effect> nudge() {
        return input(new Input.Nudge());
    }

    List<Effect> close() {
        return input(new Input.Close());
    }

    List<Effect> resign() {
        return input(new Input.Resign(0, "resigned", setup.timing().ttl(), null));
    }

    List<Effect> workEnds(@Nullable Throwable error) {
        invariants.workEnded();
        List<Effect.Start> starts = all(Effect.Start.class);
        return input(new Input.JobEnded(starts.get(starts.size() - 1).number(), error, false));
    }

    private List<Effect> answer(Input outcome) {
        call = null;
        invariants.callEnded();
        return input(outcome);
    }

    /** Grants the claim under way, exactly as asked. */
    Lease grant() {
        return grant(claim().ballot().ttl());
    }

    /** Grants the claim under way, storing another ttl than it asked for. */
    Lease grant(Duration storedTtl) {
        Lease asked = asked();
        Lease lease = Records.lease(asked.holder(), asked.token(), asked.stamp(), storedTtl);
        answer(new Input.Claimed(new Answer.Granted(lease)));
        return lease;
    }

    /** Grants the claim under way, by a store that says how long the lease is to be held. */
    void grantAndHold(Duration hold) {
        answer(new Input.Claimed(new Answer.Granted(asked(), hold)));
    }

    /** Returns the lease that the claim under way would write. */
    Lease asked() {
        Ballot ballot = claim().ballot();
        Grounds grounds = ballot.grounds();
        Sighting replaced = grounds.succeeds() ? Records.released(grounds.highestToken()) : grounds.replacing();
        Lease bare = ballot.grant(replaced == null ? Records.never() : replaced, now().wallMillis() * 1000, "");
        return bare.withVersion("v" + bare.token() + "." + bare.stamp().renewal() + "."
                + bare.stamp().attempt());
    }

    List<Effect> refuse(Sighting found) {
        claim();
        return answer(new Input.Claimed(new Answer.Refused(found)));
    }

    /** Carries out the renewal under way. */
    Lease renew() {
        return renew(setup.timing().ttl());
    }

    Lease renew(Duration storedTtl) {
        Lease next = renewal().extension().next();
        Lease stored = Records.lease(next.holder(), next.token(), next.stamp(), storedTtl);
        answer(new Input.Renewed(new Renewal.Renewed(stored)));
        return stored;
    }

    List<Effect> refuseRenewal(Sighting found) {
        renewal();
        return answer(new Input.Renewed(new Renewal.Refused(found)));
    }

    List<Effect> loseRenewal(String cause) {
        renewal();
        return answer(new Input.Renewed(new Renewal.Lost(cause)));
    }

    List<Effect> see(Sighting sighting) {
        look();
        return answer(new Input.Seen(sighting));
    }

    List<Effect> released() {
        release();
        return answer(new Input.Released());
    }

    List<Effect> fail(StoreException.Kind kind) {
        return fail(kind, "connection refused");
    }

    List<Effect> fail(StoreException.Kind kind, String message) {
        return fail(new StoreException(kind, message));
    }

    List<Effect> fail(StoreException failure) {
        assertThat(call).as("a call is under way").isNotNull();
        return answer(new Input.Failed(failure));
    }

    // ---- what can be seen

    Effect.@Nullable Call call() {
        return call;
    }

    Effect.Claim claim() {
        return underWay(Effect.Claim.class);
    }

    Effect.Renew renewal() {
        return underWay(Effect.Renew.class);
    }

    Effect.Release release() {
        return underWay(Effect.Release.class);
    }

    Effect.Inspect look() {
        return underWay(Effect.Inspect.class);
    }

    private <T extends Effect.Call> T underWay(Class<T> type) {
        Effect.Call now = call;
        assertThat(now).as("the call under way").isInstanceOf(type);
        return type.cast(now);
    }

    boolean workRuns() {
        return invariants.workRuns();
    }

    /** Tells whether the seat would say so at this very moment. */
    boolean leads() {
        return campaign.snapshot().leadsAt(now().nanos(), now().wallMillis(), now().sleptNanos());
    }

    /** Returns the published lease. */
    Lease lease() {
        Lease lease = campaign.snapshot().lease();
        assertThat(lease).as("the lease held").isNotNull();
        return lease;
    }

    /** Returns how much longer the term is trusted. */
    Duration trusted() {
        Trust trust = campaign.snapshot().trust();
        assertThat(trust).as("trust").isNotNull();
        return until(trust.untilNanos());
    }

    /** Returns all effects of a kind, from the beginning. */
    <T extends Effect> List<T> all(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns all events of a kind, from the beginning. */
    <T extends ElectionEvent> List<T> told(Class<T> type) {
        return all(Effect.Tell.class).stream()
                .map(Effect.Tell::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
