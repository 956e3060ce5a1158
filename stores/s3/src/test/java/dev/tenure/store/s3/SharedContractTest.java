package dev.tenure.store.s3;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.LeaseStoreContract;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.s3.S3Client;

/** The format that is shared with s3lect, for any number of elections. */
@Tag("server")
class SharedContractTest extends LeaseStoreContract {
    private static final String PREFIX = Emulator.newPrefix();
    private static final S3Client CLIENT = Emulator.SHARED.client();

    @Override
    protected LeaseStore open() {
        return Emulator.SHARED
                .store()
                .sharedWith(S3lect.lockfile("any").timeout(ttl()))
                .open(ObjectKeys.under(PREFIX), TimeSource.system());
    }

    @Override
    protected boolean sharesOneTtl() {
        return true;
    }

    @Override
    protected void corrupt(String election) {
        Emulator.put(CLIENT, PREFIX + "/" + election + ".json", "");
    }

    @Override
    protected void forget(String election) {
        Emulator.delete(CLIENT, PREFIX + "/" + election + ".json");
        Emulator.delete(CLIENT, PREFIX + "/" + election + ".json.tenure-token");
    }

    @Override
    protected List<String> illegalNames() {
        return List.of("", " ", "a/", ".tenure/a");
    }

    /** The first call of all tries the store out. */
    @Override
    protected Duration callLimit() {
        return StoreTestSteps.LIMIT;
    }

    @Override
    protected int raceRounds() {
        return 3;
    }
}
