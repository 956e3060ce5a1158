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
import org.jspecify.annotations.Nullable;

/**
 * The candidates that this process knows: its own, those that told it directly, and those that a leader reported. Only
 * the first two are passed on, so that a candidate that is gone is not kept alive by reports of reports. Thread-safe.
 */
public final class KnownCandidates {
    static final int MOST_ASKERS = 1_000;

    private static final RosterEntry.Heartbeat NO_BEAT =
            new RosterEntry.Heartbeat(0, Instant.EPOCH, Duration.ofSeconds(1));

    private final TimeSource time;
    private final Map<String, Map<String, RosterEntry>> own = new LinkedHashMap<>();
    private final Map<String, Statement> firstHand = new HashMap<>();
    private final Map<String, Statement> secondHand = new HashMap<>();

    private record Statement(long sequence, List<PeerRosterEntry> entries, long heardNanos) {}

    KnownCandidates(TimeSource time) {
        this.time = time;
    }

    /** Records entries of own candidates; tells whether they changed, apart from the heartbeat. */
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

    /** Removes an own candidate. */
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
     * Records what another process says of all its candidates; an older statement that comes late is ignored.
     *
     * @return whether anything changed, apart from heartbeats
     */
    public synchronized boolean told(String asker, long sequence, List<PeerRosterEntry> entries) {
        Statement before = firstHand.get(asker);
        if (before != null && sequence <= before.sequence()) {
            return false;
        }
        firstHand.values().removeIf(this::isOld);
        if (before == null && firstHand.size() >= MOST_ASKERS) {
            return false;
        }
        firstHand.put(asker, new Statement(sequence, List.copyOf(entries), time.nanos()));
        return isNews(entries, before);
    }

    private static Set<PeerRosterEntry> withoutHeartbeats(List<PeerRosterEntry> entries) {
        return entries.stream()
                .map(entry -> new PeerRosterEntry(withBeat(entry.rosterEntry(), NO_BEAT), entry.rosters()))
                .collect(Collectors.toSet());
    }

    private static RosterEntry withBeat(RosterEntry said, RosterEntry.Heartbeat heartbeat) {
        return new RosterEntry(said.candidate(), said.priority(), said.version(), said.able(), said.leads(), heartbeat);
    }

    /**
     * Records the candidates that a leader's process reports, and tells whether they changed, apart from heartbeats.
     */
    public synchronized boolean heard(String from, List<PeerRosterEntry> entries) {
        secondHand.values().removeIf(this::isOld);
        Statement before = secondHand.put(from, new Statement(0, List.copyOf(entries), time.nanos()));
        return isNews(entries, before);
    }

    private static boolean isNews(List<PeerRosterEntry> entries, @Nullable Statement before) {
        return !withoutHeartbeats(entries).equals(before == null ? Set.of() : withoutHeartbeats(before.entries()));
    }

    /** A statement is old when all its candidates were silent for twice the time they state. */
    private boolean isOld(Statement statement) {
        long silentNanos = time.nanos() - statement.heardNanos();
        return statement.entries().stream()
                .allMatch(entry -> silentNanos / 2
                        > entry.rosterEntry().heartbeat().validFor().toNanos());
    }

    /** Returns the rosters of own candidates. */
    public synchronized Set<String> ownRosters() {
        Set<String> rosters = new TreeSet<>();
        own.values().forEach(entries -> rosters.addAll(entries.keySet()));
        return rosters;
    }

    /** Returns the entries of own candidates. */
    public synchronized List<PeerRosterEntry> ownEntries() {
        Map<RosterEntry, Set<String>> rosters = new LinkedHashMap<>();
        own.values()
                .forEach(entries -> entries.forEach(
                        (roster, rosterEntry) -> rosters.computeIfAbsent(rosterEntry, same -> new TreeSet<>())
                                .add(roster)));
        return rosters.entrySet().stream()
                .map(each -> new PeerRosterEntry(each.getKey(), each.getValue()))
                .toList();
    }

    /** Returns the entries of these rosters that are known first-hand. */
    public synchronized List<PeerRosterEntry> firstHand(Set<String> rosters) {
        List<PeerRosterEntry> known = new ArrayList<>(ownEntries());
        firstHand.values().stream()
                .filter(statement -> !isOld(statement))
                .forEach(statement -> known.addAll(statement.entries()));
        return known.stream()
                .map(entry -> new PeerRosterEntry(
                        entry.rosterEntry(),
                        entry.rosters().stream().filter(rosters::contains).collect(Collectors.toSet())))
                .filter(entry -> !entry.rosters().isEmpty())
                .toList();
    }

    /** Returns all known members of a roster, each with its latest heartbeat. */
    public synchronized List<RosterEntry> members(String roster, List<PeerRosterEntry> besides) {
        Map<String, RosterEntry> latest = new LinkedHashMap<>();
        List<PeerRosterEntry> all = new ArrayList<>(firstHand(Set.of(roster)));
        all.addAll(besides);
        secondHand.values().stream()
                .filter(statement -> !isOld(statement))
                .forEach(statement -> all.addAll(statement.entries()));
        for (PeerRosterEntry entry : all) {
            if (entry.rosters().contains(roster)) {
                latest.merge(
                        entry.rosterEntry().candidate().instance(),
                        entry.rosterEntry(),
                        (one, other) ->
                                other.heartbeat().number() > one.heartbeat().number() ? other : one);
            }
        }
        return List.copyOf(latest.values());
    }

    /** Tells whether a roster has known members besides own candidates. */
    public synchronized boolean knowsOthers(String roster) {
        return members(roster, List.of()).stream()
                .anyMatch(member -> !own.containsKey(member.candidate().instance()));
    }
}
