package dev.tenure.internal;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.History;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceConfigurationError;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Translates linkage errors of a store whose client library is missing or of another version: they are
 * {@linkplain Kind#MISCONFIGURED misconfigurations}, which a person must mend and no further attempt can.
 */
public final class LinkageErrors {
    private static final int DEEPEST = 20;

    private LinkageErrors() {}

    /**
     * Returns a store that throws a {@link StoreException} where this one fails by a linkage error, or by one behind
     * it.
     */
    public static LeaseStore translating(LeaseStore store) {
        return store instanceof TranslatingStore ? store : new TranslatingStore(store);
    }

    /** Returns the result of a call of the store, or throws what it threw, translated. */
    private static <T> T translated(Backend backend, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error thrown) {
            StoreException unfit = unfit(thrown, backend.name() + " store", backend.requires());
            if (unfit != null) {
                throw unfit;
            }
            throw thrown;
        }
    }

    /** Translates the errors of a store, and of its roster, requests, history and batons. */
    private static final class TranslatingStore extends ForwardingStore {
        TranslatingStore(LeaseStore store) {
            super(store);
        }

        @Override
        protected <T> T call(Supplier<T> call) {
            return translated(delegate(), call);
        }

        @Override
        public Roster roster() {
            return new TranslatingRoster(super.roster(), delegate());
        }

        @Override
        public Requests requests() {
            return new TranslatingRequests(super.requests(), delegate());
        }

        @Override
        public History history() {
            return new TranslatingHistory(super.history(), delegate());
        }

        @Override
        public Batons batons() {
            return new TranslatingBatons(super.batons(), delegate());
        }
    }

    private record TranslatingRoster(Roster roster, Backend backend) implements Roster {
        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            return translated(backend, () -> roster.attend(own, deadline));
        }

        @Override
        public List<RosterEntry> members(String name, Deadline deadline) {
            return translated(backend, () -> roster.members(name, deadline));
        }

        @Override
        public void leave(Collection<String> rosters, String instance, Deadline deadline) {
            translated(backend, () -> {
                roster.leave(rosters, instance, deadline);
                return Boolean.TRUE;
            });
        }
    }

    private record TranslatingRequests(Requests requests, Backend backend) implements Requests {
        @Override
        public void submit(Request request, Deadline deadline) {
            translated(backend, () -> {
                requests.submit(request, deadline);
                return Boolean.TRUE;
            });
        }

        @Override
        public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
            return translated(backend, () -> requests.pending(elections, deadline));
        }
    }

    private record TranslatingHistory(History history, Backend backend) implements History {
        @Override
        public void append(HistoryEntry entry, Deadline deadline) {
            translated(backend, () -> {
                history.append(entry, deadline);
                return Boolean.TRUE;
            });
        }

        @Override
        public List<HistoryEntry> last(String election, int most, Deadline deadline) {
            return translated(backend, () -> history.last(election, most, deadline));
        }
    }

    private record TranslatingBatons(Batons batons, Backend backend) implements Batons {
        @Override
        public Optional<Baton> read(String election, Deadline deadline) {
            return translated(backend, () -> batons.read(election, deadline));
        }

        @Override
        public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
            return translated(backend, () -> batons.write(election, next, version, deadline));
        }
    }

    public static String oneLine(Throwable thrown) {
        return String.valueOf(thrown).strip().replaceAll("\\s*\\R\\s*", "; ");
    }

    /**
     * Returns the failure of something whose libraries do not fit, or null if what was thrown is none of that.
     *
     * @param what what failed, for people: {@code redis store}
     * @param requires which libraries it works with, or empty
     */
    public static @Nullable StoreException unfit(Throwable thrown, String what, String requires) {
        if (thrown instanceof StoreException known && known.kind() == Kind.MISCONFIGURED) {
            return null;
        }
        Throwable cause = thrown;
        for (int depth = 0; cause != null && depth < DEEPEST; depth++) {
            if (cause instanceof LinkageError || cause instanceof ServiceConfigurationError) {
                String needed = requires.isEmpty() ? "the libraries it was built with" : requires;
                return new StoreException(
                        Kind.MISCONFIGURED,
                        "the " + what + " does not fit the libraries on the class path (" + oneLine(cause)
                                + "): it needs " + needed + "; remove what is older, or there twice",
                        thrown);
            }
            cause = cause.getCause();
        }
        return null;
    }
}
