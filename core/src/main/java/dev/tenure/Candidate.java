package dev.tenure;

import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * One process that may lead: it stands in any number of elections, all kept in one store. Thread-safe.
 *
 * <p>Closing it ends every term gracefully, so that the next candidate leads at once.
 */
public interface Candidate extends AutoCloseable {

    /**
     * Builds a candidate on the store at the given URI, such as {@code redis://localhost:6379}. The store is opened
     * when the candidate starts, and closed with it.
     *
     * @throws IllegalArgumentException if the URI is malformed
     */
    static CandidateBuilder on(String uri) {
        return new CandidateBuilder(uri);
    }

    /**
     * Builds a candidate on the given store, which stays the caller's to close, after the candidate. Any number of
     * candidates may share one store object.
     */
    static CandidateBuilder on(LeaseStore store) {
        return new CandidateBuilder(store);
    }

    /** Returns who this candidate is. */
    Identity identity();

    /**
     * Stands in the election from now on; the first attempt to lead is made at once, in the background: no call to the
     * store is waited for.
     *
     * @throws IllegalArgumentException if the store cannot keep an election of this name
     * @throws IllegalStateException if this candidate or its store is closed, or it stands in this election already, or
     *     stood in it and its work has not ended yet, or could not renew another lease in time
     */
    default Election stand(String election) {
        return prepare(election).stand();
    }

    /** Prepares a stand in the election: with hooks, or with work that must make progress. */
    ElectionBuilder prepare(String election);

    /**
     * Looks on from now on: sees who leads, and never stands. No call to the store is waited for.
     *
     * @throws IllegalArgumentException if the store cannot keep an election of this name
     * @throws IllegalStateException if this candidate is closed
     */
    ElectionView observe(String election);

    /** Returns the elections this candidate stands in at this moment, shards included, in the order of their names. */
    List<Election> elections();

    /** Returns the elections this candidate looks on at, at this moment, in the order of their names. */
    List<ElectionView> observed();

    /**
     * Stands for the shards of a set from now on: as many elections, shared out evenly among the candidates that stand
     * for them.
     *
     * @param set the name of the set, the same in every candidate
     * @param count how many shards there are, the same in every candidate
     * @throws IllegalArgumentException if the store cannot keep elections of these names, or there are none
     * @throws IllegalStateException if this candidate is closed, or stands for this set already
     * @throws UnsupportedOperationException if the store keeps no roster
     */
    Shards standForShards(String set, int count);

    /**
     * Returns the candidates that stand in an election, or for a set of shards, as the store's roster shows them: those
     * seen within twice the time they count as alive. By wall clocks, for people; nothing is decided by it.
     *
     * @throws dev.tenure.StoreException if the store cannot be read
     * @throws UnsupportedOperationException if the store keeps no roster
     */
    default List<RosterMember> roster(String election) {
        return roster(election, settings().timing().callTimeout());
    }

    /** Returns the roster likewise, and waits for the store for this long at most. */
    List<RosterMember> roster(String election, Duration timeout);

    /**
     * Returns the last hundred or more things that happened in an election, the latest last.
     *
     * @throws dev.tenure.StoreException if the store cannot be read
     * @throws UnsupportedOperationException if the store keeps no history
     */
    default List<HistoryEntry> history(String election) {
        return history(election, settings().timing().callTimeout());
    }

    /** Returns the history likewise, and waits for the store for this long at most. */
    List<HistoryEntry> history(String election, Duration timeout);

    /**
     * Asks the leader of the election to resign; it does so as soon as it hears of it, and another candidate leads next
     * if there is one that is able to.
     *
     * @throws IllegalStateException if nobody leads
     * @throws dev.tenure.StoreException if the store cannot be asked
     * @throws UnsupportedOperationException if the store passes no requests on
     */
    default void requestResign(String election) {
        requestResign(election, settings().timing().callTimeout());
    }

    /** Asks the leader likewise, and waits for the store for this long at most. */
    void requestResign(String election, Duration timeout);

    /**
     * Asks the leader of the election to resign in favour of another candidate. If the leader itself is meant, it is
     * not asked: it leads already. Of two candidates of one name, name the instance.
     *
     * @param successor a live candidate that is able to lead
     * @throws IllegalArgumentException if there is no such candidate; the message says which there are
     * @throws IllegalStateException if nobody leads
     * @throws dev.tenure.StoreException if the store cannot be asked
     * @throws UnsupportedOperationException if the store passes no requests on, or keeps no roster
     */
    default void requestTransfer(String election, Successor successor) {
        requestTransfer(election, successor, settings().timing().callTimeout());
    }

    /** Asks the leader likewise, and waits for the store for this long at most. */
    void requestTransfer(String election, Successor successor, Duration timeout);

    /** Returns the settings in force. */
    Settings settings();

    /**
     * Changes settings while this candidate stands, without losing a term: a new timing or address is written with the
     * next renewal, which is sent at once.
     *
     * @param change makes the new settings of the present ones; invalid ones are refused, and nothing changes
     * @throws IllegalStateException if this candidate is closed
     */
    void reconfigure(UnaryOperator<Settings> change);

    /**
     * Tells whether the thread that decides for all elections answers, and waits a second for it at most. False once
     * this candidate is closed, and otherwise only if something is badly wrong with this process.
     */
    boolean isAlive();

    /**
     * Ends every term gracefully, stops standing, and waits for it: for all elections together as long as
     * {@link Election#close} may take for one, and a call timeout more. An interrupt of the calling thread ends the
     * grace of the work, not the wait. Does not wait when work of this candidate calls it. Idempotent.
     */
    @Override
    void close();
}
