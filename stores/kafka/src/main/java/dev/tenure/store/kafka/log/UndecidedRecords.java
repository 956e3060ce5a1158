package dev.tenure.store.kafka.log;

import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The records that a replay has read while it does not know the state. They tell whether a checkpoint is one of this
 * log: one that was on its way while the log lost records describes a log that is gone. Not thread-safe.
 */
final class UndecidedRecords {
    private final Deque<Read> records = new ArrayDeque<>();

    /** A record that was read, and what it proposes, if anything. */
    private record Read(Version version, @Nullable Proposal proposal) {}

    /** Adds the next record; what has no id, nobody can name. */
    void add(long offset, LogRecord record) {
        if (!record.id().isEmpty()) {
            records.add(
                    new Read(new Version(offset, record.id()), record instanceof Proposal proposal ? proposal : null));
        }
    }

    int size() {
        return records.size();
    }

    /** Forgets the first record, and returns its offset. */
    long removeFirst() {
        return records.remove().version.offset();
    }

    void clear() {
        records.clear();
    }

    /** Hands over the proposals after this offset, in order. */
    void forEachAfter(long offset, BiConsumer<Long, Proposal> receiver) {
        for (Read each : records) {
            if (each.proposal != null && each.version.offset() > offset) {
                receiver.accept(each.version.offset(), each.proposal);
            }
        }
    }

    /**
     * Tells whether a checkpoint describes the log that was read: its last record is here under the same id, and some
     * state before the first record here leads to what the checkpoint shows, if the proposals here are applied to it.
     *
     * @param from the offset from which on all records were read
     */
    boolean confirm(CheckpointEnd end, Collection<CheckpointPart> parts, long from) {
        Map<Version, Proposal> proposals = new HashMap<>();
        boolean found = false;
        for (Read each : records) {
            found |= each.version.equals(end.asOf());
            if (each.proposal != null) {
                proposals.put(each.version, each.proposal);
            }
        }
        if (!found || end.absent().offset() >= from) {
            return false; // whoever has read the reset that it names knows the state
        }
        Map<String, Version> presents = new HashMap<>();
        for (CheckpointPart part : parts) {
            Version first = before(from, part, proposals);
            if (first == null) {
                return false;
            }
            presents.put(part.election(), first);
        }
        apply(end, presents);
        return presents.size() == parts.size()
                && parts.stream().allMatch(part -> part.version().equals(presents.get(part.election())));
    }

    /** Follows what each record replaces back to the one before this offset; null if a record is not in this log. */
    private static @Nullable Version before(long from, CheckpointPart part, Map<Version, Proposal> proposals) {
        Version version = part.version();
        while (version.offset() >= from) {
            Proposal proposal = proposals.get(version);
            if (proposal == null
                    || !proposal.election().equals(part.election())
                    || proposal.replaces().offset() >= version.offset()) {
                return null;
            }
            version = proposal.replaces();
        }
        return version;
    }

    private void apply(CheckpointEnd end, Map<String, Version> presents) {
        for (Read each : records) {
            Proposal proposal = each.proposal;
            if (proposal != null
                    && each.version.offset() <= end.asOf().offset()
                    && proposal.replaces().equals(presents.getOrDefault(proposal.election(), end.absent()))) {
                presents.put(proposal.election(), each.version);
            }
        }
    }
}
