package dev.tenure.store.support;

import static java.util.Objects.requireNonNull;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import java.util.Set;

/** Base of stores and cells: answers what their description says, and remembers that they were closed. Thread-safe. */
public abstract class BaseBackend implements Backend {
    private final StoreDescription description;
    private volatile boolean closed;

    protected BaseBackend(StoreDescription description) {
        this.description = requireNonNull(description, "description");
    }

    /** Closes the connections and clients that this store opened, without waiting for running calls. Idempotent. */
    protected abstract void closeResources();

    /**
     * Returns if this store is open.
     *
     * @throws StoreException {@link StoreException#closed} if it was closed
     */
    protected final void requireOpen() {
        if (closed) {
            throw StoreException.closed(name());
        }
    }

    @Override
    public final String name() {
        return description.name();
    }

    @Override
    public final String requires() {
        return description.requires();
    }

    @Override
    public final Set<Capability> capabilities() {
        return description.capabilities();
    }

    @Override
    public final Timing timing() {
        return description.timing();
    }

    @Override
    public final boolean isClosed() {
        return closed;
    }

    @Override
    public final void close() {
        closed = true;
        closeResources();
    }
}
