package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import java.util.function.Consumer;

/**
 * One thing that a campaign asks of the store, until it has its one outcome. On the loop.
 *
 * @param <Q> what is asked
 * @param <A> what is answered
 */
final class RoundItem<Q, A> {
    private final String election;
    private final Q asked;
    private final long deadlineNanos;
    private final long urgentNanos;
    private final Consumer<? super A> answered;
    private final Consumer<StoreException> failed;
    private int mostTogether = Integer.MAX_VALUE;
    private boolean sentBefore;
    private boolean waiting;
    private long budgetNanos;
    private boolean over;

    /**
     * Makes an item that waits to be sent.
     *
     * @param deadlineNanos by when its outcome must be known
     * @param urgentNanos what counts when there is more to send than goes: the earliest goes first
     */
    RoundItem(
            String election,
            Q asked,
            long deadlineNanos,
            long urgentNanos,
            Consumer<? super A> answered,
            Consumer<StoreException> failed) {
        this.election = election;
        this.asked = asked;
        this.deadlineNanos = deadlineNanos;
        this.urgentNanos = urgentNanos;
        this.answered = answered;
        this.failed = failed;
    }

    String election() {
        return election;
    }

    Q asked() {
        return asked;
    }

    long deadlineNanos() {
        return deadlineNanos;
    }

    long urgentNanos() {
        return urgentNanos;
    }

    /** Returns with how many others it may be sent in one call, itself included. */
    int mostTogether() {
        return mostTogether;
    }

    /** Tells whether it may travel with any others that have not been sent yet. */
    boolean isOrdinary() {
        return !sentBefore && mostTogether == Integer.MAX_VALUE;
    }

    /** Tells whether a call that carried it failed: then it may have taken effect, and goes after all others. */
    boolean wasSentBefore() {
        return sentBefore;
    }

    /** Tells whether it waits in a queue. */
    boolean isWaiting() {
        return waiting;
    }

    void beginsToWait(long nowNanos) {
        waiting = true;
        budgetNanos = Math.max(budgetNanos, deadlineNanos - nowNanos);
    }

    void ceasesToWait() {
        waiting = false;
    }

    /** Returns how long there was until its deadline when it first began to wait. */
    long budgetNanos() {
        return budgetNanos;
    }

    /** Takes in that a call failed that carried it: it goes again, in calls of so many at most. */
    void sendAgain(int most) {
        sentBefore = true;
        mostTogether = Math.max(1, most);
    }

    /** Takes in that a call skipped it. */
    void sendAlone() {
        mostTogether = 1;
    }

    void answer(A answer) {
        if (!over) {
            over = true;
            answered.accept(answer);
        }
    }

    void fail(StoreException failure) {
        if (!over) {
            over = true;
            failed.accept(failure);
        }
    }
}
