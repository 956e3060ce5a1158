package dev.tenure.store.dynamodb;

import dev.tenure.aws.DeadlineConnections;
import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.SharedParameters;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import dev.tenure.store.support.UriParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Opens {@code dynamodb://TABLE}; credentials, and the region unless it is given, come from the SDK's own chain. */
public final class DynamoDbStoreProvider implements StoreProvider {
    /** The library that the store needs; the build checks that it names the version it was built with. */
    static final String REQUIRES = "the AWS SDK for Java 2 (software.amazon.awssdk:dynamodb) 2.54.13 or newer";

    private static final String REGION = "region";
    private static final String ENDPOINT = "endpoint";
    private static final String CREATE = "create";

    @Override
    public Set<String> schemes() {
        return Set.of("dynamodb");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return "dynamodb://TABLE[?region=…&endpoint=…]";
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        List<String> known = new ArrayList<>(List.of(REGION, ENDPOINT, CREATE));
        known.addAll(SharedParameters.KEYS);
        UriParameters parameters = UriParameters.of(uri, known);
        String table = table(uri.rest());
        boolean create = parameters.flag(CREATE, false);
        Optional<Shardcoordinator> fleet = SharedParameters.read(parameters);
        DynamoDbStoreBuilder builder =
                DynamoDbStore.on(client(parameters), table).ownsClient().createIfMissing(create);
        return fleet.map(builder::sharedWith).orElse(builder).open();
    }

    private String table(String rest) {
        boolean hasUser = rest.indexOf('@') >= 0 || (rest.indexOf(':') >= 0 && !rest.startsWith("//arn:"));
        if (!rest.startsWith("//") || rest.length() == 2 || hasUser) { // not quoted: it may hold a password
            throw new IllegalArgumentException("the dynamodb store is given as " + example());
        }
        return NameRules.checkTable(StoreUri.decode(rest.substring(2)));
    }

    private static DynamoDbClient client(UriParameters parameters) {
        String region = parameters.find(REGION);
        DynamoDbClientBuilder builder =
                DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()));
        parameters
                .address(ENDPOINT)
                .ifPresent(endpoint -> builder.endpointOverride(endpoint).region(Region.US_EAST_1));
        if (region != null) {
            builder.region(Region.of(region));
        }
        try {
            return builder.build();
        } catch (SdkClientException e) {
            throw new IllegalArgumentException(
                    "the dynamodb store does not know its region: set region=… or AWS_REGION", e);
        }
    }
}
