package dev.tenure.store.support;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Keeps the last request for each election as one item. Thread-safe. */
public final class ItemRequests implements Requests {
    static final String FOLDER = "requests";

    /** A request is void when its term is over; one that nobody answered for a day is of no use to anybody. */
    private static final Duration KEPT_FOR = Duration.ofDays(1);

    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.store.items");

    private final ItemStore items;
    private final int getsPerListing;

    /** What was read of items whose listing shows their version only. */
    private final Map<String, ItemStore.Listed> known = new ConcurrentHashMap<>();

    /**
     * Keeps requests in these items.
     *
     * @param getsPerListing how many items can be read for what a listing costs; for more, the folder is listed
     */
    public ItemRequests(ItemStore items, int getsPerListing) {
        this.items = items;
        this.getsPerListing = getsPerListing;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        deadline.requireLeft();
        String content = FlatJson.compact(out -> RequestFormat.write(out, request));
        items.put(FOLDER, request.election(), content, KEPT_FOR, deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        deadline.requireLeft();
        Map<String, Request> found = new HashMap<>();
        contents(elections, deadline)
                .forEach((election, content) ->
                        read(election, content).ifPresent(request -> found.put(election, request)));
        return found;
    }

    private Map<String, String> contents(Collection<String> elections, Deadline deadline) {
        if (elections.size() <= getsPerListing) {
            return items.getAll(FOLDER, elections, deadline);
        }
        Set<String> wanted = new HashSet<>(elections);
        List<ItemStore.Listed> listed = items.list(FOLDER, deadline).stream()
                .filter(item -> wanted.contains(item.key()))
                .toList();
        Map<String, String> contents = new HashMap<>();
        List<String> unread = new ArrayList<>();
        for (ItemStore.Listed item : listed) {
            ItemStore.Listed before = known.get(item.key());
            String content =
                    item.content() == null && before != null && before.version().equals(item.version())
                            ? before.content()
                            : item.content();
            if (content == null) {
                unread.add(item.key());
            } else {
                contents.put(item.key(), content);
            }
        }
        contents.putAll(items.getAll(FOLDER, unread, deadline));
        known.clear();
        for (ItemStore.Listed item : listed) {
            known.put(item.key(), new ItemStore.Listed(item.key(), item.version(), contents.get(item.key())));
        }
        return contents;
    }

    private static Optional<Request> read(String election, String content) {
        try {
            return Optional.of(FlatJson.read(content, fields -> RequestFormat.read(fields, election)));
        } catch (UnreadableRecordException e) {
            LOG.log(Level.DEBUG, "the request for " + election + " cannot be read", e);
            return Optional.empty();
        }
    }
}
