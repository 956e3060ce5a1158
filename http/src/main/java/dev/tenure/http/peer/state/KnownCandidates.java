package dev.tenure.http.peer.state;

import dev.tenure.http.peer.protocol.PeerRosterEntry;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Who stands, as far as this process knows: its own candidates, those who told it so themselves, and those a leader
 * told it of. Only the first two are passed on, so that nobody who is gone is kept alive by hearsay. Thread-safe.
 */
public final class KnownCandidates {
    static final int MOST_ASKERS = 1_000;

    private static final RosterEntry.Heartbeat NO_BEAT =
            new RosterEntry.Heartbeat(0, Instant.EPOCH, Duration.ofSeconds(1));

    private final TimeSource time;
    private final Map<String, Map<String, RosterEntry>> own = new LinkedHashMap<>();
    private final Map<String, Word> firstHand = new HashMap<>();
    private final Map<String, Word> hearsay = new HashMap<>();

    private record Word(long sequence, List<PeerRosterEntry> entries, long heardNanos) {}

    KnownCandidates(TimeSource time) {
        this.time = time;
    }

    /** Enters one of our candidates; tells whether it says anything new of itself, apart from being alive. */
    public synchronized boolean attend(Map<String, RosterEntry> entries) {
        boolean news = false;
        for (Map.Entry<String, RosterEntry> entry : entries.entrySet()) {
            RosterEntry now = entry.getValue();
            RosterEntry before = own.computeIfAbsent(now.candidate().instance(), instance -> new LinkedHashMap<>())
                    .put(entry.getKey(), now);
            news |= before == null || !now.equals(withBeat(before, now.heartbeat()));
        }
        return news;
    }

    /** Takes one of our candidates out. */
    public synchronized void leave(Collection<String> rosters, String instance) {
        Map<String, RosterEntry> entries = own.getOrDefault(instance, Map.of());
        if (!entries.isEmpty()) {
            rosters.forEach(entries::remove);
        }
        if (entries.isEmpty()) {
            own.remove(instance);
        }
    }

    /**
     * Takes in what another process says of all its candidates; an older word that comes late is ignored.
     *
     * @return whether that is anything new, apart from their being alive
     */
    public synchronized boolean told(String asker, long sequence, List<PeerRosterEntry> entries) {
        Word before = firstHand.get(asker);
        if (before != null && sequence <= before.sequence()) {
            return false;
        }
        firstHand.values().removeIf(this::isOld);
        if (before == null && firstHand.size() >= MOST_ASKERS) {
            return false;
        }
        firstHand.put(asker, new Word(sequence, List.copyOf(entries), time.nanos()));
        return !sayings(entries).equals(before == null ? Set.of() : sayings(before.entries()));
    }

    private static Set<PeerRosterEntry> sayings(List<PeerRosterEntry> entries) {
        return entries.stream()
                .map(entry -> new PeerRosterEntry(withBeat(entry.enrolment(), NO_BEAT), entry.rosters()))
                .collect(Collectors.toSet());
    }

    private static RosterEntry withBeat(RosterEntry said, RosterEntry.Heartbeat heartbeat) {
        return new RosterEntry(said.candidate(), said.priority(), said.version(), said.able(), said.leads(), heartbeat);
    }

    /** Takes in whom a leader's process knows of. */
    public synchronized void heard(String from, List<PeerRosterEntry> entries) {
        hearsay.values().removeIf(this::isOld);
        hearsay.put(from, new Word(0, List.copyOf(entries), time.nanos()));
    }

    /** A candidate that has been silent for twice the time it states is past being judged. */
    private boolean isOld(Word word) {
        long silentNanos = time.nanos() - word.heardNanos();
        return word.entries().stream()
                .allMatch(entry -> silentNanos / 2
                        > entry.enrolment().heartbeat().validFor().toNanos());
    }

    /** Returns the rosters of our own candidates. */
    public synchronized Set<String> ownRosters() {
        Set<String> rosters = new TreeSet<>();
        own.values().forEach(entries -> rosters.addAll(entries.keySet()));
        return rosters;
    }

    /** Returns what our own candidates say of themselves. */
    public synchronized List<PeerRosterEntry> ownEntries() {
        Map<RosterEntry, Set<String>> rosters = new LinkedHashMap<>();
        own.values()
                .forEach(entries -> entries.forEach(
                        (roster, enrolment) -> rosters.computeIfAbsent(enrolment, same -> new TreeSet<>())
                                .add(roster)));
        return rosters.entrySet().stream()
                .map(each -> new PeerRosterEntry(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns what we know first-hand of these rosters. */
    public synchronized List<PeerRosterEntry> firstHand(Set<String> rosters) {
        List<PeerRosterEntry> known = new ArrayList<>(ownEntries());
        firstHand.values().stream().filter(word -> !isOld(word)).forEach(word -> known.addAll(word.entries()));
        return known.stream()
                .map(entry -> new PeerRosterEntry(
                        entry.enrolment(),
                        entry.rosters().stream().filter(rosters::contains).collect(Collectors.toSet())))
                .filter(entry -> !entry.rosters().isEmpty())
                .toList();
    }

    /** Returns everybody in a roster whom we know of or were just told of, each by its latest sign of life. */
    public synchronized List<RosterEntry> members(String roster, List<PeerRosterEntry> besides) {
        Map<String, RosterEntry> latest = new LinkedHashMap<>();
        List<PeerRosterEntry> all = new ArrayList<>(firstHand(Set.of(roster)));
        all.addAll(besides);
        hearsay.values().stream().filter(word -> !isOld(word)).forEach(word -> all.addAll(word.entries()));
        for (PeerRosterEntry entry : all) {
            if (entry.rosters().contains(roster)) {
                latest.merge(
                        entry.enrolment().candidate().instance(),
                        entry.enrolment(),
                        (one, other) ->
                                other.heartbeat().number() > one.heartbeat().number() ? other : one);
            }
        }
        return List.copyOf(latest.values());
    }

    /** Tells whether anybody but our own candidates is known in a roster. */
    public synchronized boolean knowsOthers(String roster) {
        return members(roster, List.of()).stream()
                .anyMatch(member -> !own.containsKey(member.candidate().instance()));
    }
}
