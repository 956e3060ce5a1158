package dev.tenure.store.kafka;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Opens, renews and closes the terms of one election in its topic. Thread-safe; one call writes at a time.
 *
 * <p>A term is opened in this order: the group has given us the partition; the record is still the one the claim
 * judged; the pen is taken, so that nothing of a predecessor can come any more; the topic is read to its end, and still
 * shows that record. What was written after a claim was judged refuses it, so a predecessor that was not waited out is
 * never succeeded.
 */
final class TermLog implements AutoCloseable {
    /** Longer than an answer takes from a call to its candidate; his next renewal tells him anyway. */
    private static final Duration ON_ITS_WAY = Duration.ofSeconds(1);

    private final KafkaElection contest;
    private final TermRecordFormat format;
    private final TermProducer pen;
    private final @Nullable GoNeli goNeli;
    private final TimeSource time = TimeSource.system();
    private final ReentrantLock writing = new ReentrantLock();
    private final PartitionHold hold = new PartitionHold();
    private volatile @Nullable Loss loss;

    /** What the group took away, and until when its holder is told again: a grant may still be on its way to him. */
    private record Loss(Lease lease, String cause, long toldUntilNanos) {}

    TermLog(KafkaElection contest, TermRecordFormat format, TermProducer pen, @Nullable GoNeli goNeli) {
        this.contest = contest;
        this.format = format;
        this.pen = pen;
        this.goNeli = goNeli;
    }

    /** Returns the lease this process holds, as far as it knows; one that it claimed without an answer, once seen. */
    @Nullable Lease held() {
        PartitionHold.Written now = hold.written();
        if (now != null && hold.isKnown()) { // one that was lost to another is never released, and hides nothing
            return now.lease();
        }
        Lease unknown = hold.unknown();
        return unknown == null ? null : contest.ledger().find(unknown);
    }

    /** Returns what this process holds, known or not. */
    PartitionHold hold() {
        return hold;
    }

    Answer claim(Ballot ballot, Deadline deadline) {
        Sighting judged = ballot.condition().replacing();
        if (judged == null
                || (judged instanceof Sighting.Held && !ballot.condition().waitedOut())) {
            throw new IllegalArgumentException(
                    "the kafka store has no clock: a claim must name what it replaces, and have waited it out");
        }
        deadline.requireLeft();
        if (!contest.mayClaim(deadline)) {
            return new Answer.Refused(contest.reading().shown());
        }
        requireHeard(); // shut nobody out for nothing
        requireTokenLeft(Math.max(judged.lastToken(), ballot.condition().highestToken()));
        lock(deadline);
        try {
            Sighting found = takePen(judged, ballot.ttl(), deadline);
            if (found != null) {
                return new Answer.Refused(found);
            }
            if (!contest.isOwner() || !isHeard()) {
                pen.drop();
                return new Answer.Refused(judged);
            }
            return open(ballot, judged, deadline);
        } finally {
            writing.unlock();
        }
    }

    private Answer open(Ballot ballot, Sighting replaced, Deadline deadline) {
        Lease asked = ballot.grant(replaced, time.wallMillis() * 1000, "");
        long sent = time.nanos();
        hold.sends(asked, sent);
        try {
            long offset = pen.write(format.opening(asked), deadline);
            Lease lease = asked.withVersion(Long.toString(offset));
            hold.wrote(new PartitionHold.Written(lease, sent));
            contest.reading().wrote(offset);
            awaitVisible(offset, deadline);
            if (contest.keepsPartition() && isHeard() && !contest.ledger().isDisowned(asked)) {
                return new Answer.Granted(lease);
            }
            contest.ledger().disown(asked); // the group gave it to another meanwhile, or may have
            close(lease, Handover.toAnyone(), deadline);
            return new Answer.Refused(contest.reading().look(deadline));
        } catch (TermProducer.Fenced overtaken) {
            hold.sentNothing();
            return new Answer.Refused(contest.reading().look(deadline));
        } catch (StoreException failed) {
            if (failed.kind() != StoreException.Kind.OUTCOME_UNKNOWN) {
                hold.sentNothing();
            }
            throw failed;
        }
    }

    /** A lower token than one that was shown would let a leader of long ago pass for the present one. */
    private void requireTokenLeft(long last) {
        if (last >= Lease.MAX_TOKEN) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "a record shows the token " + last + ", and no higher one is left: stop all candidates, delete the"
                            + " topic " + contest.site().topic() + ", see that no fenced resource keeps that token,"
                            + " and start them again");
        }
    }

    /** Returns the offset of the record behind a sighting, or -1 if there is none. */
    private static long offsetOf(Sighting sighting) {
        String version = sighting.version();
        return version.isEmpty() || version.startsWith(TopicState.GONE) ? -1 : Long.parseLong(version);
    }

    Renewal renew(RenewalRequest extension, Deadline deadline) {
        deadline.requireLeft();
        lock(deadline);
        try {
            Lease held = extension.held();
            PartitionHold.Written now = hold.written();
            Loss lost = loss;
            if (lost != null && lost.lease.isSameTerm(held)) {
                return new Renewal.Lost(lost.cause);
            }
            if (goNeli != null) {
                String doubt = doubt(goNeli);
                if (doubt != null) {
                    return new Renewal.Lost(doubt);
                }
                requireHeard();
            }
            if (!pen.isTaken() || now == null) {
                Sighting found = takePen(new Sighting.Held(held, null), held.ttl(), deadline);
                if (found != null) {
                    return new Renewal.Refused(found);
                }
            } else if (!now.lease().isSameTerm(held) || !now.lease().version().equals(held.version())) {
                return new Renewal.Refused(new Sighting.Held(now.lease(), null));
            }
            Sighting shown = contest.ledger().sighting();
            if (isAnothers(shown, held)) {
                return new Renewal.Refused(shown);
            }
            return heartbeat(extension.next(), deadline);
        } finally {
            writing.unlock();
        }
    }

    /** Nobody else can write while we have the pen, except by another name; then one of us is wrong, and we stop. */
    private static boolean isAnothers(Sighting shown, Lease held) {
        if (shown instanceof Sighting.Held other && other.lease().isSameTerm(held)) {
            return false;
        }
        return offsetOf(shown) > Long.parseLong(held.version());
    }

    private Renewal heartbeat(Lease next, Deadline deadline) {
        long sent = time.nanos();
        hold.sends(next, sent);
        try {
            long offset = pen.write(format.heartbeat(next), deadline);
            Lease lease = next.withVersion(Long.toString(offset));
            hold.wrote(new PartitionHold.Written(lease, sent));
            contest.reading().wrote(offset);
            return new Renewal.Renewed(lease);
        } catch (TermProducer.Fenced fenced) {
            hold.end();
            return new Renewal.Lost(String.valueOf(fenced.getMessage()));
        }
    }

    /** A Go node leads as soon as the group gives it the partition: then nothing else counts. */
    private @Nullable String doubt(GoNeli shared) {
        return contest.keepsPartition() ? null : "the group " + shared.group() + " has taken the partition away";
    }

    /**
     * What the group's coordinator answered within a heartbeat timeout was sent within two, and its session lasts
     * three: until the trust that this claim or renewal earns has ended.
     */
    private void requireHeard() {
        if (goNeli != null && !isHeard()) {
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE,
                    "the coordinator of the group " + goNeli.group() + " has not answered for "
                            + goNeli.heartbeatTimeout().toMillis() + " ms");
        }
    }

    private boolean isHeard() {
        return goNeli == null || contest.isHeard(goNeli.heartbeatTimeout());
    }

    void release(Lease lease, Handover to, Deadline deadline) {
        deadline.requireLeft();
        lock(deadline);
        try {
            PartitionHold.Written now = hold.written();
            Lease last = lease;
            if (isAnothers(contest.ledger().sighting(), lease)) {
                endIf(lease);
                return;
            }
            if (!pen.isTaken() || now == null || !now.lease().isSameTerm(lease) || isLost(lease)) {
                Sighting found = contest.reading().look(deadline);
                Lease there = contest.ledger().find(lease);
                if (there == null) {
                    endIf(lease);
                    return;
                }
                if (takePen(found, lease.ttl(), deadline) != null) {
                    throw new StoreException(
                            StoreException.Kind.UNREACHABLE, "the record changed while it was released");
                }
                last = there;
            }
            close(last, to, deadline);
        } finally {
            writing.unlock();
        }
    }

    private void close(Lease lease, Handover to, Deadline deadline) {
        try {
            long offset = pen.write(format.closing(lease, to), deadline);
            pen.drop(); // whoever leads next takes it anyway
            contest.reading().wrote(offset);
            awaitVisible(offset, deadline);
        } catch (TermProducer.Fenced overtaken) {
            return; // another has taken over: there is nothing left to release
        } finally {
            if (!pen.isTaken()) {
                hold.end();
            }
        }
    }

    /** Committed it is; that others see it already is a courtesy, and worth neither a failure nor a late answer. */
    private void awaitVisible(long offset, Deadline deadline) {
        try {
            Duration some = deadline.remaining().dividedBy(2);
            contest.reading().readPast(offset, Deadline.after(deadline.time(), some));
        } catch (StoreException late) {
            return;
        }
    }

    /**
     * Takes the pen if the record is, before and after, the judged one.
     *
     * @param ttl of the term it is taken for
     * @return what is there instead, or null if the pen was taken
     */
    private @Nullable Sighting takePen(Sighting judged, Duration ttl, Deadline deadline) {
        Sighting before = contest.reading().look(deadline);
        if (!isSame(judged, before)) {
            return before; // shut nobody out for nothing
        }
        pen.take(ttl, deadline);
        Sighting after;
        try {
            after = contest.reading().lookAtAll(deadline);
        } catch (StoreException failed) {
            pen.putBack(); // nobody knows for what it was taken
            throw failed;
        }
        boolean stillNew = after instanceof Sighting.Never && judged.version().equals(TopicState.NEW);
        if (stillNew || isSame(judged, after)) {
            return null;
        }
        pen.drop(); // taken for nothing
        return after;
    }

    private static boolean isSame(Sighting judged, Sighting found) {
        return judged.getClass().equals(found.getClass()) && judged.version().equals(found.version());
    }

    private void lock(Deadline deadline) {
        try {
            if (!writing.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                throw new StoreException(
                        StoreException.Kind.UNREACHABLE, "another call of this process still writes to the topic");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw KafkaErrors.noEffect("waiting to write to the topic", e);
        }
    }

    private void endIf(Lease lease) {
        Lease now = held();
        if (now != null && now.isSameTerm(lease)) {
            hold.end();
        }
    }

    /** What was lost is not released on what was read some time ago: others may have led since. */
    private boolean isLost(Lease lease) {
        Loss lost = loss;
        return lost != null && lost.lease.isSameTerm(lease);
    }

    /**
     * Takes in that what is held is lost, and what may be: a claim that is under way, or was never answered, opens no
     * term any more.
     */
    void lose(String cause) {
        Lease unknown = hold.unknown();
        if (unknown != null && unknown.stamp().renewal() == 0) {
            contest.ledger().disown(unknown);
        }
        Lease held = held();
        if (held != null) {
            loss = new Loss(held, cause, time.nanos() + ON_ITS_WAY.toNanos());
        }
    }

    /** Tells of what was lost lately; again and again, since its holder may not have known yet that it had begun. */
    void tellOfLoss(BiConsumer<Lease, String> told) {
        Loss lost = loss;
        if (lost != null && time.nanos() - lost.toldUntilNanos < 0) {
            told.accept(lost.lease, lost.cause);
        }
    }

    /**
     * Waits for the call that writes at the moment, if any, so that {@link #held} is what came of it; tells whether it
     * has ended in time.
     */
    boolean settles(Deadline deadline) {
        try {
            boolean settled = writing.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            if (settled) {
                writing.unlock();
            }
            return settled;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Takes in that others may write from now on: no claim that is under way shall shut them out. */
    void yields() {
        pen.giveUp();
    }

    @Override
    public void close() {
        pen.close();
    }
}
