package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
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
public final class CampaignRig {
    public static final Timing TIMING = Timing.balanced();
    public static final Duration TTL = TIMING.ttl();
    public static final Duration INTERVAL = TIMING.interval();
    public static final Duration MARGIN = TIMING.margin();
    public static final Duration TRUSTED = TTL.minus(MARGIN);
    public static final Duration WAIT = TTL.multipliedBy(11).dividedBy(10);

    private static final long FIRST_NANOS =
            Long.MAX_VALUE - Duration.ofSeconds(7).toNanos();
    private static final long FIRST_WALL = 1_750_000_000_000L;
    private static final int SPIN = 20_000;

    public final CampaignSetup setup;
    private static final StoreProperties NO_CLOCK = new StoreProperties(Set.of(), TakeoverDelay.NONE);
    static final StoreProperties STORE_CLOCK = new StoreProperties(Set.of(Capability.STORE_CLOCK), TakeoverDelay.NONE);
    private static final StoreProperties SUCCESSION =
            new StoreProperties(Set.of(Capability.STORE_CLOCK, Capability.SUCCESSION), TakeoverDelay.NONE);

    public final Campaign campaign;
    public final List<Effect> effects = new ArrayList<>();
    /** Whether the test says itself that barriers have heard of the end of a term. */
    public boolean hasBarriers;

    private final Invariants invariants = new Invariants();
    private long nanos = FIRST_NANOS;
    private long wallAheadMillis;
    private Effect.@Nullable Call call;
    private Consumer<CampaignRig> store = rig -> {};

    public CampaignRig(Timing timing, Duration grace, boolean storeClock, Random random) {
        this(timing, grace, storeClock ? STORE_CLOCK : NO_CLOCK, random, Duration.ZERO, StandOptions.PLAIN);
    }

    CampaignRig(
            Timing timing, Duration grace, StoreProperties store, Random random, Duration later, StandOptions options) {
        nanos += later.toNanos();
        setup = new CampaignSetup(Records.ELECTION, Records.SELF, timing, grace, store, options);
        campaign = new Campaign(setup, random, now());
    }

    /** Returns a campaign on a store without a clock, about to make its first attempt. */
    public static CampaignRig observing() {
        return new CampaignRig(TIMING, Duration.ZERO, false, new NoJitter());
    }

    /** Returns a campaign on a store that judges by its own clock, about to make its first attempt. */
    public static CampaignRig onStoreClock() {
        return new CampaignRig(TIMING, Duration.ZERO, true, new NoJitter());
    }

    /** Returns a campaign on a store that also grants unseen what was given up, about to make its first attempt. */
    public static CampaignRig onSuccession() {
        return new CampaignRig(TIMING, Duration.ZERO, SUCCESSION, new NoJitter(), Duration.ZERO, StandOptions.PLAIN);
    }

    /**
     * Returns a campaign that stands in another way than others, on a store without a clock, before its first attempt.
     */
    public static CampaignRig with(StandOptions options, Duration grace) {
        return new CampaignRig(TIMING, grace, NO_CLOCK, new NoJitter(), Duration.ZERO, options);
    }

    /** Returns a campaign on a store without a clock that is shared with programs which notice their loss late. */
    public static CampaignRig sharing(TakeoverDelay takeOver, StandOptions options) {
        StoreProperties store = new StoreProperties(Set.of(), takeOver);
        return new CampaignRig(TIMING, Duration.ZERO, store, new NoJitter(), Duration.ZERO, options);
    }

    /** Looks, finds an empty seat, and is granted its claim. */
    public CampaignRig elected() {
        tick();
        see(Records.never());
        grant();
        return this;
    }

    /** Returns a campaign that has just been elected, by a call that took no time. */
    public static CampaignRig leading() {
        return leading(TIMING, Duration.ZERO);
    }

    public static CampaignRig leading(Timing timing, Duration grace) {
        CampaignRig rig = new CampaignRig(timing, grace, false, new NoJitter());
        rig.tick();
        rig.see(Records.never());
        rig.grant();
        return rig;
    }

    /** Returns a campaign that leads and works. */
    public static CampaignRig working(Timing timing, Duration grace) {
        CampaignRig rig = leading(timing, grace);
        rig.input(new Input.WorkGiven());
        return rig;
    }

    public static CampaignRig working() {
        return working(TIMING, Duration.ZERO);
    }

    // ---- time

    public ClockReading now() {
        return new ClockReading(nanos, FIRST_WALL + (nanos - FIRST_NANOS) / 1_000_000 + wallAheadMillis, 0);
    }

    /** Returns how much time has passed in all. */
    public Duration elapsed() {
        return Duration.ofNanos(nanos - FIRST_NANOS);
    }

    /** Returns the time from now to the given monotonic reading. */
    public Duration until(long atNanos) {
        return Duration.ofNanos(atNanos - nanos);
    }

    /** Returns how long the campaign wants to be left alone. */
    public Duration untilWake() {
        Long wake = campaign.wakeAtNanos();
        assertThat(wake).as("a wake-up is planned").isNotNull();
        return until(wake);
    }

    /** Moves the clocks, and nothing else: what happens to a process that is paused. */
    public CampaignRig pause(Duration duration) {
        nanos += duration.toNanos();
        return this;
    }

    /** Moves the wall clock alone. */
    public CampaignRig stepWallClock(Duration duration) {
        wallAheadMillis += duration.toMillis();
        return this;
    }

    /** Says how the store answers the calls that are sent while time passes; without, they time out. */
    public CampaignRig onCalls(Consumer<CampaignRig> newStore) {
        store = newStore;
        return this;
    }

    /** Lets time pass: every wake-up is kept, and calls left unanswered end by their deadline as the loop ends them. */
    public CampaignRig advance(Duration duration) {
        long target = nanos + duration.toNanos();
        int steps = 0;
        for (Long next = nextStep(); next != null && next - target <= 0; next = nextStep()) {
            assertThat(++steps).as("steps without end").isLessThan(SPIN);
            nanos = ClockReading.later(nanos, next);
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
        return wake == null ? call.deadlineNanos() : (Long) ClockReading.earlier(wake, call.deadlineNanos());
    }

    // ---- inputs

    /** Hands over the input. Without barriers, the end of a term is heard at once. */
    public List<Effect> input(Input input) {
        Lease before = campaign.snapshot().lease();
        List<Effect> done = new ArrayList<>(take(input));
        if (!hasBarriers && before != null && campaign.snapshot().lease() == null) {
            done.addAll(take(new Input.BarriersPassed(before.token())));
        }
        return done;
    }

    private List<Effect> take(Input input) {
        List<Effect> done = campaign.on(input, now());
        effects.addAll(done);
        done.stream()
                .filter(Effect.Call.class::isInstance)
                .map(Effect.Call.class::cast)
                .forEach(sent -> call = sent);
        invariants.check(done, campaign, now());
        return done;
    }

    public List<Effect> tick() {
        return input(new Input.Tick());
    }

    public List<Effect> wakeUp() {
        return input(new Input.WakeUp());
    }

    public List<Effect> close() {
        return input(new Input.Close());
    }

    public List<Effect> resign() {
        return input(
                new Input.Resign(0, Reason.RESIGNED, "resigned", setup.timing().ttl(), null));
    }

    public List<Effect> workEnds(@Nullable Throwable error) {
        invariants.workEnded();
        List<Effect.Start> starts = all(Effect.Start.class);
        return input(new Input.JobEnded(starts.get(starts.size() - 1).number(), error, String.valueOf(error)));
    }

    private List<Effect> answer(Input outcome) {
        call = null;
        invariants.callEnded();
        return input(outcome);
    }

    /** Grants the claim under way, exactly as asked. */
    public Lease grant() {
        return grant(claim().ballot().ttl());
    }

    /** Grants the claim under way, storing another ttl than it asked for. */
    public Lease grant(Duration storedTtl) {
        Lease asked = asked();
        Lease lease = Records.lease(asked.holder(), asked.token(), asked.stamp(), storedTtl);
        answer(new Input.Claimed(new Answer.Granted(lease)));
        return lease;
    }

    /** Grants the claim under way, by a store that says how long the lease is to be held. */
    public void grantAndHold(Duration hold) {
        answer(new Input.Claimed(new Answer.Granted(asked(), hold)));
    }

    /** Returns the lease that the claim under way would write. */
    public Lease asked() {
        Ballot ballot = claim().ballot();
        ClaimCondition condition = ballot.condition();
        Sighting replaced =
                condition.requiresRelease() ? Records.released(condition.highestToken()) : condition.replacing();
        Lease bare = ballot.grant(replaced == null ? Records.never() : replaced, now().wallMillis() * 1000, "");
        return bare.withVersion("v" + bare.token() + "." + bare.stamp().renewal() + "."
                + bare.stamp().attempt());
    }

    public List<Effect> refuse(Sighting found) {
        claim();
        return answer(new Input.Claimed(new Answer.Refused(found)));
    }

    /** Carries out the renewal under way. */
    public Lease renew() {
        return renew(setup.timing().ttl());
    }

    public Lease renew(Duration storedTtl) {
        Lease next = renewal().extension().next();
        Lease stored = Records.lease(next.holder(), next.token(), next.stamp(), storedTtl);
        answer(new Input.Renewed(new Renewal.Renewed(stored)));
        return stored;
    }

    public List<Effect> refuseRenewal(Sighting found) {
        return answerRenewal(new Renewal.Refused(found));
    }

    public List<Effect> answerRenewal(Renewal outcome) {
        renewal();
        return answer(new Input.Renewed(outcome));
    }

    public List<Effect> see(Sighting sighting) {
        look();
        return answer(new Input.Seen(sighting));
    }

    public List<Effect> released() {
        release();
        return answer(new Input.Released());
    }

    public List<Effect> fail(StoreException.Kind kind) {
        return fail(kind, "connection refused");
    }

    public List<Effect> fail(StoreException.Kind kind, String message) {
        return fail(new StoreException(kind, message));
    }

    public List<Effect> fail(StoreException failure) {
        assertThat(call).as("a call is under way").isNotNull();
        return answer(new Input.Failed(failure));
    }

    // ---- what can be seen

    public Effect.@Nullable Call call() {
        return call;
    }

    public Effect.Claim claim() {
        return underWay(Effect.Claim.class);
    }

    public Effect.Renew renewal() {
        return underWay(Effect.Renew.class);
    }

    public Effect.Release release() {
        return underWay(Effect.Release.class);
    }

    public Effect.Inspect look() {
        return underWay(Effect.Inspect.class);
    }

    private <T extends Effect.Call> T underWay(Class<T> type) {
        Effect.Call now = call;
        assertThat(now).as("the call under way").isInstanceOf(type);
        return type.cast(now);
    }

    public boolean workRuns() {
        return invariants.workRuns();
    }

    /** Tells whether the seat would say so at this very moment. */
    public boolean leads() {
        Snapshot shown = campaign.snapshot();
        return shown.announced() && shown.holdsAt(now().nanos(), now().wallMillis(), now().sleptNanos());
    }

    /** Returns the published lease. */
    public Lease lease() {
        Lease lease = campaign.snapshot().lease();
        assertThat(lease).as("the lease held").isNotNull();
        return lease;
    }

    /** Returns how much longer the term is trusted. */
    public Duration trusted() {
        Trust trust = campaign.snapshot().trust();
        assertThat(trust).as("trust").isNotNull();
        return until(trust.untilNanos());
    }

    /** Returns all effects of a kind, from the beginning. */
    public <T extends Effect> List<T> all(Class<T> type) {
        return effects.stream().filter(type::isInstance).map(type::cast).toList();
    }

    /** Returns all events of a kind, from the beginning. */
    public <T extends ElectionEvent> List<T> told(Class<T> type) {
        return all(Effect.Tell.class).stream()
                .map(Effect.Tell::event)
                .filter(type::isInstance)
                .map(type::cast)
                .toList();
    }
}
