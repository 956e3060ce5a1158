package dev.tenure.internal;

import dev.tenure.CandidateBuilder;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.PrintableText;
import dev.tenure.spi.TimeSource;
import java.time.Duration;

/** What a store is checked for before a candidate starts on it, and a name before it stands. */
public final class StoreChecks {
    private StoreChecks() {}

    /** Refuses a store that was closed. */
    public static void requireOpen(LeaseStore store) {
        if (store.isClosed()) {
            throw new IllegalStateException(
                    "the " + store.name() + " store is closed: open another one, and close it after its candidates");
        }
    }

    /** Refuses names of elections that are blank, or begin or end so: there would be another election by mistake. */
    static void requireName(String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the election has no name: give it one, such as 'payroll'");
        }
        if (!election.equals(election.strip())) {
            throw new IllegalArgumentException("the name of the election '" + PrintableText.of(election)
                    + "' begins or ends with a blank: remove it");
        }
    }

    /** Refuses a preference on a store that keeps no roster: it would have no effect there. */
    public static void requireRoster(LeaseStore store, int priority, boolean prefersNewest) {
        boolean prefers = priority != CandidateBuilder.DEFAULT_PRIORITY || prefersNewest;
        if (prefers && !store.capabilities().contains(Capability.ROSTER)) {
            throw new IllegalArgumentException("the " + store.name() + " store keeps no roster, so that "
                    + (prefersNewest ? "preferNewest" : "priority " + priority)
                    + " would have no effect: leave it out, or use the peer channel, which adds a roster");
        }
    }

    /** Refuses a store that does not answer in time, or that finds something wrong with itself. */
    public static void requireFit(LeaseStore store, Timing timing, Duration within) {
        Deadline deadline = Deadline.after(TimeSource.system(), within);
        if (store.capabilities().contains(Capability.LISTING)) {
            store.elections(deadline); // some stores find nothing wrong without asking their server
        }
        for (CheckResult result : store.diagnose(timing, deadline)) {
            if (result.level() == CheckResult.Level.FAIL) {
                throw new StoreException(
                        StoreException.Kind.MISCONFIGURED,
                        "the " + store.name() + " store is not fit for elections: " + result.subject() + ": "
                                + result.text() + "; " + result.remedy());
            }
        }
    }
}
