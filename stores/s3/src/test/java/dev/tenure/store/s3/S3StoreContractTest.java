package dev.tenure.store.s3;

import dev.tenure.spi.LeaseStore;
import dev.tenure.testkit.LeaseStoreContract;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import software.amazon.awssdk.services.s3.S3Client;

@Tag("server")
class S3StoreContractTest extends LeaseStoreContract {
    private static final String PREFIX = Emulator.newPrefix();
    private static final S3Client CLIENT = Emulator.SHARED.client();

    @Override
    protected LeaseStore open() {
        return Emulator.SHARED.store().prefix(PREFIX).open();
    }

    @Override
    protected void corrupt(String election) {
        Emulator.put(CLIENT, PREFIX + "/" + election + ".json", "{\"leaderID\":\"somebody\"");
    }

    @Override
    protected void forget(String election) {
        Emulator.delete(CLIENT, PREFIX + "/" + election + ".json");
    }

    @Override
    protected List<String> legalNames() {
        List<String> names = new ArrayList<>(super.legalNames());
        names.addAll(List.of(
                "it's", "a\"quote", "question?mark", "a+b&c=d#e", "100%25", "payroll.json", "..a", "x".repeat(900)));
        return names;
    }

    @Override
    protected List<String> illegalNames() {
        return List.of(
                "",
                " ",
                "with\0nul",
                "line\nbreak",
                "half \uD800",
                "/a",
                "a/",
                "a//b",
                "../a",
                ".",
                "a/./b",
                "back\\slash",
                ".tenure/race",
                "x".repeat(1_000),
                "選".repeat(400));
    }

    /** The first call of all tries the store out. */
    @Override
    protected Duration callLimit() {
        return StoreTestSteps.LIMIT;
    }

    @Override
    protected int raceRounds() {
        return 10;
    }
}
