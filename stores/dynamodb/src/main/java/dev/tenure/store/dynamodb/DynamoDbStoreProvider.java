package dev.tenure.store.dynamodb;

import dev.tenure.aws.Shardcoordinator;
import dev.tenure.aws.DeadlineConnections;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Opens {@code dynamodb://TABLE}; credentials, and the region unless it is given, come from the SDK's own chain. */
public final class DynamoDbStoreProvider implements StoreProvider {
    /** What the store needs; the build checks that it names the version it was built with. */
    static final String REQUIRES = "the AWS SDK for Java 2 (software.amazon.awssdk:dynamodb) 2.54.13 or newer";

    private static final String REGION = "region";
    private static final String ENDPOINT = "endpoint";
    private static final String CREATE = "create";
    private static final String SHARED = "shared";
    private static final String SHARED_LEASE = "shared-lease";
    private static final String SHARED_RENEW = "shared-renew";
    private static final String SHARED_SKEW = "shared-skew";
    private static final String SHARDCOORDINATOR = "shardcoordinator";

    private static final Pattern LENGTH = Pattern.compile("([0-9]{1,9})(ms|s|m)");

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
        Map<String, String> parameters = uri.allowing(
                        REGION, ENDPOINT, CREATE, SHARED, SHARED_LEASE, SHARED_RENEW, SHARED_SKEW)
                .parameters();
        String table = table(uri.rest());
        boolean create = flag(parameters, CREATE);
        Shardcoordinator fleet = fleet(parameters);
        DynamoDbStoreBuilder builder =
                DynamoDbStore.on(client(uri), table).ownsClient().createTable(create);
        return (isShared(parameters) ? builder.sharedWith(fleet) : builder).open();
    }

    private String table(String rest) {
        boolean hasUser = rest.indexOf('@') >= 0 || (rest.indexOf(':') >= 0 && !rest.startsWith("//arn:"));
        if (!rest.startsWith("//") || rest.length() == 2 || hasUser) { // not quoted: it may hold a password
            throw new IllegalArgumentException("the dynamodb store is given as " + example());
        }
        return NameRules.checkTable(StoreUri.decode(rest.substring(2)));
    }

    private static boolean isShared(Map<String, String> parameters) {
        String with = parameters.get(SHARED);
        if (with != null && !with.equals(SHARDCOORDINATOR)) {
            throw new IllegalArgumentException(
                    "the dynamodb store can be shared with shardcoordinator, not with '" + with + "'");
        }
        return with != null;
    }

    private static Shardcoordinator fleet(Map<String, String> parameters) {
        if (!isShared(parameters)) {
            for (String key : Set.of(SHARED_LEASE, SHARED_RENEW, SHARED_SKEW)) {
                if (parameters.containsKey(key)) {
                    throw new IllegalArgumentException(
                            "the parameter " + key + " means nothing without shared=shardcoordinator");
                }
            }
        }
        Shardcoordinator balanced = Shardcoordinator.balanced();
        return new Shardcoordinator(
                length(parameters, SHARED_LEASE, balanced.leaseDuration()),
                length(parameters, SHARED_RENEW, balanced.renewPeriod()),
                length(parameters, SHARED_SKEW, balanced.clockSkew()));
    }

    private static DynamoDbClient client(StoreUri uri) {
        String region = uri.parameters().get(REGION);
        DynamoDbClientBuilder builder =
                DynamoDbClient.builder().httpClient(UrlConnectionHttpClient.create(new DeadlineConnections()));
        uri.address(ENDPOINT)
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

    private static boolean flag(Map<String, String> parameters, String key) {
        String value = parameters.getOrDefault(key, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("the parameter " + key + " is true or false, not '" + value + "'");
        }
        return value.equals("true");
    }

    private static Duration length(Map<String, String> parameters, String key, Duration otherwise) {
        String value = parameters.get(key);
        if (value == null) {
            return otherwise;
        }
        Matcher parts = LENGTH.matcher(value);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    "the parameter " + key + " is a length of time such as 15s, 500ms or 1m, not '" + value + "'");
        }
        long number = Long.parseLong(parts.group(1));
        return switch (parts.group(2)) {
            case "ms" -> Duration.ofMillis(number);
            case "s" -> Duration.ofSeconds(number);
            default -> Duration.ofMinutes(number);
        };
    }
}
