package dev.tenure.store.file;

import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/**
 * Decides when the entries of a candidate are written again. Thread-safe.
 *
 * <p>What is new is written at once, in all rosters: readers expect the same beat in each. While nothing changes, and
 * the kernel tells every other candidate of the death of this process, beats only show that it does not hang. Then they
 * come once in five ttls, and each counts for fifteen. Otherwise every beat is written.
 */
final class RosterBeats {
    private static final int CALM_VALIDITY = 15;
    private static final int BEATS_PER_VALIDITY = 3;

    /** A file that was not written for an hour is removed: see {@link RosterFolder}. */
    private static final Duration LONGEST_CALM = Duration.ofMinutes(30);

    private final Map<Key, Written> last = new HashMap<>();
    private final Map<String, Long> beats = new HashMap<>();

    private record Key(String roster, String instance) {}

    /** What a candidate last said of itself, what was written for it, and when. */
    private record Written(RosterEntry said, RosterEntry entry, boolean calm, long nanos) {
        boolean isOld(long nowNanos) {
            return nowNanos - nanos >= entry.heartbeat().validFor().toNanos() / BEATS_PER_VALIDITY;
        }
    }

    /**
     * The entries to write.
     *
     * @param entries by roster
     * @param calm whether they count for longer than was said
     */
    record Due(Map<String, RosterEntry> entries, boolean calm) {}

    /**
     * Returns what is to be written: all entries, or none.
     *
     * @param own what the candidate says of itself now
     * @param shown what each roster shows
     * @param calm whether the kernel tells all candidates there of a death
     */
    synchronized Due due(
            Map<String, RosterEntry> own, Map<String, List<RosterEntry>> shown, boolean calm, long nowNanos) {
        if (!calm || !all(own, (roster, entry) -> isShown(roster, entry, shown.getOrDefault(roster, List.of())))) {
            return new Due(own, false);
        }
        Map<String, RosterEntry> entries = new HashMap<>();
        if (!all(own, (roster, entry) -> rests(roster, entry, nowNanos))) {
            own.forEach((roster, entry) -> entries.put(roster, lasting(entry)));
        }
        return new Due(entries, true);
    }

    private static boolean all(Map<String, RosterEntry> own, BiPredicate<String, RosterEntry> test) {
        return own.entrySet().stream().allMatch(each -> test.test(each.getKey(), each.getValue()));
    }

    private boolean isShown(String roster, RosterEntry entry, List<RosterEntry> shown) {
        Written written = last.get(new Key(roster, entry.candidate().instance()));
        return written != null && isSame(written.said(), entry) && shown.contains(written.entry());
    }

    private static boolean isSame(RosterEntry before, RosterEntry now) {
        return before.heartbeat().validFor().equals(now.heartbeat().validFor())
                && withBeat(before, now.heartbeat()).equals(now);
    }

    /** Tells whether the last beat need not be followed by another, and the candidate has written no later one. */
    private boolean rests(String roster, RosterEntry entry, long nowNanos) {
        Written written = last.get(new Key(roster, entry.candidate().instance()));
        return written != null && written.calm() && !written.isOld(nowNanos) && isLatest(written.entry());
    }

    private boolean isLatest(RosterEntry entry) {
        long number = entry.heartbeat().number();
        return number >= beats.getOrDefault(entry.candidate().instance(), number);
    }

    private static RosterEntry withBeat(RosterEntry entry, RosterEntry.Heartbeat beat) {
        return new RosterEntry(entry.candidate(), entry.priority(), entry.version(), entry.able(), entry.leads(), beat);
    }

    /** Returns the entry with a beat that counts for longer. */
    private static RosterEntry lasting(RosterEntry entry) {
        RosterEntry.Heartbeat beat = entry.heartbeat();
        Duration calm = beat.validFor().multipliedBy(CALM_VALIDITY);
        Duration valid = calm.compareTo(LONGEST_CALM) < 0 ? calm : LONGEST_CALM;
        Duration longer = valid.compareTo(beat.validFor()) < 0 ? beat.validFor() : valid;
        return withBeat(entry, new RosterEntry.Heartbeat(beat.number(), beat.at(), longer));
    }

    /**
     * Notes that an entry was written.
     *
     * @param said what the candidate says of itself
     * @param entry what was written for it
     */
    synchronized void written(String roster, RosterEntry said, RosterEntry entry, boolean calm, long nowNanos) {
        String instance = entry.candidate().instance();
        last.put(new Key(roster, instance), new Written(said, entry, calm, nowNanos));
        beats.merge(instance, entry.heartbeat().number(), Math::max);
    }

    /** Forgets the entries of an instance in these rosters. */
    synchronized void left(Collection<String> rosters, String instance) {
        rosters.forEach(roster -> last.remove(new Key(roster, instance)));
    }
}
