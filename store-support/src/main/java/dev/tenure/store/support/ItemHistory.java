package dev.tenure.store.support;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * Keeps each entry of a history as an item whose key is its number. Thread-safe, between processes too.
 *
 * <p>A number is taken by a write that fails if there is one already, so that entries of several writers are in the
 * order they were added and none is lost.
 */
public final class ItemHistory implements History {
    /** Where a store must remove items by itself, those of elections that nobody stands in any more go after that. */
    private static final Duration KEPT_FOR = Duration.ofDays(400);

    private static final int MOST_BEYOND = 20;
    private static final Pattern NUMBER = Pattern.compile("[0-9]{12}");

    private final ItemStore items;

    public ItemHistory(ItemStore items) {
        this.items = items;
    }

    private static String folder(String election) {
        return "history/" + election;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        deadline.requireLeft();
        String folder = folder(entry.election());
        String content = FlatJson.compact(out -> HistoryEntryFormat.write(out, entry));
        NavigableMap<String, ItemStore.Listed> kept = list(folder, deadline);
        long number = kept.isEmpty() ? 1 : Long.parseLong(kept.lastKey()) + 1;
        while (!items.putIfAbsent(folder, key(number), content, KEPT_FOR, deadline)) {
            number++;
        }
        if (kept.size() > KEPT + MOST_BEYOND) {
            List<String> oldest =
                    kept.keySet().stream().limit(kept.size() - KEPT).toList();
            oldest.forEach(key -> items.delete(folder, key, deadline));
        }
    }

    private static String key(long number) {
        return String.format(Locale.ROOT, "%012d", number);
    }

    private NavigableMap<String, ItemStore.Listed> list(String folder, Deadline deadline) {
        TreeMap<String, ItemStore.Listed> listed = new TreeMap<>();
        for (ItemStore.Listed item : items.list(folder, deadline)) {
            if (NUMBER.matcher(item.key()).matches()) {
                listed.put(item.key(), item);
            }
        }
        return listed;
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        String folder = folder(election);
        List<ItemStore.Listed> listed = new ArrayList<>(list(folder, deadline).values());
        listed = listed.subList(Math.max(0, listed.size() - most), listed.size());
        List<String> unread = listed.stream()
                .filter(item -> item.content() == null)
                .map(ItemStore.Listed::key)
                .toList();
        Map<String, String> contents = new HashMap<>(items.getAll(folder, unread, deadline));
        List<HistoryEntry> entries = new ArrayList<>();
        for (ItemStore.Listed item : listed) {
            String content = item.content() == null ? contents.get(item.key()) : item.content();
            if (content != null) {
                read(election, content, entries);
            }
        }
        return List.copyOf(entries);
    }

    /** Skips an entry that cannot be read: the others are whole. */
    private static void read(String election, String content, List<HistoryEntry> into) {
        try {
            into.add(FlatJson.read(content, fields -> HistoryEntryFormat.read(fields, election)));
        } catch (UnreadableRecordException damaged) {
            // a person changed it
        }
    }
}
