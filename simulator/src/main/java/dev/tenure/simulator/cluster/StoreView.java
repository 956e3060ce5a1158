package dev.tenure.simulator.cluster;

import dev.tenure.Timing;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
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
import dev.tenure.spi.Sighting;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The store as one process sees it. It executes each call at the instant the call lands, whatever its deadline. The
 * network decides whether a call lands, and whether its answer arrives.
 */
final class StoreView implements LeaseStore {
    private static final long AMPLE_NANOS = 1_000_000_000L;

    private final LeaseStore store;
    private final SimStore shared;
    private final SimClock clock;
    private final CallListener listener;
    private int watches;

    /** Hears which calls of this process the store has executed. */
    interface CallListener {
        /** A claim was granted. */
        void granted(Lease lease);

        /** A lease was released. */
        void released(Lease lease);

        /** Wraps the callback of a watch. */
        Runnable watched(Runnable wakeUp);
    }

    StoreView(SimStore shared, SimClock clock, CallListener listener) {
        this.store = shared.opened(clock);
        this.shared = shared;
        this.clock = clock;
        this.listener = listener;
    }

    private Deadline ample() {
        return new Deadline(clock, clock.nanos() + AMPLE_NANOS);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Answer answer = store.claim(ballot, ample());
        if (answer instanceof Answer.Granted granted) {
            listener.granted(granted.lease());
        }
        shared.noticeChange();
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        Renewal renewal = store.renew(request, ample());
        shared.noticeChange();
        return renewal;
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        return requests.stream()
                .map(request -> Optional.of(renew(request, deadline)))
                .toList();
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        store.release(lease, to, ample());
        if (shared.noticeChange()) {
            listener.released(lease);
        }
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return store.inspect(election, ample());
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
        return store.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return shared.capabilities();
    }

    @Override
    public Timing timing() {
        return store.timing();
    }

    @Override
    public void checkName(String election) {
        store.checkName(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
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
            return store.roster().attend(own, ample());
        }

        @Override
        public List<RosterEntry> members(String roster, Deadline deadline) {
            return store.roster().members(roster, ample());
        }

        @Override
        public void leave(Collection<String> rosters, String process, Deadline deadline) {
            store.roster().leave(rosters, process, ample());
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
            return store.requests().pending(elections, ample());
        }
    }
}
