package dev.tenure.testkit;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A store whose calls go wrong as a test has scripted them, and that keeps a list of them. Thread-safe.
 *
 * <p>A call that waits at a {@link CallGate} heeds no deadline, as a hanging client would not; an interrupt ends it.
 * Only calls that go over the line have a script: registrations, watches, the diagnosis and what the store says of
 * itself have none.
 */
public final class FaultyStore extends ForwardingStore {
    private static final Duration AMPLE = Duration.ofMinutes(1);

    private final FaultScript script = new FaultScript();

    /** Wraps a store that works. */
    public FaultyStore(LeaseStore store) {
        super(store);
    }

    /** What can be asked of a store. */
    public enum Operation {
        CLAIM,
        RENEW,
        RENEW_ALL,
        RELEASE,
        INSPECT,
        ATTEND,
        MEMBERS,
        LEAVE,
        SUBMIT,
        PENDING,
        APPEND,
        LAST,
        READ_BATON,
        WRITE_BATON
    }

    /**
     * One call that was made.
     *
     * @param operation what was asked
     * @param election of which election or roster; the names of several are joined by a comma and a space
     */
    public record Call(Operation operation, String election) {}

    /** Lets the next calls of this operation go wrong, one fault each, after those scripted already. */
    public void next(Operation operation, Fault... faults) {
        script.next(operation, faults);
    }

    /** Lets the next calls of any operation go wrong, unless a fault of their operation is scripted. */
    public void next(Fault... faults) {
        script.next(null, faults);
    }

    /** Lets every further call of this operation go wrong, after the faults scripted singly, until healed. */
    public void every(Operation operation, Fault fault) {
        script.every(operation, fault);
    }

    /** Lets every further call go wrong, until healed. */
    public void every(Fault fault) {
        for (Operation operation : Operation.values()) {
            script.every(operation, fault);
        }
    }

    /** Ends all faults still scripted. A call that waits at a gate goes on waiting, and a late call may still land. */
    public void heal() {
        script.heal();
    }

    /** Carries out, in order, the calls that were to land late, and returns what the store answered to each. */
    public List<Object> landLate() {
        return script.takeLate().stream().<Object>map(Supplier::get).toList();
    }

    /** Returns the calls made so far, those that went wrong included. */
    public List<Call> calls() {
        return script.calls();
    }

    /** Returns how many calls of this operation were made so far. */
    public int count(Operation operation) {
        return script.count(operation);
    }

    /**
     * Waits until at least that many calls of this operation were made in all.
     *
     * @return false if they were not made in time
     */
    public boolean awaitCount(Operation operation, int count, Duration limit) throws InterruptedException {
        return script.awaitCount(operation, count, limit);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return call(Operation.CLAIM, List.of(ballot.election()), deadline, by -> super.claim(ballot, by));
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return call(Operation.RENEW, List.of(extension.next().election()), deadline, by -> super.renew(extension, by));
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        List<String> elections = extensions.stream()
                .map(extension -> extension.next().election())
                .toList();
        return call(Operation.RENEW_ALL, elections, deadline, by -> super.renewAll(extensions, by));
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        call(Operation.RELEASE, List.of(lease.election()), deadline, by -> {
            super.release(lease, to, by);
            return lease;
        });
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return call(Operation.INSPECT, List.of(election), deadline, by -> super.inspect(election, by));
    }

    /** Makes a call as the script has it. */
    <T> T call(Operation operation, Collection<String> names, Deadline deadline, Function<Deadline, T> carriedOut) {
        Call call = new Call(operation, String.join(", ", names));
        Fault fault = script.begin(call);
        pass(fault.before(), Kind.UNREACHABLE, call);
        T answer = switch (fault.outcome()) {
            case ANSWERED, ANSWER_LOST -> carriedOut.apply(deadline);
            case LANDS_LATE -> {
                script.later(() -> carriedOut.apply(Deadline.after(TimeSource.system(), AMPLE)));
                yield null;
            }
            case UNREACHABLE, REQUEST_LOST -> null;
        };
        pass(fault.after(), Kind.OUTCOME_UNKNOWN, call);
        if (answer != null && fault.outcome() == Fault.Outcome.ANSWERED) {
            return answer;
        }
        boolean known = fault.outcome() == Fault.Outcome.UNREACHABLE;
        throw new StoreException(
                known ? Kind.UNREACHABLE : Kind.OUTCOME_UNKNOWN, "scripted: " + fault.outcome() + " of " + call);
    }

    private static void pass(@Nullable CallGate gate, Kind ifInterrupted, Call call) {
        if (gate == null) {
            return;
        }
        try {
            gate.pass();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StoreException(ifInterrupted, "interrupted at the gate: " + call, e);
        }
    }

    @Override
    public Roster roster() {
        return new FaultyRoster(super.roster(), this);
    }

    @Override
    public Requests requests() {
        return new FaultyRequests(super.requests(), this);
    }

    @Override
    public dev.tenure.spi.History history() {
        return new FaultyHistory(super.history(), this);
    }

    @Override
    public Batons batons() {
        return new FaultyBatons(super.batons(), this);
    }
}
