package dev.tenure;

import static java.util.Objects.requireNonNull;

import dev.tenure.internal.LinkageErrors;
import dev.tenure.internal.NearestWord;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Opens stores by URI, through the providers on the class path. */
public final class Stores {
    /** A loader that fails again and again without getting on is left. */
    private static final int MOST_BROKEN = 100;

    /** The stores whose URIs have a scheme that is not the store's name. */
    private static final Map<String, String> STORES_BY_SCHEME = Map.of(
            "postgresql", "postgres",
            "river", "postgres",
            "rediss", "redis",
            "redis-cluster", "redis",
            "redis-sentinel", "redis");

    private Stores() {}

    /**
     * Opens the store at the given URI. No server is called before the first call to the store, which connects by its
     * deadline, unless the URI asks to create a DynamoDB table: that is waited for, a minute at most.
     *
     * @throws IllegalArgumentException if no provider knows its scheme, or the provider refuses it
     * @throws StoreException if the store cannot be opened, because of the libraries on the class path for instance
     */
    public static LeaseStore open(String uri) {
        requireNonNull(uri, "uri");
        StoreUri parsed = StoreUri.parse(uri);
        List<Throwable> broken = new ArrayList<>();
        Map<String, StoreProvider> providers = providersUpTo(parsed.scheme(), broken);
        StoreProvider provider = providers.get(parsed.scheme());
        if (provider == null) {
            String unknown = unknown(parsed.scheme(), remedy(parsed.scheme(), providers.keySet()), providers.keySet());
            throw broken.isEmpty() ? new IllegalArgumentException(unknown) : notLoaded(unknown, broken.get(0));
        }
        try {
            return LinkageErrors.translating(provider.open(parsed));
        } catch (RuntimeException | LinkageError e) {
            StoreException unfit = LinkageErrors.unfit(e, parsed.scheme() + " store", provider.requires());
            if (unfit == null) {
                throw e;
            }
            throw unfit;
        }
    }

    /** Returns the message about a scheme that is not among the given ones, with what to do about it. */
    public static String unknown(String scheme, String remedy, Set<String> known) {
        return "no store for scheme '" + scheme + "': " + remedy + (remedy.endsWith("?") ? " known" : "; known")
                + " here: " + (known.isEmpty() ? "none" : String.join(", ", known));
    }

    /** Returns what to do about a scheme that is not among the given ones. */
    public static String remedy(String scheme, Set<String> known) {
        if (scheme.equals("jdbc")) {
            return "leave 'jdbc:' out and write postgres://USER:PASSWORD@HOST:PORT/DATABASE";
        }
        return NearestWord.to(scheme, known)
                .map(near -> "did you mean " + near + (near.equals("file") ? ":" : "://") + "?")
                .orElseGet(() -> "add its store to the class path, dev.tenure:tenure-store-"
                        + STORES_BY_SCHEME.getOrDefault(scheme, scheme)
                        + " if it is one of Tenure's, or correct the scheme");
    }

    private static StoreException notLoaded(String unknown, Throwable broken) {
        return new StoreException(
                StoreException.Kind.MISCONFIGURED,
                unknown + "; one on the class path does not load (" + LinkageErrors.oneLine(broken)
                        + "): add the libraries it needs, or remove it",
                broken);
    }

    /** Returns the providers by scheme; one that does not load is left out. */
    public static Map<String, StoreProvider> providers() {
        return providersUpTo(null, new ArrayList<>());
    }

    /**
     * Returns the providers up to the first that opens the scheme, which is as far as the class path is read; all if
     * none does. One that does not load, for want of a library perhaps, must not keep others from theirs.
     */
    private static Map<String, StoreProvider> providersUpTo(@Nullable String wanted, List<Throwable> broken) {
        Map<String, StoreProvider> providers = new TreeMap<>();
        Iterator<StoreProvider> all = ServiceLoader.load(StoreProvider.class).iterator();
        while (broken.size() < MOST_BROKEN) {
            try {
                if ((wanted != null && providers.containsKey(wanted)) || !all.hasNext()) {
                    return providers;
                }
                StoreProvider provider = all.next();
                provider.schemes().forEach(scheme -> providers.putIfAbsent(scheme, provider));
            } catch (ServiceConfigurationError | LinkageError e) {
                broken.add(e);
            }
        }
        return providers;
    }
}
