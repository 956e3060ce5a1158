package dev.tenure.store.route53;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.DeadlineConnections;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.route53.Route53ClientBuilder;

/** What the URI of a store says. */
final class Route53Uri {
    private static final String PREFIX = "prefix";
    private static final String ENDPOINT = "endpoint";
    private static final String PROFILE = "profile";
    private static final String RATE = "rate";
    private static final String SHARED = "shared";
    private static final String SHARED_LEASE = "shared-lease";
    private static final String SHARED_RENEW = "shared-renew";
    private static final String SHARED_SKEW = "shared-skew";

    private static final Pattern WHOLE = Pattern.compile("//(?<zone>[^/@:]+)/(?<domain>[^/@:]+)");
    private static final Pattern LENGTH = Pattern.compile("(?<number>[0-9]{1,9})(?<unit>ms|s|m)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6})?");

    private final StoreUri uri;
    private final Map<String, String> parameters;
    private final String zone;
    private final String domain;

    Route53Uri(StoreUri uri, String example) {
        Matcher whole = WHOLE.matcher(uri.rest());
        if (!whole.matches()) {
            throw new IllegalArgumentException("the route53 store is given as " + example);
        }
        this.uri = uri;
        this.parameters = uri.allowing(PREFIX, ENDPOINT, PROFILE, RATE, SHARED, SHARED_LEASE, SHARED_RENEW, SHARED_SKEW)
                .parameters();
        this.zone = Route53StoreBuilder.checkZone(StoreUri.decode(whole.group("zone")));
        this.domain = new RecordNames(prefix(), StoreUri.decode(whole.group("domain"))).domain();
    }

    /** Opens the store, with a client of its own. All that can be wrong is looked at first. */
    LeaseStore open() {
        Shardcoordinator fleet = fleet();
        double rate = rate();
        Route53StoreBuilder builder = Route53Store.on(client(), zone, domain)
                .ownsClient()
                .prefix(prefix())
                .rate(rate);
        return (fleet == null ? builder : builder.sharedWith(fleet)).open();
    }

    private String prefix() {
        return parameters.getOrDefault(PREFIX, Route53StoreBuilder.DEFAULT_PREFIX);
    }

    private double rate() {
        String value = parameters.get(RATE);
        if (value == null) {
            return RequestRateLimit.DEFAULT_RATE;
        }
        if (!NUMBER.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the parameter rate is a number of requests a second such as 2 or 0.5, not '" + value + "'");
        }
        return RequestRateLimit.checked(Double.parseDouble(value));
    }

    private @Nullable Shardcoordinator fleet() {
        String with = parameters.get(SHARED);
        if (with == null) {
            for (String key : List.of(SHARED_LEASE, SHARED_RENEW, SHARED_SKEW)) {
                if (parameters.containsKey(key)) {
                    throw new IllegalArgumentException(
                            "the parameter " + key + " means nothing without shared=shardcoordinator");
                }
            }
            return null;
        }
        if (!with.equals("shardcoordinator")) {
            throw new IllegalArgumentException(
                    "the route53 store can be shared with shardcoordinator, not with '" + with + "'");
        }
        Shardcoordinator balanced = Shardcoordinator.balanced();
        return new Shardcoordinator(
                length(SHARED_LEASE, balanced.leaseDuration()),
                length(SHARED_RENEW, balanced.renewPeriod()),
                length(SHARED_SKEW, balanced.clockSkew()));
    }

    /** Route53 is one for all regions. */
    private Route53Client client() {
        Route53ClientBuilder builder = Route53Client.builder()
                .region(Region.AWS_GLOBAL)
                .httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()));
        uri.address(ENDPOINT).ifPresent(builder::endpointOverride);
        String profile = parameters.get(PROFILE);
        if (profile != null) {
            builder.credentialsProvider(ProfileCredentialsProvider.create(profile));
        }
        return builder.build();
    }

    private Duration length(String key, Duration otherwise) {
        String value = parameters.get(key);
        if (value == null) {
            return otherwise;
        }
        Matcher length = LENGTH.matcher(value);
        if (!length.matches()) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " is a length of time such as 15s, 500ms or 1m, not '" + value + "'");
        }
        long number = Long.parseLong(length.group("number"));
        return switch (length.group("unit")) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
        };
    }
}
