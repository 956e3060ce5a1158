package dev.tenure.internal.protocol;

/**
 * In which part of an interval each lease of one candidate is renewed. A thousand are renewed together; more are
 * spread over the interval, always in the same order, so that no single moment has more to do than the store can take.
 * Thread-safe.
 */
public final class RenewalSlots {
    /** More leases than this are not all renewed at one moment. */
    static final int MOST_PER_SLOT = 1_000;

    /** Odd and large, so that names that differ little are far apart all the same. */
    private static final long SPREADING = 0x9E3779B97F4A7C15L;

    private static final int MOST_DOUBLINGS = 10;

    private volatile int doublings;

    /** Takes in in how many elections the candidate stands. */
    public void spread(int elections) {
        int needed = 0;
        while (needed < MOST_DOUBLINGS && elections >> needed > MOST_PER_SLOT) {
            needed++;
        }
        doublings = needed;
    }

    /** Returns how long after the candidate's own moment in an interval this election is renewed. */
    long offsetNanos(String election, long intervalNanos) {
        int slots = 1 << doublings;
        long place = slots == 1 ? 0 : (election.hashCode() * SPREADING) >>> (Long.SIZE - Integer.numberOfTrailingZeros(slots));
        return intervalNanos / slots * place;
    }
}
