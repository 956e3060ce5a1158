package dev.tenure.store.route53;

import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.UnreadableRecordException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the baton of each election in a record beneath its lock, replaced as the lock is. Thread-safe, between
 * processes too. Its version is its whole content, so that a change can name exactly what to delete.
 */
final class BatonRecords implements Batons {
    private final Zone zone;
    private final RecordNames names;

    BatonRecords(Zone zone, RecordNames names) {
        this.zone = zone;
        this.names = names;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        String name = names.baton(election);
        TxtRecord found = zone.read(name, deadline);
        try {
            return found == null ? Optional.empty() : Optional.of(BatonValues.read(found));
        } catch (UnreadableRecordException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "the record " + name + " is no baton: " + e.getMessage() + "; remove it",
                    e);
        }
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        String name = names.baton(election);
        TxtRecord record = BatonValues.of(next);
        TxtRecord before = version.isEmpty() ? null : TxtRecord.read(version);
        RecordChange edit = new RecordChange(name, name, alone(before), alone(record));
        return zone.change("writing " + name, List.of(edit), deadline).isEmpty()
                ? Optional.of(BatonValues.version(record))
                : Optional.empty();
    }

    private static ElectionRecords alone(@Nullable TxtRecord record) {
        return new ElectionRecords(record, null);
    }
}
