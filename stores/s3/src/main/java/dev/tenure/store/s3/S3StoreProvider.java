package dev.tenure.store.s3;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.Set;

/** Opens {@code s3://BUCKET[/PREFIX]}, and {@code s3://BUCKET/LOCKFILE?shared=s3lect}. */
public final class S3StoreProvider implements StoreProvider {
    /** What the store needs; the build checks that these are the oldest and the newest version it is tested with. */
    static final String REQUIRES = "the AWS SDK for Java 2 (software.amazon.awssdk:s3) 2.30.0 to 2.54.13";

    @Override
    public Set<String> schemes() {
        return Set.of("s3");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return "s3://BUCKET[/PREFIX][?region=…&endpoint=…&path-style=true]";
    }

    /** Opens the store. The code is in another class, so that listing providers loads nothing of the SDK. */
    @Override
    public LeaseStore open(StoreUri uri) {
        return new S3Uri(uri, example()).builder().open();
    }
}
