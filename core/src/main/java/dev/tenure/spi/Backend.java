package dev.tenure.spi;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import java.util.List;
import java.util.Set;

/** The properties and optional abilities of a store, common to {@link LeaseStore} and {@link Cell}. Thread-safe. */
public interface Backend extends AutoCloseable {

    /** Returns a short name for people, such as {@code postgres} or {@code file}. */
    String name();

    /**
     * Returns which library this backend needs besides Tenure, and which versions of it work, for the message if what
     * is on the class path does not fit: {@code Jedis 5.2.0 to 8.0.2}. Empty if it needs none.
     */
    default String requires() {
        return "";
    }

    /** Returns what this backend can do besides keeping leases; the same for its whole life. */
    Set<Capability> capabilities();

    /** Returns the timing that suits this backend unless the user says otherwise. */
    Timing timing();

    /**
     * Returns how long a candidate holds a lease granted here before it leads; the same for its whole life. A store
     * with such a delay must refuse a claim whose condition names no record if there is one, dead or not: the condition
     * tells which delay applies.
     */
    default TakeoverDelay takeoverDelay() {
        return TakeoverDelay.NONE;
    }

    /**
     * Refuses a timing that this backend could not keep: one with another ttl than the foreign programs it is shared
     * with, for instance, if their format has no room for one. Asked before a candidate starts, and before its timing
     * changes.
     *
     * @throws IllegalArgumentException with a message that names the remedy
     */
    default void checkTiming(Timing timing) {}

    /**
     * Refuses a name that this backend could not keep exactly as given.
     *
     * @throws IllegalArgumentException with a message that says which names can be kept
     */
    void checkName(String election);

    /**
     * Calls {@code wakeUp} after each change of the election's record, and each request for it, as soon as the backend
     * learns of it, from a thread of the backend's own. Returns at once, connecting in the background if it must.
     * Spurious, repeated and lost wake-ups are all allowed.
     *
     * @return what ends the watch
     * @throws UnsupportedOperationException without {@link Capability#WATCH}
     */
    default Watch watch(String election, Runnable wakeUp) {
        throw new UnsupportedOperationException("the " + name() + " store cannot push wake-ups");
    }

    /**
     * Returns the names of the elections this backend has a record of, in no order. For people who look, not for the
     * engine: one that begins or goes at the same time may be missing.
     *
     * @throws UnsupportedOperationException without {@link Capability#LISTING}
     */
    default List<String> elections(Deadline deadline) {
        throw new UnsupportedOperationException("the " + name() + " store cannot list its elections");
    }

    /**
     * Returns the roster of the candidates in the elections of this backend.
     *
     * @throws UnsupportedOperationException without {@link Capability#ROSTER}
     */
    default Roster roster() {
        throw new UnsupportedOperationException("the " + name() + " store keeps no roster; the peer channel adds one");
    }

    /**
     * Returns the requests to the leaders of this backend.
     *
     * @throws UnsupportedOperationException without {@link Capability#REQUESTS}
     */
    default Requests requests() {
        throw new UnsupportedOperationException(
                "the " + name() + " store passes no requests on; the peer channel does");
    }

    /**
     * Returns the history of the elections of this backend.
     *
     * @throws UnsupportedOperationException without {@link Capability#HISTORY}
     */
    default History history() {
        throw new UnsupportedOperationException("the " + name() + " store keeps no history");
    }

    /**
     * Returns what the leaders of this backend leave to their successors.
     *
     * @throws UnsupportedOperationException without {@link Capability#BATON}
     */
    default Batons batons() {
        throw new UnsupportedOperationException("the " + name() + " store keeps no baton");
    }

    /**
     * Looks for what would keep elections on this backend from working, for {@code tenure doctor}: may this user do all
     * that is needed, is the format or schema one this version knows, does anything between here and there change what
     * is sent (a pooler, a proxy, a cache), could the server lose what it acknowledged, how far are the clocks apart,
     * how long is a round trip next to the timing. What every store must do alike (claims, renewals, releases,
     * wake-ups, rosters, requests, history, their latency) the doctor tries by itself.
     *
     * <p>Leaves nothing behind: what must be written to find out is scratch data under names no election can have, and
     * is removed again. Elections that run are never disturbed, and several diagnoses may run at once. What is wrong is
     * a finding, whatever it takes; a {@link StoreException} ends the diagnosis and is reported as one.
     *
     * @param timing what candidates will use here, and what latencies are judged by
     * @param deadline when all of it must have ended
     * @return what was found, one for each thing that was looked at, good ones included
     */
    default List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return List.of();
    }

    /**
     * Tells whether {@link #close} was called. Candidates neither start nor stand on a closed store. A {@link Cell}
     * that holds nothing open may always say false: the {@link CellStore} over it remembers.
     */
    default boolean isClosed() {
        return false;
    }

    /**
     * Closes what this backend opened itself, never a client that was handed to it. Takes a few seconds at most,
     * whatever the server does. Idempotent. Records stay, and so does every other store object on the same records.
     */
    @Override
    void close();

    /** A running watch; closing it stops the wake-ups. */
    interface Watch extends AutoCloseable {
        @Override
        void close();
    }
}
