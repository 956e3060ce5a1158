package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import org.junit.jupiter.api.Tag;

@Tag("server")
class SingleContractTest extends RedisContract {
    private static final RecordEditor MEDDLER =
            new RecordEditor(Clients.of(Clients.provider(Servers.single().port())));

    @Override
    RecordEditor meddler() {
        return MEDDLER;
    }

    @Override
    protected LeaseStore open() {
        return RedisStore.on("127.0.0.1", Servers.single().port())
                .prefix(MEDDLER.prefix)
                .open();
    }
}
