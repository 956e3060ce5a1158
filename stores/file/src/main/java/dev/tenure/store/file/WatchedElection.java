package dev.tenure.store.file;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One watch of an election, and the state of which its watcher was last told. Used only by the watching thread, except
 * that any thread may close it.
 */
final class WatchedElection {
    private final String election;
    private final RecordFiles records;
    private final Path request;
    private final Runnable wakeUp;
    private volatile boolean closed;
    private @Nullable WatchKey notices;
    private boolean recordDue = true;
    private long number;
    private @Nullable Lease lease;
    private @Nullable LivenessReference holder;
    private boolean requestDue = true;
    private Optional<Disk.FileState> lastRequest = Optional.empty();

    WatchedElection(String election, RecordFiles records, Path request, Runnable wakeUp) {
        this.election = election;
        this.records = records;
        this.request = request;
        this.wakeUp = wakeUp;
    }

    /** Ends the watch; a wake-up that is under way goes on. */
    void close() {
        closed = true;
    }

    void wake() {
        if (!closed) {
            wakeUp.run();
        }
    }

    /** Returns the folder of the records. */
    Path folder() {
        return records.folder();
    }

    /** Tells whether there is a new record, unless this process wrote it to renew its own lease. */
    boolean hasNewRecord() throws IOException {
        recordDue = true; // until it was read: no notice comes twice
        long highest = records.highest();
        if (highest == number) {
            recordDue = false;
            return false;
        }
        Optional<StoredRecord> found = highest == 0 ? Optional.empty() : records.read(highest);
        if (found.isEmpty() && highest > 0) {
            found = records.current(); // others went on so fast that it was removed
        }
        recordDue = false;
        Lease before = lease;
        Optional<RecordFormat.Parsed> record = found.map(each -> RecordFormat.read(election, each));
        number = found.map(StoredRecord::number).orElse(0L);
        holder = record.map(RecordFormat.Parsed::liveness).orElse(null);
        lease = record.map(RecordFormat.Parsed::sighting).orElse(null) instanceof Sighting.Held held
                ? held.lease()
                : null;
        boolean renewed = before != null && lease != null && lease.isSameTerm(before);
        return !renewed || holder == null || LivenessFileName.isOfAnother(holder.file());
    }

    /**
     * Tells whether there is a new record that no notice told of. Lists the folder if there are no notices, which it
     * asks for, if the last look failed, or to make sure ({@code sweep}).
     */
    boolean hasUnnoticedRecord(FolderNotices kernel, boolean sweep) throws IOException {
        boolean noticed = notices != null && notices.isValid();
        if (noticed && !sweep && !recordDue) {
            return false;
        }
        if (!noticed) {
            notices = kernel.of(this);
        }
        boolean expected = recordDue;
        long before = number;
        boolean isNew = hasNewRecord();
        if (noticed && notices != null && !expected && number != before) {
            notices.cancel(); // they may be of a folder that was replaced by another
        }
        return isNew;
    }

    /** Notes that the file of the request may have changed. */
    void requestMayHaveCome() {
        requestDue = true;
    }

    boolean hasNewRequest(Disk disk) throws IOException {
        if (!requestDue) {
            return false;
        }
        Optional<Disk.FileState> found = disk.mark(request);
        boolean isNew = !found.equals(lastRequest);
        lastRequest = found;
        requestDue = false;
        return isNew;
    }

    /** Tells whether the holder has died, once; {@code alive} are those found alive in this round. */
    boolean hasLostItsHolder(LivenessProbe probe, Set<LivenessReference> alive) {
        if (holder == null || alive.contains(holder)) {
            return false;
        }
        if (!probe.isDead(holder)) {
            alive.add(holder);
            return false;
        }
        holder = null;
        return true;
    }
}
