package dev.tenure.store.kafka.goneli;

import dev.tenure.spi.RevocationCallback;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Records the tokens of the terms that a store asks back or declares lost. */
public record RecordedRevocations(BlockingQueue<Long> handOvers, BlockingQueue<Long> losses)
        implements RevocationCallback {
    public RecordedRevocations() {
        this(new LinkedBlockingQueue<>(), new LinkedBlockingQueue<>());
    }

    @Override
    public void handOver(long token, String cause) {
        handOvers.add(token);
    }

    @Override
    public void lost(long token, String cause) {
        losses.add(token);
    }
}
