package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Successor;
import dev.tenure.internal.fleet.RequestSender;
import dev.tenure.internal.fleet.StoreQueries;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * What people ask of a store through a candidate. Blocks the caller for the given time at most.
 *
 * @param store the store
 * @param self the candidate
 * @param time the clocks that timeouts are counted by
 */
record OperatorCalls(LeaseStore store, Supplier<Identity> self, TimeSource time) {

    List<RosterMember> roster(String election, Duration timeout) {
        return new StoreQueries(store).roster(requireNonNull(election, "election"), within(timeout));
    }

    List<HistoryEntry> history(String election, Duration timeout) {
        return new StoreQueries(store).history(requireNonNull(election, "election"), within(timeout));
    }

    /** Asks the leader to resign, in favour of the successor if there is one. */
    void requestResign(String election, @Nullable Successor successor, Duration timeout) {
        new RequestSender(store, self.get()).submit(requireNonNull(election, "election"), successor, within(timeout));
    }

    private Deadline within(Duration timeout) {
        return Deadline.after(time, requireNonNull(timeout, "timeout"));
    }
}
