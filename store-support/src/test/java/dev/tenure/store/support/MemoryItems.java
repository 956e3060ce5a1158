package dev.tenure.store.support;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Items in memory that, like objects, are listed without their contents. It notes each call. */
final class MemoryItems implements ItemStore {
    private final Map<String, Map<String, Stored>> folders = new TreeMap<>();
    private final List<String> calls = new ArrayList<>();
    private int writes;
    boolean failing;

    private record Stored(String version, String content) {}

    /** Returns the calls since the last time, as in {@code put roster}. */
    List<String> takeCalls() {
        List<String> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    private Map<String, Stored> folder(String call, String folder) {
        calls.add(call + " " + folder.replaceFirst("/.*", ""));
        if (failing) {
            throw new StoreException(StoreException.Kind.UNREACHABLE, "as the test wants");
        }
        return folders.computeIfAbsent(folder, absent -> new TreeMap<>());
    }

    @Override
    public void put(String folder, String key, String content, Duration keptFor, Deadline deadline) {
        folder("put", folder).put(key, new Stored("v" + ++writes, content));
    }

    @Override
    public boolean putIfAbsent(String folder, String key, String content, Duration keptFor, Deadline deadline) {
        return folder("add", folder).putIfAbsent(key, new Stored("v" + ++writes, content)) == null;
    }

    @Override
    public Optional<String> get(String folder, String key, Deadline deadline) {
        return Optional.ofNullable(folder("get", folder).get(key)).map(Stored::content);
    }

    @Override
    public List<Listed> list(String folder, Deadline deadline) {
        List<Listed> listed = new ArrayList<>();
        folder("list", folder).forEach((key, item) -> listed.add(new Listed(key, item.version(), null)));
        return listed;
    }

    @Override
    public void delete(String folder, String key, Deadline deadline) {
        folder("delete", folder).remove(key);
    }
}
