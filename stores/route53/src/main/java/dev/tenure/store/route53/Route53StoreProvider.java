package dev.tenure.store.route53;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.Set;

/** Opens {@code route53://ZONE-ID/DOMAIN}; credentials come from the SDK's own chain. */
public final class Route53StoreProvider implements StoreProvider {
    /** What the store needs; the build checks that these are the oldest and the newest version it is tested with. */
    static final String REQUIRES = "the AWS SDK for Java 2 (software.amazon.awssdk:route53) 2.30.0 to 2.54.13";

    @Override
    public Set<String> schemes() {
        return Set.of("route53");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return "route53://ZONE-ID/DOMAIN[?prefix=lock&endpoint=…]";
    }

    /** Opens the store. The code is in another class, so that listing providers loads nothing of the SDK. */
    @Override
    public LeaseStore open(StoreUri uri) {
        return new Route53Uri(uri, example()).open();
    }
}
