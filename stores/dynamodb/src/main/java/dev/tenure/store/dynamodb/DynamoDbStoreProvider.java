package dev.tenure.store.dynamodb;

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

/** Opens {@code dynamodb://TABLE}; credentials, and the region unless it is given, come from the SDK's own chain. */
public final class DynamoDbStoreProvider implements StoreProvider {
    /** What the store needs; the build checks that these are the oldest and the newest version it is tested with. */
    static final String REQUIRES = "the AWS SDK for Java 2 (software.amazon.awssdk:dynamodb) 2.30.0 to 2.54.13";

    private static final String CREATE = "create";
    private static final String LEASES_ONLY = "leases-only";

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
        List<String> known = new ArrayList<>(List.of(OwnClient.REGION, OwnClient.ENDPOINT, CREATE, LEASES_ONLY));
        known.addAll(SharedParameters.KEYS);
        UriParameters parameters = UriParameters.of(uri, known);
        String table = table(uri.rest());
        boolean create = parameters.flag(CREATE, false);
        boolean leasesOnly = parameters.flag(LEASES_ONLY, false);
        Optional<Shardcoordinator> fleet = SharedParameters.read(parameters);
        DynamoDbStoreBuilder builder = DynamoDbStore.on(OwnClient.open(parameters), table)
                .ownsClient()
                .createIfMissing(create)
                .leasesOnly(leasesOnly);
        return fleet.map(builder::sharedWith).orElse(builder).open();
    }

    private String table(String rest) {
        boolean hasUser = rest.indexOf('@') >= 0 || (rest.indexOf(':') >= 0 && !rest.startsWith("//arn:"));
        if (!rest.startsWith("//") || rest.length() == 2 || hasUser) { // not quoted: it may hold a password
            throw new IllegalArgumentException("the dynamodb store is given as " + example());
        }
        return NameRules.checkTable(StoreUri.decode(rest.substring(2)));
    }
}
