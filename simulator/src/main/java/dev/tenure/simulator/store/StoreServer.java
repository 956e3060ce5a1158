package dev.tenure.simulator.store;

import dev.tenure.StoreException;
import dev.tenure.simulator.store.MasterKnowledge.ConfirmedMaster;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.store.memory.MemoryRecord;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One server of a replicated store: its records, its clock, and what the scripts of the Redis store decide on a server.
 *
 * <p>A server that was made the master grants no new term until 1.1 times the ttl after a majority of the voters was
 * first known to name it: by then all leases of earlier masters are over, which it may not know (R19). Renewals do not
 * wait.
 */
public final class StoreServer {
    private static final Duration AMPLE = Duration.ofSeconds(1);

    private final int number;
    private final SimClock clock;
    private final MemoryStore records;
    private final Map<String, Mark> marks = new HashMap<>();
    private final Set<Integer> cutOffFrom = new HashSet<>();
    private boolean master;
    private boolean down;

    /** A mark beside a record: which server wrote it, by which decision it was the master, and since when. */
    private record Mark(int server, int epoch, long sinceMillis) {}

    /** A record with its mark, on its way to another server. */
    record Copy(MemoryRecord record, @Nullable Mark mark) {}

    StoreServer(int number, SimClock clock) {
        this.number = number;
        this.clock = clock;
        this.records = new MemoryStore(clock);
    }

    int number() {
        return number;
    }

    long wallMillis() {
        return clock.wallMillis();
    }

    boolean isMaster() {
        return master;
    }

    void master(boolean isMaster) {
        master = isMaster;
    }

    boolean isDown() {
        return down;
    }

    /** Stops or starts the server. It keeps its records. */
    public void down(boolean isDown) {
        down = isDown;
    }

    /** Cuts the server off from a machine, or connects them. */
    public void cutOffFrom(int machine, boolean cut) {
        if (cut) {
            cutOffFrom.add(machine);
        } else {
            cutOffFrom.remove(machine);
        }
    }

    void connect() {
        cutOffFrom.clear();
    }

    MemoryRecord record(String election) {
        return records.snapshot(election);
    }

    Copy copy(String election) {
        return new Copy(record(election), marks.get(election));
    }

    void take(String election, Copy copy) {
        records.restore(election, copy.record());
        if (copy.mark() == null) {
            marks.remove(election);
        } else {
            marks.put(election, copy.mark());
        }
    }

    /** Runs a script for a process on this machine. Returns its answer or its failure. */
    Object run(int machine, Supplier<Object> script) {
        if (down || cutOffFrom.contains(machine)) {
            return new StoreException(StoreException.Kind.UNREACHABLE, this + " refuses connections");
        }
        return master
                ? script.get()
                : new StoreException(StoreException.Kind.UNREACHABLE, this + " is a replica: READONLY");
    }

    Object claim(Ballot ballot, ConfirmedMaster by) {
        String election = ballot.election();
        Copy before = copy(election);
        long settling = settlingMillis(election, ballot.ttl(), by);
        Answer answer = records.claim(ballot, ample());
        if (answer instanceof Answer.Refused refused) {
            boolean own = refused.found() instanceof Sighting.Held held
                    && held.lease()
                            .holder()
                            .instance()
                            .equals(ballot.candidate().instance());
            return own ? confirmed(election, refused.found(), answer, by) : answer;
        }
        if (settling > 0) {
            take(election, before);
            return tooEarly(settling);
        }
        mark(election, by);
        return answer;
    }

    Object renew(RenewalRequest request, ConfirmedMaster by) {
        String election = request.next().election();
        Renewal renewal = records.renew(request, ample());
        if (renewal instanceof Renewal.Renewed) {
            mark(election, by);
        }
        return renewal;
    }

    static boolean isTermOf(Lease lease, Sighting found) {
        return found instanceof Sighting.Held held && held.lease().isSameTerm(lease);
    }

    /** Returns whether the lease was released here. */
    boolean release(Lease lease, Handover to) {
        MemoryRecord before = record(lease.election());
        records.release(lease, to, ample());
        boolean released = !record(lease.election()).equals(before);
        Mark mark = marks.get(lease.election());
        if (released && mark != null && mark.server() != number) {
            marks.remove(lease.election());
        }
        return released;
    }

    Sighting inspect(String election) {
        return records.inspect(election, ample());
    }

    /** Returns what the record shows to a process that may have written it without knowing the outcome. */
    Object inspect(String election, ConfirmedMaster by) {
        Sighting shown = inspect(election);
        return shown instanceof Sighting.Held ? confirmed(election, shown, shown, by) : shown;
    }

    /**
     * A claim that was written before this server became the master is not confirmed while the server waits, except to
     * a process that leads by it and renews it.
     */
    private Object confirmed(String election, Sighting own, Object answer, ConfirmedMaster by) {
        boolean isClaim =
                own instanceof Sighting.Held held && held.lease().stamp().renewal() == 0;
        long settling = isClaim ? settlingMillis(election, Duration.ZERO, by) : 0;
        return settling > 0 ? tooEarly(settling) : answer;
    }

    /** Returns for how many milliseconds this server grants no new term. */
    private long settlingMillis(String election, Duration ttl, ConfirmedMaster by) {
        if (by.epoch() == MasterVote.FIRST_EPOCH) {
            return 0;
        }
        Duration known = record(election).sighting() instanceof Sighting.Held held
                ? held.lease().ttl()
                : Duration.ZERO;
        long longest = Math.max(ttl.toMillis(), known.toMillis());
        return longest * 11 / 10
                - (clock.wallMillis() - mastership(election, by).sinceMillis());
    }

    private static StoreException tooEarly(long settlingMillis) {
        return StoreException.postponed("SETTLING grants new terms in " + settlingMillis + " ms", null);
    }

    private void mark(String election, ConfirmedMaster by) {
        marks.put(election, mastership(election, by));
    }

    /**
     * Returns since when this server is known to be the master: by the caller, or by an earlier one, who left a mark.
     */
    private Mark mastership(String election, ConfirmedMaster by) {
        Mark told = new Mark(number, by.epoch(), clock.wallMillis() - by.ageMillis());
        Mark left = marks.get(election);
        if (left == null || left.server() != number || left.epoch() != by.epoch()) {
            return told;
        }
        return left.sinceMillis() < told.sinceMillis() ? left : told;
    }

    private Deadline ample() {
        return Deadline.after(clock, AMPLE);
    }

    @Override
    public String toString() {
        return "server " + number;
    }
}
