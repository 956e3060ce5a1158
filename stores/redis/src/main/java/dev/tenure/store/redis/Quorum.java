package dev.tenure.store.redis;

import java.util.List;

/**
 * How many replicas must have a claim or a renewal before it counts. Thread-safe.
 *
 * <p>Unless told, one where there is any. That there is one is never forgotten: not here once it was seen, and not in
 * the record, where it is written down. A server that has lost sight of its replicas may be one that was cut off.
 */
final class Quorum {
    private static final int BY_WHAT_IS_SEEN = -1;

    private final int fixed;
    private volatile boolean seen;

    private Quorum(int fixed, boolean seen) {
        this.fixed = fixed;
        this.seen = seen;
    }

    /** Returns the rule for a server that may have replicas or not; {@code known} if it is known to have some. */
    static Quorum bySight(boolean known) {
        return new Quorum(BY_WHAT_IS_SEEN, known);
    }

    /** Returns the rule of so many replicas, whatever is seen. */
    static Quorum of(int replicas) {
        if (replicas < 0) {
            throw new IllegalArgumentException("replicas " + replicas + " is negative: use 0 to wait for none");
        }
        return new Quorum(replicas, false);
    }

    boolean isFixed() {
        return fixed != BY_WHAT_IS_SEEN;
    }

    /** Returns what scripts are told: {@code =N} if it was fixed, otherwise what is known here. */
    String wanted() {
        return isFixed() ? "=" + fixed : Integer.toString(least());
    }

    /** Returns how many are needed as far as is known here. */
    int least() {
        return isFixed() ? fixed : seen ? 1 : 0;
    }

    /** Takes note of what a server says it is. */
    void saw(Role role) {
        if (role.replicas() > 0 && !seen) {
            seen = true;
        }
    }

    /** Returns how many replicas must have what these answers say was written; 0 if nothing was. */
    int needed(List<Object> answers) {
        int most = 0;
        for (Object answer : answers) {
            if (Reply.isOfAWrite(answer)) {
                int asWritten = Reply.read(answer).replicas();
                most = Math.max(most, isFixed() ? fixed : Math.max(least(), asWritten));
            }
        }
        return most;
    }
}
