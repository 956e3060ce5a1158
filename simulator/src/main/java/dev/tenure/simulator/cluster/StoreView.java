package dev.tenure.simulator.cluster;

import dev.tenure.Timing;
import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryCell;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The store as one process sees it. It executes each step of a call at the instant that step lands, whatever the
 * deadline. The network decides whether a step lands, and whether its answer arrives.
 *
 * <p>On a store with a clock every call is one step, as one statement of a database is. On a cell the calls have the
 * steps of {@link CellStore}.
 */
final class StoreView implements LeaseStore {
    private static final long AMPLE_NANOS = 1_000_000_000L;

    /** What is about no election: the roster and the requests. */
    private static final List<String> ROSTER = List.of();

    private final LeaseStore direct;
    private final @Nullable CellStore stepped;
    private final StoreSteps steps;
    private final SimStore shared;
    private final SimClock clock;
    private final CallListener listener;
    private int watches;

    /** Hears which calls of this process the store has executed. */
    interface CallListener {
        /** A claim was granted, with a token that was decided at the given true time. */
        void granted(String election, long token, long decidedNanos);

        /** A lease was released. */
        void released(String election, long token);

        /** Wraps the callback of a watch. */
        Runnable watched(Runnable wakeUp);
    }

    StoreView(SimStore shared, SimClock clock, CallListener listener) {
        this.direct = shared.opened(clock);
        this.shared = shared;
        this.steps = new StoreSteps(shared.time(), clock);
        MemoryCell cell = shared.cell();
        this.stepped = cell == null ? null : CellStore.over(new SteppedCell(cell, steps, this::wrote), steps.time());
        this.clock = clock;
        this.listener = listener;
    }

    /** Begins a call of this process. */
    StoreSteps.Call begin(StoreCall<?> call) {
        return steps.begin(call);
    }

    /** Returns a deadline that does not pass while a step is executed. */
    static Deadline ample(TimeSource time) {
        return new Deadline(time, time.nanos() + AMPLE_NANOS);
    }

    private Deadline ample() {
        return ample(clock);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        if (stepped != null) {
            return stepped.claim(ballot, ample());
        }
        return steps.step(List.of(ballot.election()), () -> claimNow(ballot));
    }

    private Answer claimNow(Ballot ballot) {
        boolean unreleased = shared.isUnreleased(ballot.election());
        Answer answer = direct.claim(ballot, ample());
        if (!(answer instanceof Answer.Granted granted)) {
            return answer;
        }
        listener.granted(ballot.election(), granted.lease().token(), steps.trueNanos());
        shared.noticeChange();
        // Only the store knows what a claim has replaced that named nothing.
        TakeoverDelay delay = takeoverDelay();
        return new Answer.Granted(granted.lease(), unreleased ? delay.afterExpiry() : delay.afterRelease());
    }

    /**
     * Does all of a round in one step, but skips some of it during faults. It is about the elections whose leases it
     * writes, or, if it writes none, about those it looks at.
     */
    @Override
    public RoundAnswer round(Round round, Deadline deadline) {
        List<String> written = Stream.concat(
                        round.renewals().stream().map(request -> request.next().election()),
                        round.claims().stream().map(Ballot::election))
                .toList();
        return steps.step(written.isEmpty() ? List.copyOf(round.looks()) : written, () -> roundNow(round));
    }

    private RoundAnswer roundNow(Round round) {
        List<Optional<Renewal>> renewals =
                round.renewals().stream().map(this::renewUnlessContested).toList();
        List<Optional<Answer>> claims = round.claims().stream()
                .map(ballot -> shared.isContested() ? Optional.<Answer>empty() : Optional.of(claimNow(ballot)))
                .toList();
        Map<String, Sighting> sightings = new HashMap<>();
        for (String election : round.looks()) {
            if (!shared.isContested()) {
                sightings.put(election, direct.inspect(election, ample()));
            }
        }
        return new RoundAnswer(
                renewals,
                claims,
                shared.isContested() ? Map.of() : direct.roster().attend(round.entries(), ample()),
                direct.requests().pending(round.requests(), ample()),
                sightings);
    }

    private Optional<Renewal> renewUnlessContested(RenewalRequest request) {
        return shared.isContested() ? Optional.empty() : Optional.of(renewNow(request));
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return stepped != null
                ? stepped.renew(request, ample())
                : steps.step(List.of(request.next().election()), () -> renewNow(request));
    }

    private Renewal renewNow(RenewalRequest request) {
        Renewal renewal = direct.renew(request, ample());
        shared.noticeChange();
        return renewal;
    }

    /** Renews all in one step, but skips some during faults, as a database skips rows that others have locked. */
    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        List<String> elections =
                requests.stream().map(request -> request.next().election()).toList();
        return steps.step(
                elections,
                () -> requests.stream().map(this::renewUnlessContested).toList());
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        if (stepped != null) {
            stepped.release(lease, to, ample());
            return;
        }
        steps.step(List.of(lease.election()), () -> {
            Sighting before = shared.shown(lease.election());
            direct.release(lease, to, ample());
            if (!shared.shown(lease.election()).equals(before)) {
                listener.released(lease.election(), lease.token());
                shared.noticeChange();
            }
            return lease;
        });
    }

    private void wrote(String election, Sighting entry, long sentNanos) {
        if (entry instanceof Sighting.Held held && held.lease().stamp().renewal() == 0) {
            listener.granted(election, held.lease().token(), sentNanos);
        } else if (entry instanceof Sighting.Released released) {
            listener.released(election, released.lastToken());
        }
        shared.noticeChange();
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return stepped != null
                ? stepped.inspect(election, ample())
                : steps.step(List.of(election), () -> direct.inspect(election, ample()));
    }

    @Override
    public Roster roster() {
        return new RosterView();
    }

    @Override
    public Requests requests() {
        return new RequestsView();
    }

    @Override
    public String name() {
        return direct.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return shared.capabilities();
    }

    @Override
    public Timing timing() {
        return direct.timing();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return shared.takeoverDelay();
    }

    @Override
    public void checkName(String election) {
        direct.checkName(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        if (!election.equals(SimStore.ELECTION)) {
            return () -> {}; // never wakes anybody, which a watch may do
        }
        Watch watch = shared.watch(listener.watched(wakeUp));
        watches++;
        return () -> {
            watches--;
            watch.close();
        };
    }

    /** Tells whether a watch was opened and not closed. */
    boolean isWatched() {
        return watches > 0;
    }

    @Override
    public void close() {}

    /** The roster as this process sees it. */
    private final class RosterView implements Roster {
        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            return steps.step(ROSTER, () -> direct.roster().attend(own, ample()));
        }

        @Override
        public List<RosterEntry> members(String roster, Deadline deadline) {
            return steps.step(ROSTER, () -> direct.roster().members(roster, ample()));
        }

        @Override
        public void leave(Collection<String> rosters, String process, Deadline deadline) {
            steps.step(ROSTER, () -> {
                direct.roster().leave(rosters, process, ample());
                return rosters;
            });
        }
    }

    /** The requests as this process sees them. */
    private final class RequestsView implements Requests {
        @Override
        public void submit(Request request, Deadline deadline) {
            shared.submit(request);
        }

        @Override
        public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
            return steps.step(ROSTER, () -> direct.requests().pending(elections, ample()));
        }
    }
}
