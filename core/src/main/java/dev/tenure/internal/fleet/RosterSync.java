package dev.tenure.internal.fleet;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.RoundRider;
import dev.tenure.internal.runtime.StoreRounds;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.RoundAnswer;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a candidate's entries in the rosters of a store, once an interval for all its elections together, and tells
 * each of them who else stands and what is asked of its leader. On the loop.
 *
 * <p>It travels with the calls that renew leases or look at records, where the store can, and else, or after such a
 * call failed, makes calls of its own. Nothing here is needed for safety: a roster that is late, wrong or gone only
 * costs order. An entry is not taken out while a call is under way that writes it, so that it never comes back.
 */
public final class RosterSync implements RoundRider {
    private final LeaseStore store;
    private final StoreRounds rounds;
    private final EventLoop loop;
    private final Supplier<Self> self;
    private final PeerLiveness liveness;
    private final RosterBeats beats;
    private final boolean keepsRoster;
    private final boolean takesRequests;
    private final boolean travels;
    private final Map<String, Integer> written = new HashMap<>();
    private final Set<String> toLeave = new LinkedHashSet<>();
    private Set<String> leaving = Set.of();
    private boolean leavesSoon;
    private boolean travelsAlone;
    private int underWay;
    private EventLoop.@Nullable Timer timer;

    /**
     * What a candidate says of itself in every roster.
     *
     * @param identity who it is
     * @param priority its priority
     * @param version its version
     * @param timing its timing
     */
    public record Self(Identity identity, int priority, String version, Timing timing) {}

    /** What stands in a roster: one election, or a set of them. */
    public interface Stand {
        /** Returns the name of the roster. */
        String roster();

        /** Tells whether this candidate could lead, or leads. */
        boolean isAble();

        /** Returns the names of the elections it leads. */
        Set<String> ledElections();

        /** Takes in who else stands and is alive. */
        void attended(List<Peer> others, ClockReading now);

        /** Takes in what somebody asks of the leader of an election. */
        void requested(Request request);
    }

    public RosterSync(StoreRounds rounds, EventLoop loop, Supplier<Self> self, Random random) {
        this.store = rounds.store();
        this.rounds = rounds;
        this.loop = loop;
        this.self = self;
        this.liveness = new PeerLiveness(self.get().identity().instance());
        this.beats = new RosterBeats(() -> self.get().timing(), random, loop.time().nanos());
        this.keepsRoster = store.capabilities().contains(Capability.ROSTER);
        this.takesRequests = store.capabilities().contains(Capability.REQUESTS);
        this.travels = rounds.takesAlong(this);
    }

    /** Enters the roster, now and once an interval. */
    public void join(Stand stand) {
        if (keepsRoster || takesRequests) {
            beats.add(stand, loop.time().nanos());
            toLeave.remove(stand.roster());
            reschedule();
        }
    }

    /** Takes its entry out of the roster. */
    public void leave(Stand stand) {
        if (!stand.equals(beats.find(stand.roster()))) {
            return;
        }
        beats.remove(stand.roster());
        reschedule();
        if (keepsRoster) {
            toLeave.add(stand.roster());
            leaveSoon();
        }
    }

    /** Something has changed in a roster's elections, or may have been asked: attends it soon. */
    public void soon(String roster) {
        beats.soon(roster);
        reschedule();
    }

    /** Something has changed that concerns all elections: attends all rosters soon. */
    public void soon() {
        beats.allSoon();
        reschedule();
    }

    /** Tells whether nothing is under way or left to do but to wait for the next beat. */
    public boolean isIdle() {
        return underWay == 0 && toLeave.isEmpty();
    }

    private void reschedule() {
        if (timer != null) {
            timer.cancel();
        }
        timer = beats.isEmpty() ? null : loop.schedule(beats.dueNanos(), this::due);
    }

    private void due() {
        timer = null;
        liveness.forgetDead(ClockReading.of(loop.time()));
        if (travels && !travelsAlone) {
            rounds.ride();
        } else if (underWay == 0) {
            travelAlone();
        }
    }

    // ---- what is sent

    @Override
    public Ride board() {
        return travelsAlone || beats.isEmpty() ? Ride.NONE : take();
    }

    private Ride take() {
        long now = loop.time().nanos();
        long number = beats.number(now);
        Map<String, RosterEntry> entries = new LinkedHashMap<>();
        List<String> led = new ArrayList<>();
        RosterEntry last = null;
        for (Stand stand : beats.take(now, leaving)) {
            Set<String> leads = stand.ledElections();
            led.addAll(leads);
            last = entry(stand, leads.size(), number, last);
            entries.put(stand.roster(), last);
        }
        reschedule();
        long within = self.get().timing().callTimeout().toNanos();
        Ride ride = new Ride(keepsRoster ? entries : Map.of(), takesRequests ? led : List.of(), within);
        if (!ride.isEmpty()) {
            underWay++;
            ride.entries().keySet().forEach(roster -> written.merge(roster, 1, Integer::sum));
        }
        return ride;
    }

    /** Thousands of elections of one candidate say the same of it, and share what they say. */
    private RosterEntry entry(Stand stand, int leads, long number, @Nullable RosterEntry before) {
        boolean able = stand.isAble();
        if (before != null && before.able() == able && before.leads() == leads) {
            return before;
        }
        Self now = self.get();
        RosterEntry.Heartbeat sign =
                new RosterEntry.Heartbeat(number, ClockReading.of(loop.time()).instant(), beats.validFor());
        return new RosterEntry(now.identity(), now.priority(), now.version(), able, leads, sign);
    }

    /** Makes a call of its own. */
    private void travelAlone() {
        Ride ride = take();
        if (!ride.isEmpty()) {
            send(
                    deadline -> attend(ride, deadline),
                    answer -> {
                        travelsAlone = false;
                        arrived(ride, answer);
                    },
                    failure -> failed(ride, failure));
        }
    }

    private <T> void send(Function<Deadline, T> call, Consumer<T> then, Consumer<StoreException> otherwise) {
        long at = loop.time().nanos() + self.get().timing().callTimeout().toNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        loop.offload(
                new EventLoop.StoreCall<>(EventLoop.Urgency.LOOK, at, () -> call.apply(deadline)), then, otherwise);
    }

    private RoundAnswer attend(Ride ride, Deadline deadline) {
        return new RoundAnswer(
                List.of(),
                List.of(),
                ride.entries().isEmpty() ? Map.of() : store.roster().attend(ride.entries(), deadline),
                ride.requests().isEmpty() ? Map.of() : store.requests().pending(ride.requests(), deadline),
                Map.of());
    }

    // ---- what is heard

    @Override
    public void arrived(Ride ride, RoundAnswer answer) {
        over(ride);
        ClockReading now = ClockReading.of(loop.time());
        answer.rosters().forEach((roster, entries) -> {
            Stand stand = beats.find(roster);
            if (stand != null) {
                stand.attended(liveness.peers(entries, now), now);
            }
        });
        answer.requests().values().forEach(this::requested);
    }

    /** Most elections have a roster of their own name; shards have one together. */
    private void requested(Request request) {
        Stream.concat(Stream.ofNullable(beats.find(request.election())), beats.stands())
                .filter(stand -> stand.ledElections().contains(request.election()))
                .findFirst()
                .ifPresent(stand -> stand.requested(request));
    }

    /** A call that failed though the store was reached may have failed for what travelled with it. */
    @Override
    public void failed(Ride ride, StoreException failure) {
        over(ride);
        travelsAlone |= failure.kind() != StoreException.Kind.UNREACHABLE;
        loop.log(Level.DEBUG, () -> "the roster could not be kept up to date; the next beat tries again", failure);
    }

    private void over(Ride ride) {
        underWay--;
        ride.entries().keySet().forEach(roster -> written.merge(roster, -1, RosterSync::sum));
        reschedule();
        leaveSoon();
    }

    // ---- leaving

    /** Waits for those that leave at the same moment. */
    private void leaveSoon() {
        if (!toLeave.isEmpty() && !leavesSoon) {
            leavesSoon = true;
            loop.execute(this::sendLeaves);
        }
    }

    private void sendLeaves() {
        leavesSoon = false;
        List<String> rosters = toLeave.stream().filter(roster -> !written.containsKey(roster)).toList();
        if (!leaving.isEmpty() || rosters.isEmpty()) {
            return;
        }
        leaving = Set.copyOf(rosters);
        send(
                deadline -> {
                    store.roster().leave(rosters, self.get().identity().instance(), deadline);
                    return rosters;
                },
                left -> left(rosters),
                failure -> {
                    left(rosters);
                    leaveAgain(rosters);
                });
    }

    private void left(List<String> rosters) {
        leaving = Set.of();
        rosters.forEach(toLeave::remove);
        reschedule();
        leaveSoon();
    }

    /**
     * An entry that could not be taken out is tried again, once an interval, while this candidate beats elsewhere; when
     * it beats no more, the entry dies with it.
     */
    private void leaveAgain(List<String> rosters) {
        if (beats.isEmpty()) {
            return;
        }
        loop.schedule(loop.time().nanos() + self.get().timing().interval().toNanos(), () -> {
            rosters.stream().filter(roster -> beats.find(roster) == null).forEach(toLeave::add);
            leaveSoon();
        });
    }

    private static @Nullable Integer sum(int one, int other) {
        return one + other == 0 ? null : (Integer) (one + other);
    }
}
