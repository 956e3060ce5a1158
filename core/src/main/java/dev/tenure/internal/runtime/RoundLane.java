package dev.tenure.internal.runtime;

/**
 * Keeps calls of one kind from crowding each other: one is under way at a time, so that what falls due meanwhile goes
 * together in the next; but if it takes long, others go beside it. On the loop.
 */
final class RoundLane {
    private final int mostUnderWay;
    private int underWay;
    private long nextNanos;

    /** Makes a lane of which so many calls may be under way if they take long. */
    RoundLane(int mostUnderWay) {
        this.mostUnderWay = mostUnderWay;
    }

    boolean mayBegin(long nowNanos) {
        return underWay == 0 || (underWay < mostUnderWay && nowNanos - nextNanos >= 0);
    }

    /** Takes in that a call begins; after so long another one may go beside it. */
    void begin(long nowNanos, long patienceNanos) {
        underWay++;
        nextNanos = nowNanos + patienceNanos;
    }

    void end() {
        underWay--;
    }

    /** Returns when another call may begin though none has ended, or the given reading if none may. */
    long nextNanos(long otherwise) {
        return underWay < mostUnderWay ? nextNanos : otherwise;
    }
}
