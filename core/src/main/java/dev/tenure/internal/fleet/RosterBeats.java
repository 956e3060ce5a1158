package dev.tenure.internal.fleet;

import dev.tenure.Timing;
import dev.tenure.internal.fleet.RosterSync.Stand;
import dev.tenure.internal.protocol.ClockReading;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * When a candidate's entry in each roster is due: once an interval, and soon after it changed. Of more than a thousand
 * rosters each is due less often, in proportion, and says so in its entry. On the loop.
 */
final class RosterBeats {
    /** So many rosters are attended once an interval. */
    private static final int EVERY_INTERVAL = 1_000;

    private static final int MOST_AT_ONCE = 200;

    private final Supplier<Timing> timing;
    private final Random random;
    private final Map<String, Member> members = new LinkedHashMap<>(); // the one that beat longest ago comes first
    private final Set<String> urgent = new LinkedHashSet<>();
    private long number;
    private long numberSinceNanos;
    private long lastUrgentNanos;
    private long lastTakenNanos;

    /** What stands in a roster, and when its entry there was last sent. */
    private static final class Member {
        private final Stand stand;
        private long beatNanos;

        Member(Stand stand, long beatNanos) {
            this.stand = stand;
            this.beatNanos = beatNanos;
        }
    }

    RosterBeats(Supplier<Timing> timing, Random random, long nowNanos) {
        this.timing = timing;
        this.random = random;
        this.lastUrgentNanos = nowNanos - interval();
        this.lastTakenNanos = nowNanos - interval();
        this.numberSinceNanos = nowNanos - interval();
    }

    void add(Stand stand, long nowNanos) {
        members.put(stand.roster(), new Member(stand, nowNanos));
        urgent.add(stand.roster());
    }

    /** Returns what stands in the roster, or null. */
    @Nullable Stand find(String roster) {
        Member member = members.get(roster);
        return member == null ? null : member.stand;
    }

    Stream<Stand> stands() {
        return members.values().stream().map(member -> member.stand);
    }

    void remove(String roster) {
        members.remove(roster);
        urgent.remove(roster);
    }

    boolean isEmpty() {
        return members.isEmpty();
    }

    void soon(String roster) {
        if (members.containsKey(roster)) {
            urgent.add(roster);
        }
    }

    void allSoon() {
        urgent.addAll(members.keySet());
    }

    /** Returns when something is due, unless another call takes it along before. */
    long dueNanos() {
        Member oldest = members.values().iterator().next();
        long due = urgent.isEmpty()
                ? oldest.beatNanos + period() + interval() / 20
                : lastUrgentNanos + interval() / 10;
        return ClockReading.later(due, lastTakenNanos + interval() / 20);
    }

    /**
     * Takes those that are due now, or within a quarter of their time: they count as attended, so many at most.
     *
     * @param without rosters that are not taken
     */
    List<Stand> take(long nowNanos, Set<String> without) {
        lastTakenNanos = nowNanos;
        List<Member> due = new ArrayList<>();
        if (nowNanos - (lastUrgentNanos + interval() / 10) >= 0) {
            for (String roster : urgent) {
                Member member = members.get(roster);
                if (member != null && !without.contains(roster) && due.size() < MOST_AT_ONCE) {
                    due.add(member);
                }
            }
        }
        if (!due.isEmpty()) {
            lastUrgentNanos = nowNanos;
        }
        long early = period() / 4 * 3;
        for (Member member : members.values()) {
            if (nowNanos - member.beatNanos < early || due.size() >= MOST_AT_ONCE) {
                break;
            }
            String roster = member.stand.roster();
            if (!urgent.contains(roster) && !without.contains(roster)) {
                due.add(member);
            }
        }
        due.forEach(member -> attended(member, nowNanos));
        return due.stream().map(member -> member.stand).toList();
    }

    /** Those that came together do not all stay together if there are many. */
    private void attended(Member member, long nowNanos) {
        String roster = member.stand.roster();
        boolean wasUrgent = urgent.remove(roster);
        long ahead = wasUrgent && period() > interval() ? (long) (random.nextDouble() * period() / 2) : 0;
        member.beatNanos = nowNanos - ahead;
        members.remove(roster);
        members.put(roster, member);
    }

    /** Returns the number of a beat that leaves now: higher than that of the last one, but for one that came early. */
    long number(long nowNanos) {
        if (nowNanos - numberSinceNanos >= period() / 4 * 3) {
            number++;
            numberSinceNanos = nowNanos;
        }
        return number;
    }

    /** Returns for how long a beat counts: a ttl, or longer in proportion if rosters are attended less often. */
    Duration validFor() {
        return timing.get().ttl().multipliedBy(intervals());
    }

    private long period() {
        return interval() * intervals();
    }

    private int intervals() {
        return Math.max(1, (members.size() + EVERY_INTERVAL - 1) / EVERY_INTERVAL);
    }

    private long interval() {
        return timing.get().interval().toNanos();
    }
}
