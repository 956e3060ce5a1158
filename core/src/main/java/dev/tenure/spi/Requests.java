package dev.tenure.spi;

import java.util.Collection;
import java.util.Map;

/**
 * What anybody with access to the store may ask of a leader. Calls block, and each carries the deadline it must answer
 * by. Thread-safe.
 *
 * <p>There is at most one request per election. It names the term it is meant for, so it need not be removed: it is
 * void as soon as that term is over.
 */
public interface Requests {

    /** Keeps the request until the next one for the same election replaces it, and wakes the watchers. */
    void submit(Request request, Deadline deadline);

    /** Returns the last request for each of the named elections that has one, void ones included. */
    Map<String, Request> pending(Collection<String> elections, Deadline deadline);
}
