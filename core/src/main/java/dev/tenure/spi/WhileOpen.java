package dev.tenure.spi;

import static java.util.Objects.requireNonNull;

import dev.tenure.HistoryEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Makes the roster, the requests, the history and the batons of a store fail once the store is closed, also for callers
 * that obtained them before. For authors of stores; {@link CellStore} uses it for every cell.
 *
 * <p>Each method takes what a call must pass first: it throws {@link dev.tenure.StoreException#closed} if the store was
 * closed. What they return is thread-safe if the arguments are.
 */
public final class WhileOpen {
    private WhileOpen() {}

    /** Returns a roster whose calls fail once the store is closed. */
    public static Roster roster(Roster roster, Runnable requireOpen) {
        return new OpenRoster(requireNonNull(roster, "roster"), requireNonNull(requireOpen, "requireOpen"));
    }

    /** Returns requests whose calls fail once the store is closed. */
    public static Requests requests(Requests requests, Runnable requireOpen) {
        return new OpenRequests(requireNonNull(requests, "requests"), requireNonNull(requireOpen, "requireOpen"));
    }

    /** Returns a history whose calls fail once the store is closed. */
    public static History history(History history, Runnable requireOpen) {
        return new OpenHistory(requireNonNull(history, "history"), requireNonNull(requireOpen, "requireOpen"));
    }

    /** Returns batons whose calls fail once the store is closed. */
    public static Batons batons(Batons batons, Runnable requireOpen) {
        return new OpenBatons(requireNonNull(batons, "batons"), requireNonNull(requireOpen, "requireOpen"));
    }

    private record OpenRoster(Roster roster, Runnable requireOpen) implements Roster {
        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            requireOpen.run();
            return roster.attend(own, deadline);
        }

        @Override
        public List<RosterEntry> members(String name, Deadline deadline) {
            requireOpen.run();
            return roster.members(name, deadline);
        }

        @Override
        public void leave(Collection<String> rosters, String instance, Deadline deadline) {
            requireOpen.run();
            roster.leave(rosters, instance, deadline);
        }
    }

    private record OpenRequests(Requests requests, Runnable requireOpen) implements Requests {
        @Override
        public void submit(Request request, Deadline deadline) {
            requireOpen.run();
            requests.submit(request, deadline);
        }

        @Override
        public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
            requireOpen.run();
            return requests.pending(elections, deadline);
        }
    }

    private record OpenHistory(History history, Runnable requireOpen) implements History {
        @Override
        public void append(HistoryEntry entry, Deadline deadline) {
            requireOpen.run();
            history.append(entry, deadline);
        }

        @Override
        public List<HistoryEntry> last(String election, int most, Deadline deadline) {
            requireOpen.run();
            return history.last(election, most, deadline);
        }
    }

    private record OpenBatons(Batons batons, Runnable requireOpen) implements Batons {
        @Override
        public Optional<Baton> read(String election, Deadline deadline) {
            requireOpen.run();
            return batons.read(election, deadline);
        }

        @Override
        public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
            requireOpen.run();
            return batons.write(election, next, version, deadline);
        }
    }
}
