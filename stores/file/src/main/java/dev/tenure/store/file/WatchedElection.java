package dev.tenure.store.file;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One watch of an election, and the state of which its watcher was last told. Used only by the watching thread. */
final class WatchedElection {
    private final String election;
    private final RecordFiles records;
    private final Path request;
    private final Runnable wakeUp;
    private @Nullable WatchKey notices;
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

    void wake() {
        wakeUp.run();
    }

    /** Returns the kernel's notices of new records, if there are any. */
    Optional<WatchKey> notices() {
        return Optional.ofNullable(notices);
    }

    boolean isAmong(Set<WatchKey> changed) {
        return notices != null && changed.contains(notices);
    }

    /** Tells whether there is a new record, unless this process wrote it to renew its own lease. */
    boolean hasNewRecord() throws IOException {
        long highest = records.highest();
        if (highest == number) {
            return false;
        }
        Optional<StoredRecord> found = highest == 0 ? Optional.empty() : records.read(highest);
        if (found.isEmpty() && highest > 0) {
            found = records.current(); // others went on so fast that it was removed
        }
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

    /** Tells whether there is a new record that no notice told of. Asks for notices if there are none yet. */
    boolean hasUnnoticedRecord(FolderNotices kernel, boolean sweep) throws IOException {
        boolean noticed = notices != null && notices.isValid();
        if (noticed && !sweep) {
            return false;
        }
        if (!noticed) {
            notices = kernel.of(records.folder());
        }
        long before = number;
        boolean isNew = hasNewRecord();
        if (noticed && notices != null && number != before) {
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
