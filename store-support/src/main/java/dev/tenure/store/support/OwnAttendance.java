package dev.tenure.store.support;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.RosterEntry;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one candidate of this process says in all its rosters, and how that is written: one item.
 *
 * <p>If it is too long for one item of the size that costs least, the beat stays in that item, and in which rosters it
 * stands goes to further items, which are written only when that changes. Thread-safe.
 */
final class OwnAttendance {
    /** So many names fit into an item, however long they are. */
    private static final int MOST_NAMES = 300;

    static final Duration KEPT_FOR = Duration.ofHours(1);
    private static final long REWRITTEN_NANOS = KEPT_FOR.dividedBy(3).toNanos();

    private final ItemStore items;
    private final String key;
    private final ItemRoster.Costs costs;
    private final TreeMap<String, RosterEntry> stands = new TreeMap<>();
    private List<String> parts = List.of();

    /** As many items of parts may be in the store: more than there are parts if some could not be removed. */
    private int partsInStore;

    private long partsWrittenNanos;
    private boolean unwritten;
    private long beat;
    private long lookedAtBeat;
    private int beatsSinceWritten;
    private int beatsSinceLook;

    OwnAttendance(ItemStore items, String key, ItemRoster.Costs costs) {
        this.items = items;
        this.key = key;
        this.costs = costs;
    }

    /**
     * Takes in the entries, writes them if that is due or something other than the beat changed, and tells whether to
     * look who else is there. The entries of one beat may come in several calls: it is written once.
     */
    synchronized boolean attend(Map<String, RosterEntry> entries, Deadline deadline) {
        entries.values().stream()
                .map(RosterEntry::heartbeat)
                .max(Comparator.comparingLong(RosterEntry.Heartbeat::number))
                .ifPresent(this::beat);
        for (Map.Entry<String, RosterEntry> entry : entries.entrySet()) {
            RosterEntry before = stands.put(entry.getKey(), entry.getValue());
            unwritten |= before == null || !saysSame(before, entry.getValue());
        }
        boolean news = unwritten;
        if (news || beatsSinceWritten >= costs.roundsPerBeat()) {
            write(deadline);
            unwritten = false;
            beatsSinceWritten = 0;
        }
        boolean leads = stands.values().stream().anyMatch(entry -> entry.leads() > 0);
        int beatsPerLook = leads ? costs.roundsPerLook() : costs.roundsPerFollowersLook();
        if (!news && lookedAtBeat != beat && beatsSinceLook < beatsPerLook) {
            return false;
        }
        lookedAtBeat = beat;
        beatsSinceLook = 0;
        return true;
    }

    /** Goes on to this beat in all rosters, those of other calls too: it is the candidate that is alive. */
    private void beat(RosterEntry.Heartbeat latest) {
        if (latest.number() <= beat) {
            return;
        }
        long last = beat;
        stands.replaceAll((roster, entry) -> entry.heartbeat().number() == last ? withBeat(entry, latest) : entry);
        beat = latest.number();
        beatsSinceWritten++;
        beatsSinceLook++;
    }

    private static RosterEntry withBeat(RosterEntry entry, RosterEntry.Heartbeat latest) {
        RosterEntry.Heartbeat next = new RosterEntry.Heartbeat(
                latest.number(), latest.at(), entry.heartbeat().validFor());
        return new RosterEntry(entry.candidate(), entry.priority(), entry.version(), entry.able(), entry.leads(), next);
    }

    private static boolean saysSame(RosterEntry before, RosterEntry after) {
        return before.able() == after.able()
                && before.leads() == after.leads()
                && before.priority() == after.priority()
                && before.version().equals(after.version())
                && before.candidate().equals(after.candidate());
    }

    /** Makes a listing due: the last one failed. */
    synchronized void lookNextTime() {
        beatsSinceLook = costs.roundsPerFollowersLook();
    }

    /** Takes in what another process, or an earlier object of this one, has written of this candidate. */
    synchronized void takeOver(Map<String, RosterEntry> found, int knownParts) {
        found.forEach(stands::putIfAbsent);
        beat = stands.values().stream()
                .mapToLong(entry -> entry.heartbeat().number())
                .max()
                .orElse(beat);
        partsInStore = knownParts;
    }

    /** Takes the candidate out of these rosters, and tells whether none is left. */
    synchronized boolean leave(Collection<String> rosters, Deadline deadline) {
        boolean removed = stands.keySet().removeAll(rosters);
        if (!stands.isEmpty()) {
            unwritten |= removed;
            if (unwritten) {
                write(deadline);
                unwritten = false;
            }
            return false;
        }
        items.delete(ItemRoster.FOLDER, key, deadline);
        removePartsFrom(0, deadline);
        return true;
    }

    /** Returns the candidate's entries by roster. */
    synchronized Map<String, RosterEntry> stands() {
        return Map.copyOf(stands);
    }

    private void write(Deadline deadline) {
        RosterEntry latest = stands.values().stream()
                .max(Comparator.comparingLong(entry -> entry.heartbeat().number()))
                .orElseThrow();
        String head = AttendanceFormat.whole(latest, stands);
        List<String> next = List.of();
        if (head.getBytes(StandardCharsets.UTF_8).length > costs.bytesOfAnItem()) {
            next = parts(latest);
            writeParts(next, deadline);
            head = AttendanceFormat.head(latest, next.size(), next.hashCode());
        }
        items.put(ItemRoster.FOLDER, key, head, KEPT_FOR, deadline);
        parts = next;
        removePartsFrom(next.size(), deadline);
    }

    private List<String> parts(RosterEntry latest) {
        List<String> made = new ArrayList<>();
        Map<String, RosterEntry> some = new LinkedHashMap<>();
        stands.forEach((roster, entry) -> {
            some.put(roster, entry);
            if (some.size() == MOST_NAMES) {
                made.add(AttendanceFormat.part(latest, some));
                some.clear();
            }
        });
        if (!some.isEmpty()) {
            made.add(AttendanceFormat.part(latest, some));
        }
        return made;
    }

    private void writeParts(List<String> next, Deadline deadline) {
        long now = deadline.time().nanos();
        boolean old = parts.isEmpty() || now - partsWrittenNanos > REWRITTEN_NANOS;
        List<String> before = old ? List.of() : parts;
        parts = List.of(); // until all of them are written
        for (int part = 0; part < next.size(); part++) {
            if (part >= before.size() || !next.get(part).equals(before.get(part))) {
                partsInStore = Math.max(partsInStore, part + 1);
                items.put(ItemRoster.PARTS, ItemRoster.part(key, part), next.get(part), KEPT_FOR, deadline);
            }
        }
        parts = next;
        partsWrittenNanos = old ? now : partsWrittenNanos;
    }

    private void removePartsFrom(int first, Deadline deadline) {
        while (partsInStore > first) {
            items.delete(ItemRoster.PARTS, ItemRoster.part(key, partsInStore - 1), deadline);
            partsInStore--;
        }
    }
}
