package dev.tenure.store.route53;

import dev.tenure.aws.DeadlineConnections;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.SharedParameters;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import dev.tenure.store.support.UriParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.ProfileCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.route53.Route53ClientBuilder;

/** Reads the URI of a store. */
final class Route53Uri {
    private static final String PREFIX = "prefix";
    private static final String ENDPOINT = "endpoint";
    private static final String PROFILE = "profile";
    private static final String RATE = "rate";

    private static final Pattern WHOLE = Pattern.compile("//(?<zone>[^/@:]+)/(?<domain>[^/@:]+)");
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,6}(\\.[0-9]{1,6})?");

    private final UriParameters parameters;
    private final String zone;
    private final String domain;

    Route53Uri(StoreUri uri, String example) {
        Matcher whole = WHOLE.matcher(uri.rest());
        if (!whole.matches()) {
            throw new IllegalArgumentException("the route53 store is given as " + example);
        }
        List<String> known = new ArrayList<>(List.of(PREFIX, ENDPOINT, PROFILE, RATE));
        known.addAll(SharedParameters.KEYS);
        this.parameters = UriParameters.of(uri, known);
        this.zone = Route53StoreBuilder.checkZone(StoreUri.decode(whole.group("zone")));
        this.domain = new RecordNames(prefix(), StoreUri.decode(whole.group("domain"))).domain();
    }

    /** Opens the store with its own client, after all parameters were checked. */
    LeaseStore open() {
        Optional<Shardcoordinator> fleet = SharedParameters.read(parameters);
        double rate = rate();
        Route53StoreBuilder builder = Route53Store.on(client(), zone, domain)
                .ownsClient()
                .prefix(prefix())
                .rate(rate);
        return fleet.map(builder::sharedWith).orElse(builder).open();
    }

    private String prefix() {
        return parameters.text(PREFIX, Route53StoreBuilder.DEFAULT_PREFIX);
    }

    private double rate() {
        String value = parameters.find(RATE);
        if (value == null) {
            return RequestRateLimit.DEFAULT_RATE;
        }
        if (!NUMBER.matcher(value).matches()) {
            throw new IllegalArgumentException(
                    "the parameter rate is a number of requests a second such as 2 or 0.5, not '" + value + "'");
        }
        return RequestRateLimit.checked(Double.parseDouble(value));
    }

    /** Creates the client; Route53 has one endpoint for all regions. */
    private Route53Client client() {
        Route53ClientBuilder builder = Route53Client.builder()
                .region(Region.AWS_GLOBAL)
                .httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()));
        parameters.address(ENDPOINT).ifPresent(builder::endpointOverride);
        String profile = parameters.find(PROFILE);
        if (profile != null) {
            builder.credentialsProvider(ProfileCredentialsProvider.create(profile));
        }
        return builder.build();
    }
}
