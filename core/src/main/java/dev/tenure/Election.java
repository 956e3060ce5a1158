package dev.tenure;

import dev.tenure.internal.RepeatingTask;
import dev.tenure.internal.ScheduledTask;
import java.time.Duration;
import java.util.Optional;

/** One candidate's stand in one election. Thread-safe; every answer is of the moment of asking. */
public interface Election extends ElectionView {

    /** Tells whether the lease is still ours at this very moment, by the clocks of this moment. Allocates nothing. */
    boolean isLeader();

    /** Returns the current term, or empty if this candidate does not lead at this moment. */
    Optional<Term> term();

    /**
     * Returns the current term.
     *
     * @throws NotLeaderException if this candidate does not lead at this moment
     */
    default Term requireTerm() {
        return term().orElseThrow(() -> new NotLeaderException(name(), status().leader()));
    }

    /**
     * Waits until this candidate leads.
     *
     * @return the term, or empty if the time ran out or the election was closed first
     */
    Optional<Term> awaitLeadership(Duration timeout) throws InterruptedException;

    /**
     * Adds a listener that a release waits for: when a term ends, its lease is released only after this listener has
     * returned from hearing of it. If that takes longer than the candidate's grace, and at least a second, the lease is
     * left to run out instead.
     */
    Subscription subscribeBarrier(ElectionListener listener);

    /**
     * Runs the work whenever this candidate leads, once per term, starting now if it leads already. Work that returns
     * keeps the term: this candidate leads on, idle, and the work runs again in the next term, here or elsewhere.
     *
     * @throws IllegalStateException if this election has work already, or is closed
     */
    void lead(Work work);

    /**
     * Runs the task again and again while this candidate leads: at once, and then each time after a pause. Runs never
     * overlap, and none starts unless the term is current and nobody has asked it to end.
     *
     * @param pause how long to wait between the end of a run and the next
     * @throws IllegalArgumentException if the pause is not longer than zero
     * @throws IllegalStateException if this election has work already, or is closed
     */
    default void leadEvery(Duration pause, Work task) {
        lead(RepeatingTask.every(pause, task));
    }

    /**
     * Runs the task at the slots of a schedule while this candidate leads, and goes on where the leader before has
     * stopped: the slot that was finished last is kept in the baton of the election.
     *
     * <p>A slot is finished when its run has returned and that was saved. It is never run again then, by any leader. A
     * run that throws, or is cut short by the end of its term, or whose slot could not be saved any more, is made again
     * by the next leader, from its beginning: each slot runs at least once. Where that does harm, let the task pass the
     * token and the slot on to what it writes to. Runs never overlap. What {@link Term#save} keeps is apart from this.
     *
     * <p>Which slot is due is decided by the wall clock of the leader's machine; who leads is not. Slots count from the
     * first time that a candidate led by a schedule here. One whose clock is wrong may run slots too early or late, and
     * none twice.
     *
     * @param catchUp what to do about slots that passed while nobody led, or whose run was not finished
     * @throws IllegalStateException if this election has work already, or is closed
     * @throws UnsupportedOperationException if the store keeps no baton
     */
    default void leadAt(Schedule schedule, CatchUp catchUp, SlotTask task) {
        lead(new ScheduledTask(schedule, catchUp, task));
    }

    /**
     * Runs the task on the calling thread if this candidate leads and nobody has asked its term to end. For schedulers,
     * request handlers and the like; calls may be made from many threads at once, and from inside each other.
     *
     * <p>When the term is lost the calling thread is interrupted, and {@link Term#isCurrent()} is false: return then,
     * at once. When the term is asked to end, {@link Term#isEnding()} is true, and the task has the candidate's grace
     * to return before it is interrupted. The lease is released only after the task has returned; if that takes longer
     * than the grace, and at least a second, the lease is left to run out. The interrupt flag is cleared afterwards if
     * it was set for this, and left as it is if it was not.
     *
     * @param <X> what the task may throw, passed on as it is
     * @return whether the task was run
     */
    <X extends Exception> boolean runIfLeader(LeaderTask<X> task) throws X;

    /**
     * Ends the current term gracefully, if there is one: the work is asked to finish, then the lease is released. This
     * candidate then stays back for a while, so that another one leads. Returns at once: the term stays current until
     * its work has ended or its grace is over.
     */
    void resign();

    /**
     * Ends the current term gracefully in favour of another candidate, which leads next unless it fails to take over
     * within an interval. Returns at once, as {@link #resign} does. If this candidate is itself meant, nothing happens:
     * it leads already. Of two candidates of one name, name the instance.
     *
     * @param successor a live candidate that is able to lead
     * @throws IllegalArgumentException if there is no such candidate; the message says which there are
     * @throws IllegalStateException if this candidate does not lead
     * @throws UnsupportedOperationException if the store keeps no roster
     */
    void transferTo(Successor successor);

    /**
     * Ends the current term gracefully and stops standing; waits for both. The wait takes at most four call timeouts,
     * the margin and the {@code stopWithin} of the {@link Timing}, the candidate's grace, and twice the grace, or twice
     * a second, for the lose hook and barriers; what has not ended by then is left, and its lease runs out. An
     * interrupt of the calling thread ends the grace of the work, not the wait. Does not wait when the work of this
     * election calls it. Idempotent.
     */
    @Override
    void close();
}
