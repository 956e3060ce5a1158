package dev.tenure.ui.store;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.PrintableText;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Reads the elections of one store into the shared rows. {@link #round} and {@link #reread} are confined to one thread;
 * all else is thread-safe.
 *
 * <p>However many people look, a round makes {@link #MOST_CALLS} calls at most, one after the other, and takes about
 * {@link #LONGEST_ROUND}. What is on a screen is read in every round, the rest once an interval of the store if there
 * is room, those first that were read longest ago. What was never read is an exception: up to
 * {@link #MOST_FIRST_CALLS}, so that a page does not fill for minutes.
 */
public final class StoreReader {
    static final int MOST_CALLS = 100;
    static final int MOST_FIRST_CALLS = 1_000;
    static final Duration LONGEST_ROUND = Duration.ofSeconds(1);
    private static final int MOST_ELECTIONS = 10_000;
    private static final int MOST_DETAILS = 8;
    private static final int MOST_FAILURES = 3;
    private static final int KEPT_SIGNS = 16;
    private static final int IDS_PER_STORE = 1_000_000;
    private static final Duration LISTED_EVERY = Duration.ofSeconds(3);
    private static final int LISTING_SHARE = 20;
    private static final Duration ATTENTION = Duration.ofSeconds(15);

    private final PageStore store;
    private final TimeSource time;
    private final ElectionRows rows;
    private final Attention onScreen;
    private final Attention opened;
    private final Map<Integer, String> names = new ConcurrentHashMap<>();
    private final Map<Integer, String> details = new ConcurrentHashMap<>();
    private final Map<String, Integer> ids = new HashMap<>();
    private final Map<Integer, Long> readNanos = new HashMap<>();
    private final Map<Integer, Map<Long, Instant>> signs = new HashMap<>();
    private int lastId;
    private @Nullable Long listedNanos;
    private Duration listingPause = LISTED_EVERY;
    private volatile @Nullable String problem;
    private volatile boolean hasAnswered;
    private volatile boolean tooMany;

    public StoreReader(PageStore store, ElectionRows rows) {
        this.store = store;
        this.time = store.time();
        this.rows = rows;
        this.onScreen = new Attention(time, ATTENTION);
        this.opened = new Attention(time, ATTENTION);
        this.lastId = store.number() * IDS_PER_STORE;
    }

    /** Returns the place of the store that an election of this number is kept in. */
    public static int storeOf(int id) {
        return id / IDS_PER_STORE;
    }

    public PageStore store() {
        return store;
    }

    /** Notes that an election is on somebody's screen. */
    public void look(int id) {
        if (names.containsKey(id)) {
            onScreen.note(id);
        }
    }

    /** Returns the details of an election as last read, as JSON; null if they are not read yet. They will be. */
    public @Nullable String open(int id) {
        if (!names.containsKey(id)) {
            return null;
        }
        look(id);
        opened.note(id);
        return details.get(id);
    }

    /** Returns the elections on screens, with their names. */
    Map<Integer, String> watched() {
        Map<Integer, String> watched = new HashMap<>();
        for (int id : onScreen.current()) {
            String name = names.get(id);
            if (name != null) {
                watched.put(id, name);
            }
        }
        return watched;
    }

    /** Returns what the page says about the store, as a JSON object. */
    public String json() {
        return JsonText.object(json -> {
            store.write(json);
            json.writeNumberField("elections", names.size());
            json.writeBooleanField("answered", hasAnswered);
            json.writeBooleanField("tooMany", tooMany);
            json.writeNumberField("readEvery", secondsBetweenReads());
            json.writeStringField("problem", problem);
        });
    }

    /** Returns after how many seconds an election is read again that is on no screen. */
    private long secondsBetweenReads() {
        long rounds = (names.size() + MOST_CALLS - 1L) / MOST_CALLS;
        return Math.max(rounds, Math.max(1, store.store().timing().interval().toSeconds()));
    }

    /** Reads what is due. */
    void round() {
        Deadline end = Deadline.after(time, LONGEST_ROUND);
        int failures = 0;
        try {
            listIfDue();
            failures = readAll(due(), end);
            if (failures == 0) {
                answered();
            }
        } catch (StoreException failed) {
            say(failed);
        }
        if (failures == 0) {
            readDetails();
        }
    }

    /** Reads elections at once whose record is known to have changed. */
    void reread(Collection<Integer> changed) {
        if (readAll(changed, Deadline.after(time, LONGEST_ROUND)) == 0) {
            Set<Integer> shown = new LinkedHashSet<>(opened.current());
            shown.retainAll(changed);
            shown.forEach(this::readDetail);
        }
    }

    private void listIfDue() {
        long now = time.nanos();
        if (listedNanos != null && now - listedNanos < listingPause.toNanos()) {
            return;
        }
        Set<String> listed = new LinkedHashSet<>(store.elections());
        listedNanos = time.nanos();
        Duration taken = Duration.ofNanos(listedNanos - now).multipliedBy(LISTING_SHARE);
        listingPause = taken.compareTo(LISTED_EVERY) < 0 ? LISTED_EVERY : taken;
        for (String left : List.copyOf(ids.keySet())) {
            if (!listed.contains(left)) {
                forget(left);
            }
        }
        for (String name : listed) {
            if (ids.size() < MOST_ELECTIONS && !ids.containsKey(name)) {
                ids.put(name, ++lastId);
                names.put(lastId, name);
            }
        }
        tooMany = ids.size() < listed.size();
    }

    private void forget(String election) {
        Integer id = ids.remove(election);
        if (id != null) {
            names.remove(id);
            details.remove(id);
            readNanos.remove(id);
            signs.remove(id);
            rows.remove(id);
        }
    }

    private List<Integer> due() {
        long now = time.nanos();
        long pause = store.store().timing().interval().toNanos();
        Comparator<Integer> longestAgo = Comparator.comparingLong(id -> readNanos.getOrDefault(id, now) - now);
        Set<Integer> due = new LinkedHashSet<>();
        onScreen.current().stream()
                .filter(readNanos::containsKey)
                .sorted(longestAgo)
                .forEach(due::add);
        Set<Integer> unread = new TreeSet<>(names.keySet());
        unread.removeAll(readNanos.keySet());
        if (!unread.isEmpty()) {
            due.addAll(unread);
            return due.stream().limit(MOST_FIRST_CALLS).toList();
        }
        readNanos.entrySet().stream()
                .filter(read -> now - read.getValue() >= pause)
                .map(Map.Entry::getKey)
                .sorted(longestAgo)
                .forEach(due::add);
        return due.stream().limit(MOST_CALLS).toList();
    }

    /** Reads elections until the time is over, and returns how many could not be read. */
    private int readAll(Collection<Integer> wanted, Deadline end) {
        int failures = 0;
        for (int id : wanted) {
            String name = names.get(id);
            if (end.hasPassed() || failures >= MOST_FAILURES || name == null) {
                continue;
            }
            try {
                ElectionRow row = store.read(id, name);
                rows.put(row);
                remember(row);
            } catch (StoreException failed) {
                failures++;
                say(failed);
            } catch (IllegalArgumentException unfit) {
                say(unfit); // a name that is listed and cannot be read
            }
            readNanos.put(id, time.nanos());
        }
        return failures;
    }

    /** Remembers when the term was last renewed: a leader that is killed writes no end of its term. */
    private void remember(ElectionRow row) {
        Lease lease = row.lease();
        if (lease != null) {
            Map<Long, Instant> own = signs.computeIfAbsent(row.id(), id -> new TreeMap<>());
            own.put(lease.token(), lease.stamp().at());
            if (own.size() > KEPT_SIGNS) {
                own.remove(own.keySet().iterator().next());
            }
        }
    }

    private void readDetails() {
        List<Integer> shown = opened.current();
        new HashSet<>(details.keySet())
                .stream().filter(id -> !shown.contains(id)).forEach(details::remove);
        List<Integer> latest = new ArrayList<>(shown.subList(Math.max(0, shown.size() - MOST_DETAILS), shown.size()));
        latest.forEach(this::readDetail);
    }

    private void readDetail(int id) {
        String name = names.get(id);
        ElectionRow row = rows.find(id);
        if (name == null || row == null) {
            return;
        }
        try {
            List<RosterEntry> roster = store.roster(name);
            List<HistoryEntry> history = store.history(name);
            TermTimeline timeline =
                    history == null ? null : TermTimeline.of(history, row.lease(), signs.getOrDefault(id, Map.of()));
            String text = new ElectionDetail(roster, timeline).json();
            if (!text.equals(details.put(id, text))) {
                rows.touch();
            }
        } catch (StoreException failed) {
            say(failed);
        }
    }

    private void answered() {
        boolean news = !hasAnswered || problem != null;
        hasAnswered = true;
        problem = null;
        if (news) {
            rows.touch();
        }
    }

    private void say(RuntimeException failed) {
        String text = PrintableText.of(ElectionJson.withoutAddresses(String.valueOf(failed.getMessage())));
        if (!text.equals(problem)) {
            problem = text;
            rows.touch();
        }
    }
}
