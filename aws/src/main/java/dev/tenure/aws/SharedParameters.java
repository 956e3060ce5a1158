package dev.tenure.aws;

import dev.tenure.store.support.UriParameters;
import java.util.List;
import java.util.Optional;

/** Reads the URI parameters of a store that is shared with shardcoordinator. */
public final class SharedParameters {
    private static final String SHARED = "shared";
    private static final String LEASE = "shared-lease";
    private static final String RENEW = "shared-renew";
    private static final String SKEW = "shared-skew";

    /** The names of the parameters. */
    public static final List<String> KEYS = List.of(SHARED, LEASE, RENEW, SKEW);

    private SharedParameters() {}

    /**
     * Returns the fleet that the store is shared with, or empty if it is not shared.
     *
     * @throws IllegalArgumentException if the parameters do not fit together
     */
    public static Optional<Shardcoordinator> read(UriParameters parameters) {
        if (!parameters.has(SHARED)) {
            parameters.refuseWithout("shared=shardcoordinator", LEASE, RENEW, SKEW);
            return Optional.empty();
        }
        parameters.choice(SHARED, "", "shardcoordinator");
        Shardcoordinator balanced = Shardcoordinator.balanced();
        return Optional.of(new Shardcoordinator(
                parameters.duration(LEASE, balanced.leaseDuration()),
                parameters.duration(RENEW, balanced.renewPeriod()),
                parameters.duration(SKEW, balanced.clockSkew())));
    }
}
