package dev.tenure.store.route53;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Renews many leases with as few requests as there can be. Thread-safe.
 *
 * <p>Route53 carries out a whole change batch or nothing of it. So when one is refused, those it names are looked at,
 * and the rest is sent again; if it names none, the batch is halved.
 */
final class BatchRenewal {
    /** What Route53 takes in one batch. */
    private static final int MOST_VALUES = 1_000;

    private static final int MOST_CHARACTERS = 32_000;

    private final Route53Cell cell;
    private final CellStore leases;
    private final Zone zone;

    BatchRenewal(Route53Cell cell, CellStore leases, Zone zone) {
        this.cell = cell;
        this.leases = leases;
        this.zone = zone;
    }

    /** One renewal of the batch, by its place in it. */
    private record Member(int place, Extension extension, Edit edit) {
        Renewal renewed() {
            return new Renewal.Renewed(extension.next().withVersion(edit.after().version()));
        }
    }

    /**
     * Returns the outcome of each. Once some are renewed, those that then fail are left out, for each to be renewed
     * alone: an error would say of all that they were not.
     */
    List<Optional<Renewal>> renewAll(List<Extension> extensions, Deadline deadline) {
        List<Optional<Renewal>> outcomes = new ArrayList<>(Collections.nCopies(extensions.size(), Optional.empty()));
        Deque<List<Member>> batches = new ArrayDeque<>(batches(extensions));
        boolean settled = false;
        while (!batches.isEmpty()) {
            try {
                settled |= send(batches.remove(), batches, outcomes, deadline);
            } catch (StoreException e) {
                if (!settled) {
                    throw e;
                }
                return outcomes;
            }
        }
        return outcomes;
    }

    private List<List<Member>> batches(List<Extension> extensions) {
        List<List<Member>> batches = new ArrayList<>();
        int values = MOST_VALUES;
        int characters = MOST_CHARACTERS;
        for (int place = 0; place < extensions.size(); place++) {
            Extension extension = extensions.get(place);
            Lease next = extension.next();
            Edit edit = cell.edit(
                    next.election(),
                    new Sighting.Held(next, null),
                    extension.held().version());
            values += edit.count();
            characters += edit.characters();
            if (values > MOST_VALUES || characters > MOST_CHARACTERS) {
                batches.add(new ArrayList<>());
                values = edit.count();
                characters = edit.characters();
            }
            batches.get(batches.size() - 1).add(new Member(place, extension, edit));
        }
        return batches;
    }

    /** Sends one batch, and adds to the others what is to be sent instead if it is refused. */
    private boolean send(
            List<Member> batch, Deque<List<Member>> others, List<Optional<Renewal>> outcomes, Deadline deadline) {
        if (batch.size() == 1) {
            Member only = batch.get(0);
            outcomes.set(only.place(), Optional.of(leases.renew(only.extension(), deadline)));
            return true;
        }
        List<Edit> edits = batch.stream().map(Member::edit).toList();
        Optional<String> refused = zone.change("renewing " + batch.size() + " leases", edits, deadline);
        if (refused.isEmpty()) {
            batch.forEach(member -> outcomes.set(member.place(), Optional.of(member.renewed())));
            return true;
        }
        List<Member> named = batch.stream()
                .filter(member -> member.edit().isNamedIn(refused.get()))
                .toList();
        if (named.isEmpty()) {
            others.addFirst(batch.subList(batch.size() / 2, batch.size()));
            others.addFirst(batch.subList(0, batch.size() / 2));
            return false;
        }
        List<Member> rest = new ArrayList<>(batch);
        rest.removeAll(named);
        if (!rest.isEmpty()) {
            others.addFirst(rest);
        }
        for (Member member : named) {
            Sighting found = cell.read(member.extension().next().election(), deadline);
            outcomes.set(member.place(), Optional.of(new Renewal.Refused(found)));
        }
        return true;
    }
}
