package dev.tenure.internal.protocol;

import dev.tenure.ElectionEvent;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;

/** What a campaign wants done, in the order in which it is to be done, after its state was published. */
public sealed interface Effect {

    /** A call to the store. Exactly one answer or failure must come back for it, by its deadline. */
    sealed interface Call extends Effect {
        /** Returns the monotonic reading by which the campaign must hear the outcome. */
        long deadlineNanos();
    }

    /** Ask for the lease. */
    record Claim(Ballot ballot, long deadlineNanos) implements Call {}

    /** Keep the lease. */
    record Renew(RenewalRequest extension, long deadlineNanos) implements Call {}

    /** Give the lease back. */
    record Release(Lease lease, Handover to, long deadlineNanos) implements Call {}

    /** Look at the record. */
    record Inspect(String election, long deadlineNanos) implements Call {}

    /** Start, as the start of that number, what is to run for this term; nothing else runs for the election then. */
    record Start(Kind kind, Lease lease, long number) implements Effect {
        /** What can run for a term. */
        public enum Kind {
            ACQUIRE_HOOK,
            WORK,
            LOSE_HOOK
        }
    }

    /** Ask what runs to finish; it may go on until it is cancelled. */
    record Ask() implements Effect {}

    /** Cancel what runs: its term is over, and it must have stopped by this monotonic reading. */
    record Cancel(long byNanos) implements Effect {}

    /** What was cancelled did not stop in time: kill it if it can be killed. */
    record Kill() implements Effect {}

    /** What runs takes too long and is left behind: cancel it, and wait for it no more. */
    record Abandon() implements Effect {}

    /** Tell the listeners. */
    record Tell(ElectionEvent event) implements Effect {}

    /** Nothing more will ever be asked: the campaign is over. */
    record Finish() implements Effect {}
}
