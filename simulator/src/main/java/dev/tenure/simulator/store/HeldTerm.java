package dev.tenure.simulator.store;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import org.jspecify.annotations.Nullable;

/** The term that a process has in a choosing store, as its store knows: also one of a claim that was not answered. */
public final class HeldTerm {
    private static final long LOSS_REPEATED_NANOS = 1_000_000_000;

    private final TimeSource time;
    private final TermTopic topic;
    private @Nullable Sent written;
    private @Nullable Sent undecided;
    private @Nullable Lease disowned;
    private @Nullable Lease lost;
    private String cause = "";
    private long lostNanos;
    private boolean writing;

    /** A record that opens or renews a term, and when it was sent. */
    private record Sent(Lease lease, long nanos) {}

    /** Creates the state of a process that has no term. */
    public HeldTerm(TimeSource time, TermTopic topic) {
        this.time = time;
        this.topic = topic;
    }

    /** Begins a call that may write. Tells whether an earlier one was given up. */
    boolean begin(boolean writes) {
        boolean givenUp = writing;
        writing = writes;
        return givenUp;
    }

    void end() {
        writing = false;
    }

    boolean isWriting() {
        return writing;
    }

    void sending(Lease lease) {
        undecided = new Sent(lease, time.nanos());
    }

    void wrote(Lease lease) {
        written = new Sent(lease, undecided == null ? time.nanos() : undecided.nanos());
        undecided = null;
    }

    void notWritten() {
        undecided = null;
    }

    /** Takes in that no term is held any more. */
    void ended() {
        written = null;
        undecided = null;
    }

    /** Returns the lease that was last written, if it is known. */
    @Nullable Lease written() {
        return written == null ? null : written.lease();
    }

    /** Returns the lease by which a candidate here leads, or may find out that it does, or null. */
    @Nullable Lease lease() {
        if (written != null && lasts(written)) {
            return written.lease();
        }
        Sent sent = undecided;
        return sent != null
                        && lasts(sent)
                        && topic.shown() instanceof Sighting.Held held
                        && isSameWrite(held.lease(), sent.lease())
                ? held.lease()
                : null;
    }

    private boolean lasts(Sent sent) {
        return time.nanos() - sent.nanos() < sent.lease().ttl().toNanos();
    }

    private static boolean isSameWrite(Lease one, Lease other) {
        return one.holder().instance().equals(other.holder().instance())
                && one.stamp().attempt() == other.stamp().attempt();
    }

    /** Takes in that the group took the choice away: the term is lost, and a claim under way leads to none. */
    void lose(String why) {
        Sent sent = undecided;
        if (sent != null && lasts(sent) && sent.lease().stamp().renewal() == 0) {
            disowned = sent.lease();
        }
        Lease now = lease();
        if (now != null) {
            lost = now;
            cause = why;
            lostNanos = time.nanos();
        }
    }

    void disown(Lease lease) {
        disowned = lease;
    }

    /** Tells whether no candidate may lead by this record, although this process wrote it. */
    boolean isDisowned(Lease lease) {
        return disowned != null && isSameWrite(lease, disowned);
    }

    boolean isLost(Lease lease) {
        return lost != null && lost.isSameTerm(lease);
    }

    String cause() {
        return cause;
    }

    /** Returns the lease that was lost lately, or null. */
    @Nullable Lease lostLately() {
        return lost != null && time.nanos() - lostNanos < LOSS_REPEATED_NANOS ? lost : null;
    }
}
