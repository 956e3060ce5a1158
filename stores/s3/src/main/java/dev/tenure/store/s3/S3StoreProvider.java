package dev.tenure.store.s3;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.util.Set;

/** Opens {@code s3://BUCKET[/PREFIX]}, and {@code s3://BUCKET/LOCKFILE?shared=s3lect}. */
public final class S3StoreProvider implements StoreProvider {
    /** The library that the store needs; the build checks that it names the version it was built with. */
    static final String REQUIRES = "the AWS SDK for Java 2 (software.amazon.awssdk:s3) 2.54.13 or newer";

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
