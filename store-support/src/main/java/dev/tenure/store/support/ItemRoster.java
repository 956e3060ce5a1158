package dev.tenure.store.support;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.support.AttendanceFormat.Head;
import java.lang.System.Logger.Level;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Keeps rosters as one item for each candidate, whatever the number of its elections. Thread-safe.
 *
 * <p>Where each call is paid for, a candidate that says nothing new writes and lists only now and then; without a
 * listing, {@link #attend} leaves all rosters out of its answer, and nothing is concluded.
 */
public final class ItemRoster implements Roster {
    static final String FOLDER = "roster";
    static final String PARTS = "stands";

    private static final long FORGOTTEN_NANOS = OwnAttendance.KEPT_FOR.toNanos();

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.items");

    private final ItemStore items;
    private final Costs costs;
    private final Map<String, OwnAttendance> own = new ConcurrentHashMap<>();
    private final Map<String, Seen> seen = new ConcurrentHashMap<>();

    /**
     * What is cheap in a store.
     *
     * @param bytesOfAnItem how long an item may be that costs as little as any
     * @param roundsPerBeat a candidate that says nothing new writes only every so many rounds; at most two
     * @param roundsPerLook how often one that leads something lists the others
     * @param roundsPerFollowersLook how often one that leads nothing does
     */
    public record Costs(int bytesOfAnItem, int roundsPerBeat, int roundsPerLook, int roundsPerFollowersLook) {}

    /** What was last read of a candidate, since when it has said that, and the parts that belong to it. */
    private record Seen(ItemStore.Listed item, long sinceNanos, long revision, List<String> parts) {}

    public ItemRoster(ItemStore items, Costs costs) {
        this.items = items;
        this.costs = costs;
    }

    private static String key(String instance) {
        return URLEncoder.encode(instance, StandardCharsets.UTF_8);
    }

    static String part(String key, int part) {
        return key + "#" + part;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> entries, Deadline deadline) {
        deadline.requireLeft();
        Map<String, Map<String, RosterEntry>> byInstance = new HashMap<>();
        entries.forEach((roster, entry) -> byInstance
                .computeIfAbsent(entry.candidate().instance(), absent -> new HashMap<>())
                .put(roster, entry));
        boolean looks = false;
        for (Map.Entry<String, Map<String, RosterEntry>> each : byInstance.entrySet()) {
            looks |= attendance(each.getKey()).attend(each.getValue(), deadline);
        }
        if (!looks) {
            return Map.of();
        }
        try {
            return members(entries.keySet(), byInstance.keySet(), deadline);
        } catch (RuntimeException e) {
            byInstance.keySet().forEach(instance -> attendance(instance).lookNextTime());
            throw e;
        }
    }

    private OwnAttendance attendance(String instance) {
        return own.computeIfAbsent(instance, absent -> new OwnAttendance(items, key(instance), costs));
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        deadline.requireLeft();
        return members(List.of(roster), List.of(), deadline).getOrDefault(roster, List.of());
    }

    /** Returns who is in the rosters; what these instances have just written may be newer than the listing. */
    private Map<String, List<RosterEntry>> members(
            Collection<String> rosters, Collection<String> written, Deadline deadline) {
        Map<String, Map<String, RosterEntry>> all = new HashMap<>();
        written.forEach(instance -> all.put(key(instance), attendance(instance).stands()));
        listed(all.keySet(), deadline).forEach(all::putIfAbsent);
        Map<String, List<RosterEntry>> found = new HashMap<>();
        rosters.forEach(roster -> found.put(roster, new ArrayList<>()));
        all.values()
                .forEach(stands -> stands.forEach((roster, entry) -> {
                    List<RosterEntry> members = found.get(roster);
                    if (members != null) {
                        members.add(entry);
                    }
                }));
        return found;
    }

    /** Returns what each candidate but those with these keys says in its rosters, by its key. */
    private Map<String, Map<String, RosterEntry>> listed(Set<String> known, Deadline deadline) {
        List<ItemStore.Listed> listed = items.list(FOLDER, deadline).stream()
                .filter(item -> !known.contains(item.key()))
                .toList();
        Map<String, String> contents = contents(listed, deadline);
        Map<String, Map<String, RosterEntry>> all = new HashMap<>();
        for (ItemStore.Listed item : listed) {
            String content = contents.get(item.key());
            if (content != null) {
                stands(new ItemStore.Listed(item.key(), item.version(), content), deadline)
                        .ifPresent(stands -> all.put(item.key(), stands));
            }
        }
        seen.keySet().retainAll(contents.keySet());
        return all;
    }

    /** Returns the contents by key, reading only what changed since the last time. */
    private Map<String, String> contents(List<ItemStore.Listed> listed, Deadline deadline) {
        Map<String, String> contents = new HashMap<>();
        List<String> unread = new ArrayList<>();
        for (ItemStore.Listed item : listed) {
            Seen before = seen.get(item.key());
            String content = item.content();
            if (content == null && before != null && before.item().version().equals(item.version())) {
                content = before.item().content();
            }
            if (content == null) {
                unread.add(item.key());
            } else {
                contents.put(item.key(), content);
            }
        }
        contents.putAll(items.getAll(FOLDER, unread, deadline));
        return contents;
    }

    private Optional<Map<String, RosterEntry>> stands(ItemStore.Listed item, Deadline deadline) {
        String content = String.valueOf(item.content());
        Seen before = seen.get(item.key());
        long now = deadline.time().nanos();
        long since = before != null && content.equals(before.item().content()) ? before.sinceNanos() : now;
        if (before != null && now - since > FORGOTTEN_NANOS) {
            forget(item.key(), before.parts().size(), deadline);
            return Optional.empty();
        }
        Head head = AttendanceFormat.readHead(content).orElse(null);
        List<String> parts = head == null ? List.of() : parts(item.key(), head, before, deadline);
        long revision = head == null ? 0 : head.revision();
        seen.put(item.key(), new Seen(item, since, revision, parts));
        if (head == null || !item.key().equals(key(head.latest().candidate().instance()))) {
            return Optional.empty(); // of a newer version, or a copy under another name
        }
        return Optional.of(head.parts() == 0 ? head.stands() : AttendanceFormat.readParts(parts, head.latest()));
    }

    private List<String> parts(String key, Head head, @Nullable Seen before, Deadline deadline) {
        if (head.parts() == 0) {
            return List.of();
        }
        if (before != null
                && before.revision() == head.revision()
                && before.parts().size() == head.parts()) {
            return before.parts();
        }
        List<String> keys = new ArrayList<>();
        for (int part = 0; part < head.parts(); part++) {
            keys.add(part(key, part));
        }
        Map<String, String> found = items.getAll(PARTS, keys, deadline);
        return keys.stream().map(each -> found.getOrDefault(each, "{}")).toList();
    }

    /** Removes what a candidate left that has said nothing for an hour; if it still runs, its next beat writes it. */
    private void forget(String key, int parts, Deadline deadline) {
        try {
            items.delete(FOLDER, key, deadline);
            for (int part = 0; part < parts; part++) {
                items.delete(PARTS, part(key, part), deadline);
            }
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "the entry of a candidate that is gone could not be removed; tried again later", e);
        }
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        deadline.requireLeft();
        OwnAttendance attendance = own.get(instance);
        if (attendance == null) {
            attendance = new OwnAttendance(items, key(instance), costs);
            String content = items.get(FOLDER, key(instance), deadline).orElse(null);
            Head head =
                    content == null ? null : AttendanceFormat.readHead(content).orElse(null);
            if (head == null) {
                return;
            }
            List<String> parts = parts(key(instance), head, null, deadline);
            Map<String, RosterEntry> stands =
                    head.parts() == 0 ? head.stands() : AttendanceFormat.readParts(parts, head.latest());
            attendance.takeOver(stands, parts.size());
        }
        if (attendance.leave(rosters, deadline)) {
            own.remove(instance);
        }
    }
}
