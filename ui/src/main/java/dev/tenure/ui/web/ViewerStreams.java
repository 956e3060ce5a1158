package dev.tenure.ui.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.tenure.ui.store.ElectionRows;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/**
 * Server-sent events: each viewer has a connection and a thread, up to {@link #MOST}. Thread-safe.
 *
 * <p>A viewer that reads slowly holds up nobody: it gets fewer and larger messages, and one that takes longer than
 * {@link #PATIENCE} for a message loses its connection.
 */
public final class ViewerStreams implements AutoCloseable {
    static final int MOST = 64;
    static final Duration PATIENCE = Duration.ofSeconds(5);
    private static final Duration SILENCE = Duration.ofSeconds(5);
    private static final Duration BETWEEN = Duration.ofMillis(150);
    private static final long IDLE_SECONDS = 5;

    private final ElectionRows rows;
    private final PageMessages messages;
    private final Duration patience;
    private final ThreadPoolExecutor threads;
    private final ScheduledThreadPoolExecutor cuts;

    public ViewerStreams(ElectionRows rows, PageMessages messages) {
        this(rows, messages, PATIENCE);
    }

    ViewerStreams(ElectionRows rows, PageMessages messages, Duration patience) {
        this.patience = patience;
        this.rows = rows;
        this.messages = messages;
        this.threads = new ThreadPoolExecutor(
                0, MOST, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> daemon(task, "viewer"));
        this.cuts = new ScheduledThreadPoolExecutor(1, task -> daemon(task, "cut"));
        cuts.setRemoveOnCancelPolicy(true);
        cuts.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
        cuts.allowCoreThreadTimeOut(true);
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, "tenure-page-" + name);
        thread.setDaemon(true);
        return thread;
    }

    /**
     * Begins to send events.
     *
     * @param mayRead whether the viewer may still read
     * @return false if there are too many viewers already
     */
    boolean open(HttpExchange exchange, BooleanSupplier mayRead) {
        try {
            threads.execute(() -> stream(exchange, mayRead));
            return true;
        } catch (RejectedExecutionException full) {
            return false;
        }
    }

    private void stream(HttpExchange exchange, BooleanSupplier mayRead) {
        try (exchange) {
            Headers answer = exchange.getResponseHeaders();
            answer.set("Content-Type", "text/event-stream");
            answer.set("Cache-Control", "no-store");
            answer.set("X-Accel-Buffering", "no");
            exchange.sendResponseHeaders(200, 0);
            OutputStream out = exchange.getResponseBody();
            long seen = 0;
            while (!rows.isClosed() && mayRead.getAsBoolean()) {
                messages.look();
                ElectionRows.Changes changes = rows.since(seen);
                boolean news = changes.version() > seen;
                write(out, news ? "data: " + messages.text(changes) + "\n\n" : ": nothing new\n\n");
                seen = changes.version();
                rows.pause(BETWEEN);
                rows.await(seen, SILENCE);
            }
        } catch (IOException gone) {
            // the viewer is gone
        } catch (InterruptedException tooSlow) {
            Thread.currentThread().interrupt();
        }
    }

    /** An interrupt closes the connection that is written. */
    private void write(OutputStream out, String text) throws IOException {
        Future<?> cut = cuts.schedule(Thread.currentThread()::interrupt, patience.toMillis(), TimeUnit.MILLISECONDS);
        try {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            out.flush();
        } finally {
            cut.cancel(false);
        }
    }

    /** Ends every stream. Idempotent. */
    @Override
    public void close() {
        threads.shutdownNow();
        cuts.shutdownNow();
    }
}
