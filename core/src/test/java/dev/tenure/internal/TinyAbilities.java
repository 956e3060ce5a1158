package dev.tenure.internal;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Enrolment;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.StoreException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rosters and requests in memory, for {@link TinyStore}. Thread-safe. */
final class TinyAbilities implements Roster, Requests {
    private final Map<String, Map<String, Enrolment>> rosters = new TreeMap<>();
    private final Map<String, Request> requests = new TreeMap<>();
    private int attendances;
    private int failingLeaves;

    @Override
    public synchronized Map<String, List<Enrolment>> attend(Map<String, Enrolment> own, Deadline deadline) {
        attendances++;
        Map<String, List<Enrolment>> all = new LinkedHashMap<>();
        own.forEach((roster, entry) -> {
            rosters.computeIfAbsent(roster, name -> new TreeMap<>())
                    .put(entry.candidate().instance(), entry);
            all.put(roster, members(roster, deadline));
        });
        return all;
    }

    @Override
    public synchronized List<Enrolment> members(String roster, Deadline deadline) {
        return List.copyOf(rosters.getOrDefault(roster, Map.of()).values());
    }

    @Override
    public synchronized void leave(Collection<String> names, String instance, Deadline deadline) {
        if (failingLeaves > 0) {
            failingLeaves--;
            throw new StoreException(StoreException.Kind.UNREACHABLE, "nobody hears that you leave");
        }
        names.forEach(name -> rosters.getOrDefault(name, new TreeMap<>()).remove(instance));
    }

    @Override
    public synchronized void submit(Request request, Deadline deadline) {
        requests.put(request.election(), request);
    }

    @Override
    public synchronized Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        Map<String, Request> found = new TreeMap<>(requests);
        found.keySet().retainAll(elections);
        return found;
    }

    /** Lets so many of the next attempts to leave a roster fail. */
    synchronized void failLeaves(int times) {
        failingLeaves = times;
    }

    /** Returns how often anybody has attended. */
    synchronized int attendances() {
        return attendances;
    }
}
