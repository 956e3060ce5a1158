package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Renews many leases with as few requests as possible. Thread-safe.
 *
 * <p>Route53 carries out a whole change batch or nothing. When it refuses a batch, the rest is sent again without the
 * records it names, which are then read; if it names none, the batch is halved.
 */
final class BatchRenewal {
    private final Route53Cell cell;
    private final Zone zone;

    /** The last write of each election without an answer, by the name of its lock. */
    private final Map<String, Sent> unknown = new ConcurrentHashMap<>();

    BatchRenewal(Route53Cell cell, Zone zone) {
        this.cell = cell;
        this.zone = zone;
    }

    /** One renewal of the batch, with its position. */
    private record Member(int place, RenewalRequest extension, RecordChange edit) {
        Renewal renewed() {
            return new Renewal.Renewed(extension.next().withVersion(edit.after().version()));
        }

        long attempt() {
            return extension.next().stamp().attempt();
        }
    }

    /**
     * Returns the outcome of each renewal. After some are settled, a failure leaves the rest empty, to be renewed
     * alone: an exception would say that none was renewed.
     */
    List<Optional<Renewal>> renewAll(List<RenewalRequest> extensions, Deadline deadline) {
        List<Optional<Renewal>> outcomes = new ArrayList<>(Collections.nCopies(extensions.size(), Optional.empty()));
        Deque<List<Member>> batches = new ArrayDeque<>(batches(extensions));
        Deque<Member> doubtful = new ArrayDeque<>();
        try {
            while (!batches.isEmpty()) {
                send(batches.remove(), batches, doubtful, outcomes, deadline);
            }
            while (!doubtful.isEmpty()) {
                look(doubtful.remove(), doubtful, outcomes, deadline);
            }
        } catch (StoreException e) {
            if (outcomes.stream().noneMatch(Optional::isPresent)) {
                throw e;
            }
        }
        return outcomes;
    }

    private List<List<Member>> batches(List<RenewalRequest> extensions) {
        List<List<Member>> batches = new ArrayList<>();
        BatchCapacity room = new BatchCapacity();
        for (int place = 0; place < extensions.size(); place++) {
            RenewalRequest extension = extensions.get(place);
            Lease next = extension.next();
            RecordChange edit = cell.edit(
                    next.election(),
                    new Sighting.Held(next, null),
                    extension.held().version());
            Member planned = new Member(place, extension, edit);
            Sent sent = sentBefore(planned);
            // The stated end has changed by now, and with it the content that would have to match.
            Member member = sent == null ? planned : new Member(place, extension, sent.edit());
            if (batches.isEmpty() || !room.take(member.edit())) {
                batches.add(new ArrayList<>());
                room = new BatchCapacity();
                room.take(member.edit());
            }
            batches.get(batches.size() - 1).add(member);
        }
        return batches;
    }

    /** Sends one batch. If it is refused, the records it names are read after all others were sent. */
    private void send(
            List<Member> batch,
            Deque<List<Member>> others,
            Deque<Member> doubtful,
            List<Optional<Renewal>> outcomes,
            Deadline deadline) {
        Optional<String> refused = change(batch, deadline);
        if (refused.isEmpty()) {
            batch.forEach(member -> outcomes.set(member.place(), Optional.of(member.renewed())));
            return;
        }
        List<Member> named = batch.size() == 1
                ? batch
                : batch.stream()
                        .filter(member -> member.edit().isNamedIn(refused.get()))
                        .toList();
        if (named.isEmpty()) {
            others.addFirst(batch.subList(batch.size() / 2, batch.size()));
            others.addFirst(batch.subList(0, batch.size() / 2));
            return;
        }
        doubtful.addAll(named);
        List<Member> rest = new ArrayList<>(batch);
        rest.removeAll(named);
        if (!rest.isEmpty()) {
            others.addFirst(rest);
        }
    }

    /** Remembers the content of a batch with unknown outcome, for when the same renewals are sent again. */
    private Optional<String> change(List<Member> batch, Deadline deadline) {
        List<RecordChange> edits = batch.stream().map(Member::edit).toList();
        try {
            Optional<String> refused = zone.change("renewing " + batch.size() + " leases", edits, deadline);
            if (refused.isEmpty()) {
                batch.forEach(member -> unknown.remove(member.edit().lockName()));
            }
            return refused;
        } catch (StoreException e) {
            if (e.kind() == Kind.OUTCOME_UNKNOWN) {
                Object same = new Object();
                batch.forEach(member ->
                        unknown.put(member.edit().lockName(), new Sent(same, member.attempt(), member.edit())));
            }
            throw e;
        }
    }

    /**
     * Reads the records of a refused renewal. A batch is atomic: if they show that an earlier batch with unknown
     * outcome succeeded, all other renewals of that batch succeeded too, and need no read.
     */
    private void look(Member member, Deque<Member> doubtful, List<Optional<Renewal>> outcomes, Deadline deadline) {
        Sighting found = cell.read(member.extension().next().election(), deadline);
        Sent earlier = sentBefore(member);
        boolean written =
                earlier != null && found.version().equals(earlier.edit().after().version());
        outcomes.set(member.place(), Optional.of(written ? member.renewed() : new Renewal.Refused(found)));
        if (earlier != null && written) {
            List<Member> along = doubtful.stream()
                    .filter(other -> earlier.isOfTheSameBatch(sentBefore(other)))
                    .toList();
            along.forEach(other -> outcomes.set(other.place(), Optional.of(other.renewed())));
            doubtful.removeAll(along);
        }
    }

    private @Nullable Sent sentBefore(Member member) {
        Sent sent = unknown.get(member.edit().lockName());
        return sent != null && sent.attempt() == member.attempt() ? sent : null;
    }

    /**
     * A write with unknown outcome.
     *
     * @param batch what all those have in common that were sent together
     * @param attempt the attempt that it was
     * @param edit what it would have written
     */
    private record Sent(Object batch, long attempt, RecordChange edit) {
        boolean isOfTheSameBatch(@Nullable Sent other) {
            return other != null && other.batch() == batch;
        }
    }
}
