package dev.tenure.internal;

import dev.tenure.ElectionEvent;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;

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
    record Renew(Extension extension, long deadlineNanos) implements Call {}

    /** Give the lease back. */
    record Release(Lease lease, Handover to, long deadlineNanos) implements Call {}

    /** Look at the record. */
    record Inspect(String election, long deadlineNanos) implements Call {}

    /** Start the work of this term. */
    record StartWork(Lease lease) implements Effect {}

    /** Ask the running work to finish; it may go on until it is cancelled. */
    record AskWork() implements Effect {}

    /** Cancel the running work: its term is over. */
    record CancelWork() implements Effect {}

    /** The cancelled work did not stop in time: kill it if it can be killed. */
    record KillWork() implements Effect {}

    /** Tell the listeners. */
    record Tell(ElectionEvent event) implements Effect {}

    /** Nothing more will ever be asked: the campaign is over. */
    record Finish() implements Effect {}
}
