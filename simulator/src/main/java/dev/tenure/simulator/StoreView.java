package dev.tenure.simulator;

import dev.tenure.Timing;
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
 * The store as one process sees it. Each call is carried out at the instant it lands, whatever its deadline: whether it
 * lands at all, and who hears of it, is the network's business.
 */
final class StoreView implements LeaseStore {
    private static final long AMPLE_NANOS = 1_000_000_000L;

    private final LeaseStore store;
    private final Records records;
    private final SimClock clock;
    private final Witness witness;
    private int watches;

    /** Sees what the store carries out for this process. */
    interface Witness {
        /** A claim was granted. */
        void granted(Lease lease);

        /** A lease was released. */
        void released(Lease lease);

        /** Wraps what a watch calls. */
        Runnable watched(Runnable wakeUp);
    }

    StoreView(Records records, SimClock clock, Witness witness) {
        this.store = records.opened(clock);
        this.records = records;
        this.clock = clock;
        this.witness = witness;
    }

    private Deadline ample() {
        return new Deadline(clock, clock.nanos() + AMPLE_NANOS);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Answer answer = store.claim(ballot, ample());
        if (answer instanceof Answer.Granted granted) {
            witness.granted(granted.lease());
        }
        records.noticeChange();
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        Renewal renewal = store.renew(extension, ample());
        records.noticeChange();
        return renewal;
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        return extensions.stream()
                .map(extension -> Optional.of(renew(extension, deadline)))
                .toList();
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        store.release(lease, to, ample());
        if (records.noticeChange()) {
            witness.released(lease);
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
        return records.capabilities();
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
        Watch watch = records.watch(witness.watched(wakeUp));
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

    /** The roster as this process sees it: carried out when the call lands, as everything else. */
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
        public void leave(Collection<String> rosters, String instance, Deadline deadline) {
            store.roster().leave(rosters, instance, ample());
        }
    }

    /** The requests as this process sees them. */
    private final class RequestsView implements Requests {
        @Override
        public void submit(Request request, Deadline deadline) {
            records.submit(request);
        }

        @Override
        public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
            return store.requests().pending(elections, ample());
        }
    }
}
