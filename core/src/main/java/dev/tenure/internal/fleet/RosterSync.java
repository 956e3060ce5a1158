package dev.tenure.internal.fleet;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import java.lang.System.Logger.Level;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Keeps a candidate's entries in the rosters of a store, once an interval for all its elections together, and tells
 * each of them who else stands and what is asked of its leader. On the loop.
 *
 * <p>Nothing here is needed for safety: a roster that is late, wrong or gone only costs order. One call is under way at
 * a time, so that an entry never comes back after it was taken out.
 */
public final class RosterSync {
    private static final int MOST_PER_CALL = 5_000;

    private final LeaseStore store;
    private final EventLoop loop;
    private final Supplier<Self> self;
    private final Random random;
    private final PeerLiveness liveness;
    private final boolean keepsRoster;
    private final boolean takesRequests;
    private final Map<String, Stand> stands = new LinkedHashMap<>();
    private final Deque<String> toAttend = new ArrayDeque<>();
    private final List<String> toLeave = new ArrayList<>();
    private long heartbeat;
    private long lastRoundNanos;
    private boolean underWay;
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

        /** Returns the number to state of them. */
        default int leads() {
            return ledElections().size();
        }

        /** Takes in who else stands and is alive. */
        void attended(List<Peer> others, ClockReading now);

        /** Takes in what somebody asks of the leader of an election. */
        void requested(Request request);
    }

    public RosterSync(LeaseStore store, EventLoop loop, Supplier<Self> self, Random random) {
        this.store = store;
        this.loop = loop;
        this.self = self;
        this.random = random;
        this.liveness = new PeerLiveness(self.get().identity().instance());
        this.keepsRoster = store.capabilities().contains(Capability.ROSTER);
        this.takesRequests = store.capabilities().contains(Capability.REQUESTS);
        this.lastRoundNanos = loop.time().nanos() - interval();
    }

    /** Enters the roster, now and once an interval. */
    public void join(Stand stand) {
        if (keepsRoster || takesRequests) {
            stands.put(stand.roster(), stand);
            soon();
        }
    }

    /** Takes its entry out of the roster. */
    public void leave(Stand stand) {
        if (!stands.remove(stand.roster(), stand)) {
            return;
        }
        if (stands.isEmpty() && timer != null) {
            timer.cancel();
        }
        if (keepsRoster) {
            toLeave.add(stand.roster());
            proceed();
        }
    }

    /** Something has changed, or may have been asked: looks soon, but not more often than ten times an interval. */
    public void soon() {
        if (!stands.isEmpty()) {
            schedule(ClockReading.later(loop.time().nanos(), lastRoundNanos + interval() / 10));
        }
    }

    /** Tells whether nothing is under way or left to do but to wait for the next round. */
    public boolean isIdle() {
        return !underWay && toLeave.isEmpty();
    }

    private void schedule(long atNanos) {
        if (timer != null) {
            timer.cancel();
        }
        timer = stands.isEmpty() ? null : loop.schedule(atNanos, this::round);
    }

    private void round() {
        lastRoundNanos = loop.time().nanos();
        if (toAttend.isEmpty()) {
            heartbeat++;
            toAttend.addAll(stands.keySet());
            liveness.forgetDead(ClockReading.of(loop.time()));
        }
        schedule(lastRoundNanos + interval() - (long) (random.nextDouble() * interval() / 10));
        proceed();
    }

    private long interval() {
        return self.get().timing().interval().toNanos();
    }

    private void proceed() {
        if (underWay) {
            return;
        }
        if (!toLeave.isEmpty()) {
            List<String> leaving = List.copyOf(toLeave);
            toLeave.clear();
            send(deadline -> leave(leaving, deadline), left -> {}, () -> leaveAgain(leaving));
            return;
        }
        Map<String, RosterEntry> own = new LinkedHashMap<>();
        List<String> led = new ArrayList<>();
        RosterEntry last = null;
        while (!toAttend.isEmpty() && own.size() < MOST_PER_CALL) {
            Stand stand = stands.get(toAttend.poll());
            if (stand != null) {
                last = enrolment(stand, stand.leads(), last);
                own.put(stand.roster(), last);
                led.addAll(stand.ledElections());
            }
        }
        if (!own.isEmpty()) {
            send(deadline -> attend(own, led, deadline), this::attended, () -> {});
        }
    }

    /** Thousands of elections of one candidate say the same of it, and share what they say. */
    private RosterEntry enrolment(Stand stand, int leads, @Nullable RosterEntry before) {
        boolean able = stand.isAble();
        if (before != null && before.able() == able && before.leads() == leads) {
            return before;
        }
        Self now = self.get();
        RosterEntry.Heartbeat sign = new RosterEntry.Heartbeat(
                heartbeat, ClockReading.of(loop.time()).instant(), now.timing().ttl());
        return new RosterEntry(now.identity(), now.priority(), now.version(), able, leads, sign);
    }

    /**
     * An entry that could not be taken out is tried again, once an interval, while this candidate beats elsewhere; when
     * it beats no more, the entry dies with it.
     */
    private void leaveAgain(List<String> rosters) {
        if (stands.isEmpty()) {
            return;
        }
        loop.schedule(loop.time().nanos() + interval(), () -> {
            rosters.stream().filter(roster -> !stands.containsKey(roster)).forEach(toLeave::add);
            proceed();
        });
    }

    /** What one call brought: the entries by the name of their roster, and what is asked of leaders, by election. */
    private record Attendance(Map<String, List<RosterEntry>> rosters, Map<String, Request> requests) {}

    private <T> void send(Function<Deadline, T> call, Consumer<T> then, Runnable otherwise) {
        underWay = true;
        long at = loop.time().nanos() + self.get().timing().callTimeout().toNanos();
        Deadline deadline = new Deadline(loop.time(), at);
        EventLoop.StoreCall<T> storeCall =
                new EventLoop.StoreCall<>(EventLoop.Urgency.LOOK, at, () -> call.apply(deadline));
        loop.offload(
                storeCall,
                answer -> {
                    underWay = false;
                    then.accept(answer);
                    proceed();
                },
                failure -> {
                    underWay = false;
                    loop.log(
                            Level.DEBUG,
                            () -> "the roster could not be kept up to date; the next round tries again",
                            failure);
                    otherwise.run();
                    proceed();
                });
    }

    private List<String> leave(List<String> rosters, Deadline deadline) {
        store.roster().leave(rosters, self.get().identity().instance(), deadline);
        return rosters;
    }

    private Attendance attend(Map<String, RosterEntry> own, List<String> led, Deadline deadline) {
        return new Attendance(
                keepsRoster ? store.roster().attend(own, deadline) : Map.of(),
                takesRequests && !led.isEmpty() ? store.requests().pending(led, deadline) : Map.of());
    }

    private void attended(Attendance attended) {
        ClockReading now = ClockReading.of(loop.time());
        attended.rosters().forEach((roster, entries) -> {
            Stand stand = stands.get(roster);
            if (stand != null) {
                stand.attended(liveness.peers(entries, now), now);
            }
        });
        for (Request request : attended.requests().values()) {
            stands.values().stream()
                    .filter(stand -> stand.ledElections().contains(request.election()))
                    .findFirst()
                    .ifPresent(stand -> stand.requested(request));
        }
    }
}
