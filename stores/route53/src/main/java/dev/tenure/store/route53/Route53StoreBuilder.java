package dev.tenure.store.route53;

import static java.util.Objects.requireNonNull;

import dev.tenure.aws.ServiceClock;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.spi.TimeSource;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.route53.Route53Client;

/** Builds a {@link Route53Store}. Not thread-safe. */
public final class Route53StoreBuilder {
    static final String DEFAULT_PREFIX = "lock";

    private static final Pattern ZONE = Pattern.compile("[A-Za-z0-9]{1,32}");

    private final Route53Client client;
    private final String zoneId;
    private final String domain;
    private String prefix = DEFAULT_PREFIX;
    private double rate = RequestRateLimit.DEFAULT_RATE;
    private boolean ownsClient;
    private @Nullable Shardcoordinator fleet;
    private TimeSource time = TimeSource.system();

    Route53StoreBuilder(Route53Client client, String zoneId, String domain) {
        this.client = requireNonNull(client, "client");
        this.zoneId = checkZone(zoneId);
        this.domain = new RecordNames(DEFAULT_PREFIX, domain).domain();
    }

    static String checkZone(String zoneId) {
        if (!ZONE.matcher(zoneId).matches()) {
            throw new IllegalArgumentException(
                    "'" + zoneId + "' cannot be the id of a hosted zone: write it like Z1234567890ABC");
        }
        return zoneId;
    }

    /** Starts the names of all locks with this prefix instead of {@code lock}. */
    public Route53StoreBuilder prefix(String newPrefix) {
        this.prefix = new RecordNames(newPrefix, domain).prefix();
        return this;
    }

    /**
     * Limits this process to this many requests per second; the default is 2. AWS allows 10 to all programs of an
     * account together.
     */
    public Route53StoreBuilder rate(double requestsPerSecond) {
        this.rate = RequestRateLimit.checked(requestsPerSecond);
        return this;
    }

    /**
     * Shares zone, domain, prefix and elections with a fleet of shardcoordinator. All candidates of Tenure must set
     * this.
     */
    public Route53StoreBuilder sharedWith(Shardcoordinator shardcoordinator) {
        this.fleet = requireNonNull(shardcoordinator, "shardcoordinator");
        return this;
    }

    /** Closes the client with the store: for a client that was created for it. */
    Route53StoreBuilder ownsClient() {
        this.ownsClient = true;
        return this;
    }

    /** Reads these clocks instead of the machine's. */
    Route53StoreBuilder time(TimeSource clocks) {
        this.time = clocks;
        return this;
    }

    /** Opens the store. Nothing is sent before its first call. */
    public Route53Store open() {
        String endpoint = client.serviceClientConfiguration()
                .endpointOverride()
                .map(Object::toString)
                .orElse("aws");
        Zone zone =
                new Zone(client, ownsClient, zoneId, RequestRateLimit.shared(endpoint, rate), new ServiceClock(time));
        return new Route53Store(zone, new RecordNames(prefix, domain), fleet, time);
    }
}
