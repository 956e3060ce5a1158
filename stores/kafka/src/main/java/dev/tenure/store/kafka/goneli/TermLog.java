package dev.tenure.store.kafka.goneli;

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
import dev.tenure.store.kafka.client.KafkaErrors;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * Opens, renews and closes the terms of one election in its topic. Thread-safe; one call writes at a time.
 *
 * <p>A claim takes these steps: the group has given us the partition; the topic still shows the record that the claim
 * judged; the producer takes over, so that no predecessor can write any more; the topic is read to its end and still
 * shows that record. A record written after the claim was judged refuses it, so a predecessor that was not waited out
 * is never succeeded.
 */
final class TermLog implements AutoCloseable {
    /** Longer than an answer takes from a call to its candidate; the next renewal tells the candidate anyway. */
    private static final Duration LOSS_REPEATED_FOR = Duration.ofSeconds(1);

    private final GroupElection election;
    private final TermRecordFormat format;
    private final TermProducer producer;
    private final GoNeli goNeli;
    private final TimeSource time = TimeSource.system();
    private final ReentrantLock writing = new ReentrantLock();
    private final HeldLease heldLease = new HeldLease();
    private volatile @Nullable Loss loss;

    /** A lease that the group took away. Its holder is told repeatedly: the grant may still be on its way to it. */
    private record Loss(Lease lease, String cause, long repeatedUntilNanos) {}

    TermLog(GroupElection election, TermRecordFormat format, TermProducer producer, GoNeli goNeli) {
        this.election = election;
        this.format = format;
        this.producer = producer;
        this.goNeli = goNeli;
    }

    /** Returns the lease this process holds, as far as it knows: also one of an unanswered claim, once it was read. */
    @Nullable Lease held() {
        Lease written = heldLease.written();
        if (written != null && heldLease.isKnown()) { // a lost lease is never released, and must not hide another
            return written;
        }
        Lease unknown = heldLease.unknown();
        return unknown == null ? null : election.topicState().find(unknown);
    }

    HeldLease heldLease() {
        return heldLease;
    }

    Answer claim(Ballot ballot, Deadline deadline) {
        Sighting judged = ballot.condition().replacing();
        if (judged == null
                || (judged instanceof Sighting.Held && !ballot.condition().waitedOut())) {
            throw new IllegalArgumentException(
                    "the kafka store has no clock: a claim must name what it replaces, and have waited it out");
        }
        deadline.requireLeft();
        if (!election.mayClaim(deadline)) {
            return new Answer.Refused(election.view().shown());
        }
        requireHeard(); // before the take-over rejects another writer for nothing
        requireTokenLeft(Math.max(judged.lastToken(), ballot.condition().highestToken()));
        lock(deadline);
        try {
            Sighting found = takeOver(judged, ballot.ttl(), deadline);
            if (found != null) {
                return new Answer.Refused(found);
            }
            if (!election.isOwner() || !isHeard()) {
                producer.drop();
                return new Answer.Refused(judged);
            }
            return open(ballot, judged, deadline);
        } finally {
            writing.unlock();
        }
    }

    private Answer open(Ballot ballot, Sighting replaced, Deadline deadline) {
        Lease asked = ballot.grant(replaced, time.wallMillis() * 1000, "");
        try {
            Lease lease = write(format.opening(asked), asked, deadline);
            long offset = Long.parseLong(lease.version());
            awaitVisible(offset, deadline);
            if (election.hasPartition() && isHeard() && !election.topicState().isDisowned(asked)) {
                return new Answer.Granted(lease);
            }
            election.topicState().disown(asked); // the group gave the partition to another meanwhile, or may have
            close(lease, Handover.toAnyone(), deadline);
            return new Answer.Refused(election.view().look(deadline));
        } catch (TermProducer.Fenced overtaken) {
            heldLease.notWritten();
            return new Answer.Refused(election.view().look(deadline));
        } catch (StoreException failed) {
            if (failed.kind() != StoreException.Kind.OUTCOME_UNKNOWN) {
                heldLease.notWritten();
            }
            throw failed;
        }
    }

    /** Writes a record that opens or renews a term, and returns the lease with its offset as the version. */
    private Lease write(ProducerRecord<byte[], byte[]> record, Lease next, Deadline deadline)
            throws TermProducer.Fenced {
        long sentNanos = time.nanos();
        heldLease.sending(new HeldLease.Sent(next, sentNanos));
        long offset = producer.write(record, deadline);
        Lease lease = next.withVersion(Long.toString(offset));
        heldLease.wrote(new HeldLease.Sent(lease, sentNanos));
        election.view().wrote(offset);
        return lease;
    }

    /** A token below one that was shown would let a leader of long ago pass for the present one. */
    private void requireTokenLeft(long last) {
        if (last >= Lease.MAX_TOKEN) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "a record shows the token " + last + ", and no higher one is left: stop all candidates, delete the"
                            + " topic " + election.names().topic() + ", see that no fenced resource keeps that token,"
                            + " and start them again");
        }
    }

    /** Returns the offset of the record behind a sighting, or -1 if there is none. */
    private static long offsetOf(Sighting sighting) {
        String version = sighting.version();
        return version.isEmpty() || version.startsWith(TopicState.GONE) ? -1 : Long.parseLong(version);
    }

    Renewal renew(RenewalRequest request, Deadline deadline) {
        deadline.requireLeft();
        lock(deadline);
        try {
            Lease held = request.held();
            Lease written = heldLease.written();
            Loss lost = loss;
            if (lost != null && lost.lease.isSameTerm(held)) {
                return new Renewal.Lost(lost.cause);
            }
            if (!election.hasPartition()) { // a Go node leads as soon as the group gives it the partition
                return new Renewal.Lost("the group " + goNeli.group() + " has taken the partition away");
            }
            requireHeard();
            if (!producer.isTaken() || written == null) {
                Sighting found = takeOver(new Sighting.Held(held, null), held.ttl(), deadline);
                if (found != null) {
                    return new Renewal.Refused(found);
                }
            } else if (!written.isSameTerm(held) || !written.version().equals(held.version())) {
                return new Renewal.Refused(new Sighting.Held(written, null));
            }
            Sighting shown = election.topicState().sighting();
            if (isAnothers(shown, held)) {
                return new Renewal.Refused(shown);
            }
            return heartbeat(request.next(), deadline);
        } finally {
            writing.unlock();
        }
    }

    /** Only a writer with another transactional id can write beside us; then one of the two is wrong, and we stop. */
    private static boolean isAnothers(Sighting shown, Lease held) {
        if (shown instanceof Sighting.Held other && other.lease().isSameTerm(held)) {
            return false;
        }
        return offsetOf(shown) > Long.parseLong(held.version());
    }

    private Renewal heartbeat(Lease next, Deadline deadline) {
        try {
            return new Renewal.Renewed(write(format.heartbeat(next), next, deadline));
        } catch (TermProducer.Fenced fenced) {
            heldLease.end();
            return new Renewal.Lost(String.valueOf(fenced.getMessage()));
        }
    }

    /**
     * Requires an answer of the group's coordinator within the heartbeat timeout. Such an answer was sent within two,
     * and the session lasts three: so the session outlasts the trust that this claim or renewal earns.
     */
    private void requireHeard() {
        if (!isHeard()) {
            throw new StoreException(
                    StoreException.Kind.UNREACHABLE,
                    "the coordinator of the group " + goNeli.group() + " has not answered for "
                            + goNeli.heartbeatTimeout().toMillis() + " ms");
        }
    }

    private boolean isHeard() {
        return election.heardWithin(goNeli.heartbeatTimeout());
    }

    void release(Lease lease, Handover to, Deadline deadline) {
        deadline.requireLeft();
        lock(deadline);
        try {
            Lease written = heldLease.written();
            Lease last = lease;
            if (isAnothers(election.topicState().sighting(), lease)) {
                endIfHeld(lease);
                return;
            }
            if (!producer.isTaken() || written == null || !written.isSameTerm(lease) || isLost(lease)) {
                Sighting found = election.view().look(deadline);
                Lease there = election.topicState().find(lease);
                if (there == null) {
                    endIfHeld(lease);
                    return;
                }
                if (takeOver(found, lease.ttl(), deadline) != null) {
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
            long offset = producer.write(format.closing(lease, to), deadline);
            producer.drop(); // the next leader takes over anyway
            election.view().wrote(offset);
            awaitVisible(offset, deadline);
        } catch (TermProducer.Fenced overtaken) {
            return; // another has taken over: there is nothing left to release
        } finally {
            if (!producer.isTaken()) {
                heldLease.end();
            }
        }
    }

    /** Waits until others can read a committed record; if that takes long, the call neither fails nor waits for it. */
    private void awaitVisible(long offset, Deadline deadline) {
        try {
            Duration half = deadline.remaining().dividedBy(2);
            election.view().readPast(offset, Deadline.after(deadline.time(), half));
        } catch (StoreException late) {
            return;
        }
    }

    /**
     * Lets the producer take over if the topic shows the judged record before and after that.
     *
     * @param ttl of the term it takes over for
     * @return what the topic shows instead, or null if the producer has taken over
     */
    private @Nullable Sighting takeOver(Sighting judged, Duration ttl, Deadline deadline) {
        Sighting before = election.view().look(deadline);
        if (!isSame(judged, before)) {
            return before; // without rejecting another writer for nothing
        }
        producer.take(ttl, deadline);
        Sighting after;
        try {
            after = election.view().lookAtAll(deadline);
        } catch (StoreException failed) {
            producer.putBack();
            throw failed;
        }
        boolean stillNew = after instanceof Sighting.Never && judged.version().equals(TopicState.NEW);
        if (stillNew || isSame(judged, after)) {
            return null;
        }
        producer.drop();
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

    private void endIfHeld(Lease lease) {
        Lease now = held();
        if (now != null && now.isSameTerm(lease)) {
            heldLease.end();
        }
        if (held() == null) {
            producer.drop(); // its thread and connections are of no more use
        }
    }

    /** A lost lease is released only after a new look: others may have led since the last one. */
    private boolean isLost(Lease lease) {
        Loss lost = loss;
        return lost != null && lost.lease.isSameTerm(lease);
    }

    /** Marks the held lease as lost, and disowns a claim that is under way or was never answered. */
    void lose(String cause) {
        Lease unknown = heldLease.unknown();
        if (unknown != null && unknown.stamp().renewal() == 0) {
            election.topicState().disown(unknown);
        }
        Lease held = held();
        if (held != null) {
            loss = new Loss(held, cause, time.nanos() + LOSS_REPEATED_FOR.toNanos());
        }
    }

    /** Reports a recent loss; called repeatedly, since the holder may not have known yet that its term had begun. */
    void reportLoss(BiConsumer<Lease, String> listener) {
        Loss lost = loss;
        if (lost != null && time.nanos() - lost.repeatedUntilNanos < 0) {
            listener.accept(lost.lease, lost.cause);
        }
    }

    /**
     * Waits for the call that is writing, if any, so that {@link #held} includes its outcome; tells whether it ended.
     */
    boolean awaitWrite(Deadline deadline) {
        try {
            boolean ended = writing.tryLock(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS);
            if (ended) {
                writing.unlock();
            }
            return ended;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return true;
        }
    }

    /** Takes in that others may write from now on: a claim that is under way must not reject them. */
    void cancelTakeOver() {
        producer.giveUp();
    }

    @Override
    public void close() {
        producer.close();
    }
}
