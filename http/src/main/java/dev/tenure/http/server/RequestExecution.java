package dev.tenure.http.server;

import com.sun.net.httpserver.HttpHandler;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request on a thread, from its first byte until its handler returns. Thread-safe.
 *
 * <p>It can be interrupted. An interrupt ends whatever the thread waits for, and closes the connection that it reads or
 * writes.
 */
final class RequestExecution implements Runnable {
    private final Connection connection;
    private final HttpHandler handler;
    private final boolean mayWait;
    private final Consumer<RequestExecution> after;
    private final long sinceNanos;
    private @Nullable Thread thread;
    private boolean interrupted;

    /**
     * Creates an execution.
     *
     * @param connection the connection that has a request
     * @param handler answers the request
     * @param mayWait whether this thread may wait a little for the rest of a request
     * @param after called at the end in any case
     * @param sinceNanos now
     */
    RequestExecution(
            Connection connection,
            HttpHandler handler,
            boolean mayWait,
            Consumer<RequestExecution> after,
            long sinceNanos) {
        this.connection = connection;
        this.handler = handler;
        this.mayWait = mayWait;
        this.after = after;
        this.sinceNanos = sinceNanos;
    }

    long sinceNanos() {
        return sinceNanos;
    }

    /** Tells whether a whole request has arrived and is being answered. */
    boolean isAnswered() {
        return connection.isAnswered();
    }

    @Override
    public void run() {
        begin();
        try {
            connection.serve(handler, mayWait);
        } finally {
            end();
            after.accept(this);
        }
    }

    private synchronized void begin() {
        thread = Thread.currentThread();
        if (interrupted) {
            thread.interrupt();
        }
    }

    /** Prevents an interrupt of this thread after the end of its request. */
    private synchronized void end() {
        thread = null;
        Thread.interrupted();
    }

    synchronized void interrupt() {
        if (!interrupted) {
            interrupted = true;
            if (thread != null) {
                thread.interrupt();
            }
        }
    }

    /** Interrupts it, and closes its connection in case the handler ignores the interrupt. */
    synchronized void cutOff() {
        interrupt();
        if (thread != null) {
            connection.close();
        }
    }
}
