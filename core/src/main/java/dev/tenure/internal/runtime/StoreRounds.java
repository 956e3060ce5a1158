package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.internal.runtime.RoundRider.Ride;
import dev.tenure.internal.runtime.RoundTrip.PreparedClaim;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends what the campaigns of a candidate ask of the store: what falls due together goes in one call, on a store that
 * can. On the loop.
 *
 * <p>A call carries no more than the store answers in good time, by what was measured. What does not go at once waits:
 * those whose trust ends first go first, and what a failed call carried goes last. A call that fails for another reason
 * than an unreachable store, or takes longer than half the time its members have, is split in two and tried again;
 * members that were skipped go alone. So one bad lease never costs the others theirs.
 */
public final class StoreRounds {
    /** So many leases travel in one call until it is known how long that takes, and so many at most. */
    private static final int FIRST_PER_CALL = 250;

    private static final int MOST_PER_CALL = 1_000;

    /** Calls that take long delay the others only a moment, until so many are under way. */
    private static final int MOST_UNDER_WAY = 2;

    private static final int PATIENT_PART = 16;

    private final LeaseStore store;
    private final EventLoop loop;
    private final boolean batches;
    private final boolean rounds;
    private final Capacity capacity;
    private final RoundQueue<RenewalRequest, Renewal> renewals = new RoundQueue<>();
    private final RoundQueue<PreparedClaim, Answer> claims = new RoundQueue<>();
    private final RoundQueue<String, Sighting> looks = new RoundQueue<>();
    private final RoundLane renewing = new RoundLane(MOST_UNDER_WAY);
    private final RoundLane besides = new RoundLane(MOST_UNDER_WAY);
    private final Deque<Runnable> starts = new ArrayDeque<>();
    private @Nullable RoundRider rider;
    private boolean rideWanted;
    private boolean sending;
    private int renewed;
    private EventLoop.@Nullable Timer timer;

    /** Makes the calls of one candidate; {@code parallelCalls} is how many can be under way at once. */
    public StoreRounds(LeaseStore store, EventLoop loop, int parallelCalls) {
        this.store = store;
        this.loop = loop;
        this.batches = store.capabilities().contains(Capability.BATCH);
        this.rounds = store.capabilities().contains(Capability.ROUND);
        this.capacity = batches ? new Capacity(1, FIRST_PER_CALL, MOST_PER_CALL) : new Capacity(parallelCalls, 1, 1);
    }

    /** Returns the store that is called. */
    public LeaseStore store() {
        return store;
    }

    /** Returns how many leases can be kept at the latency measured here. */
    public Capacity capacity() {
        return capacity;
    }

    /** Says what travels along. Returns false if the store takes nothing along. */
    public boolean takesAlong(RoundRider newRider) {
        rider = rounds ? newRider : null;
        return rounds;
    }

    /** Sends what travels along, now if nothing else goes. */
    public void ride() {
        rideWanted = true;
        sendSoon();
    }

    /** Returns how many leases were renewed since this was last asked. */
    public int renewedSince() {
        int count = renewed;
        renewed = 0;
        return count;
    }

    /** Tells whether renewals have been waiting for all of that time, so that the store did as much as it could. */
    public boolean isBehind(long nanos) {
        return renewals.hasWaitedFor(nanos, loop.time().nanos());
    }

    /** Runs the start of a campaign as soon as the store has answered most of the claims before it. */
    void whenFree(Runnable start) {
        starts.add(start);
        startNext();
    }

    /** Tells whether more renewals wait than the next call takes: until they have gone, nothing more is claimed. */
    private boolean isPressed() {
        return renewals.size() > capacity.perCall();
    }

    private void startNext() {
        while (!starts.isEmpty() && claims.size() < capacity.perCall() && !isPressed()) {
            starts.remove().run();
        }
    }

    /** Sends a renewal. */
    void renew(Effect.Renew renew, Consumer<Renewal> answered, Consumer<StoreException> failed) {
        RenewalRequest asked = renew.extension();
        RoundItem<RenewalRequest, Renewal> item = new RoundItem<>(
                asked.next().election(), asked, renew.deadlineNanos(), renew.trustEndsNanos(), answered, failed);
        if (batches) {
            renewals.add(item, loop.time().nanos());
            sendSoon();
        } else {
            send(RoundTrip.ofRenewals(List.of(item)));
        }
    }

    /** Sends a claim, when the store has heard of this candidate. */
    void claim(Effect.Claim claim, StorePresence presence, Consumer<Answer> answered, Consumer<StoreException> failed) {
        PreparedClaim asked = new PreparedClaim(claim.ballot(), presence);
        long by = claim.deadlineNanos();
        RoundItem<PreparedClaim, Answer> item =
                new RoundItem<>(claim.ballot().election(), asked, by, by, answered, failed);
        if (rounds) {
            claims.add(item, loop.time().nanos());
            sendSoon();
        } else {
            send(RoundTrip.ofClaims(List.of(item)));
        }
    }

    /** Sends a look at a record. */
    void look(Effect.Inspect look, Consumer<Sighting> answered, Consumer<StoreException> failed) {
        long by = look.deadlineNanos();
        RoundItem<String, Sighting> item = new RoundItem<>(look.election(), look.election(), by, by, answered, failed);
        if (rounds) {
            looks.add(item, loop.time().nanos());
            sendSoon();
        } else {
            send(RoundTrip.ofLooks(List.of(item)));
        }
    }

    // ---- sending

    /** Waits for what falls due at the same moment. */
    private void sendSoon() {
        if (!sending) {
            sending = true;
            loop.execute(this::sendWaiting);
        }
    }

    private void sendWaiting() {
        sending = false;
        long now = loop.time().nanos();
        renewals.expire(now);
        claims.expire(now);
        looks.expire(now);
        while (!renewals.isEmpty() && renewing.mayBegin(now)) {
            List<RoundItem<RenewalRequest, Renewal>> group = renewals.take(capacity.perCall());
            boolean fresh = !group.get(0).wasSentBefore();
            List<RoundItem<String, Sighting>> along =
                    rounds && fresh ? looks.take(capacity.perCall() - group.size()) : List.of();
            send(RoundTrip.ofRenewals(group).with(along, fresh ? board() : Ride.NONE));
        }
        while (!claims.isEmpty() && !isPressed() && besides.mayBegin(now)) {
            send(RoundTrip.ofClaims(claims.take(capacity.perCall())));
        }
        while (!looks.isEmpty() && besides.mayBegin(now)) {
            List<RoundItem<String, Sighting>> group = looks.take(capacity.perCall());
            send(RoundTrip.ofLooks(group).with(group, group.get(0).wasSentBefore() ? Ride.NONE : board()));
        }
        if (rideWanted && besides.mayBegin(now)) {
            rideWanted = false;
            Ride alone = board();
            if (!alone.isEmpty()) {
                send(RoundTrip.ofLooks(List.of()).with(List.of(), alone));
            }
        }
        startNext();
        rearm();
    }

    private Ride board() {
        return rider == null ? Ride.NONE : rider.board();
    }

    /** What waits is sent, or given up, in time, also if no call returns before. */
    private void rearm() {
        if (timer != null) {
            timer.cancel();
        }
        Long next = ClockReading.earliest(
                ClockReading.earliest(renewals.expiresNanos(), claims.expiresNanos()), looks.expiresNanos());
        if (next != null && !renewals.isEmpty()) {
            next = ClockReading.earliest(next, renewing.nextNanos(next));
        }
        boolean others = !looks.isEmpty() || (!claims.isEmpty() && !isPressed());
        if (next != null && others) {
            next = ClockReading.earliest(next, besides.nextNanos(next));
        }
        timer = next == null ? null : loop.schedule(next, this::sendSoon);
    }

    private void send(RoundTrip trip) {
        long sent = loop.time().nanos();
        long left = trip.leftNanos(sent);
        long budget = trip.budgetNanos();
        lane(trip).begin(sent, budget / PATIENT_PART);
        long at = sent + (trip.isSingle() ? left : Math.max(left / 2, 1));
        Deadline deadline = new Deadline(loop.time(), at);
        loop.offload(
                new EventLoop.StoreCall<>(trip.urgency(), at, () -> trip.send(store, deadline)),
                answer -> {
                    measured(trip, sent, budget);
                    answered(trip, answer);
                    ended(trip);
                },
                failure -> {
                    if (loop.time().nanos() - at >= 0) { // what failed earlier says nothing about how long calls take
                        measured(trip, sent, at - sent);
                    }
                    failed(trip, failure);
                    ended(trip);
                });
    }

    private RoundLane lane(RoundTrip trip) {
        return trip.renewals().isEmpty() ? besides : renewing;
    }

    private void measured(RoundTrip trip, long sentNanos, long budgetNanos) {
        if (trip.leases() > 0) {
            capacity.measured(trip.leases(), loop.time().nanos() - sentNanos, budgetNanos);
        }
    }

    private void ended(RoundTrip trip) {
        lane(trip).end();
        sendSoon();
    }

    // ---- outcomes

    private void answered(RoundTrip trip, RoundAnswer answer) {
        if (!trip.isAnsweredBy(answer)) {
            failed(trip, new StoreException(Kind.OUTCOME_UNKNOWN, "the store answered less than it was asked"));
            return;
        }
        renewed += trip.renewals().size();
        answered(trip.renewals(), answer.renewals(), renewals);
        answered(trip.claims(), answer.claims(), claims);
        List<Optional<Sighting>> sightings = trip.looks().stream()
                .map(look -> Optional.ofNullable(answer.sightings().get(look.election())))
                .toList();
        answered(trip.looks(), sightings, looks);
        if (rider != null && !trip.ride().isEmpty()) {
            rider.arrived(trip.ride(), answer);
        }
    }

    /** Takes in one outcome each, in order, or none for one that was skipped. */
    private <Q, A> void answered(
            List<RoundItem<Q, A>> items, List<Optional<A>> outcomes, RoundQueue<Q, A> queue) {
        for (int i = 0; i < items.size(); i++) {
            Optional<A> outcome = outcomes.get(i);
            if (outcome.isPresent()) {
                items.get(i).answer(outcome.get());
            } else {
                items.get(i).sendAlone();
                queue.add(items.get(i), loop.time().nanos());
            }
        }
    }

    /**
     * A store that cannot be reached is not asked again at once, unless what travelled along may be what failed. And a
     * claim that may have taken effect is not made again: what became of it is read (R8).
     */
    private void failed(RoundTrip trip, StoreException failure) {
        boolean mayHelp = failure.kind() != Kind.UNREACHABLE || !trip.ride().isEmpty();
        boolean again = mayHelp && !trip.isSingle();
        failed(trip.renewals(), again, failure, renewals);
        failed(trip.claims(), again && failure.kind() != Kind.OUTCOME_UNKNOWN, failure, claims);
        failed(trip.looks(), again, failure, looks);
        if (rider != null && !trip.ride().isEmpty()) {
            rider.failed(trip.ride(), failure);
        }
    }

    private <Q, A> void failed(
            List<RoundItem<Q, A>> items, boolean again, StoreException failure, RoundQueue<Q, A> queue) {
        if (again) {
            items.forEach(item -> item.sendAgain(items.size() / 2));
            items.forEach(item -> queue.add(item, loop.time().nanos()));
        } else {
            items.forEach(item -> item.fail(failure));
        }
    }
}
