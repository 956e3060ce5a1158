package dev.tenure.spi;

import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** Opens stores by URI, through the providers on the class path. */
public final class Stores {
    private Stores() {}

    /**
     * Opens the store at the given URI.
     *
     * @throws IllegalArgumentException if no provider knows its scheme, or the provider refuses it
     * @throws StoreException if the store cannot be opened
     */
    public static LeaseStore open(String uri) {
        StoreUri parsed = StoreUri.parse(uri);
        Map<String, StoreProvider> providers = providers();
        StoreProvider provider = providers.get(parsed.scheme());
        if (provider == null) {
            throw new IllegalArgumentException("no store for scheme '" + parsed.scheme() + "'; known here: "
                    + (providers.isEmpty()
                            ? "none, add a store's jar to the class path"
                            : String.join(", ", providers.keySet())));
        }
        return provider.open(parsed);
    }

    /** Returns the providers by scheme. */
    public static Map<String, StoreProvider> providers() {
        Map<String, StoreProvider> providers = new TreeMap<>();
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class)) {
            provider.schemes().forEach(scheme -> providers.put(scheme, provider));
        }
        return providers;
    }
}
