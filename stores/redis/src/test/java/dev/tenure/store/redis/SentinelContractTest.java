package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import org.junit.jupiter.api.Tag;

@Tag("server")
class SentinelContractTest extends RedisContract {
    private static final RecordEditor MEDDLER =
            new RecordEditor(Clients.of(Clients.provider(Servers.watched().masterPort())));

    @Override
    RecordEditor meddler() {
        return MEDDLER;
    }

    @Override
    protected LeaseStore open() {
        return RedisStore.onSentinel(Servers.watched().addresses(), Servers.Watched.NAME)
                .prefix(MEDDLER.prefix)
                .open();
    }

    @Override
    protected int raceRounds() {
        return 20;
    }
}
