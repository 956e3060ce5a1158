package dev.tenure.ui;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.access.GuardedHandler;
import dev.tenure.spi.LeaseStore;
import dev.tenure.ui.store.ElectionRows;
import dev.tenure.ui.store.ReaderThread;
import dev.tenure.ui.web.PageAccess;
import dev.tenure.ui.web.PageRequests;
import dev.tenure.ui.web.ViewerStreams;
import java.io.IOException;
import java.util.List;

/**
 * A page that shows in a browser who leads what: mount it on a {@code HealthServer}, or in a server of your own.
 * Thread-safe.
 *
 * <p>It reads the stores only while somebody looks, once for all viewers, and never in the way of an election. Without
 * a token it is shown to browsers on the same machine only; it changes nothing unless it was built with
 * {@link StatusPageBuilder#actions}.
 */
public final class StatusPage implements GuardedHandler, AutoCloseable {
    private final ElectionRows rows;
    private final List<ReaderThread> readers;
    private final ViewerStreams streams;
    private final PageAccess access;
    private final PageRequests requests;
    private final List<LeaseStore> own;

    StatusPage(
            ElectionRows rows,
            List<ReaderThread> readers,
            ViewerStreams streams,
            PageAccess access,
            PageRequests requests,
            List<LeaseStore> own) {
        this.rows = rows;
        this.readers = readers;
        this.streams = streams;
        this.access = access;
        this.requests = requests;
        this.own = own;
    }

    /** Returns a builder for a page. */
    public static StatusPageBuilder builder() {
        return new StatusPageBuilder();
    }

    /**
     * Returns a secret that logs in one browser, once: open the page with {@code #login=SECRET} after its address. An
     * earlier secret that was not used is void.
     */
    public String newLogin() {
        return access.newCode();
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        requests.handle(exchange);
    }

    /** Ends what viewers are sent, stops reading, and closes the stores that it opened. Idempotent. */
    @Override
    public void close() {
        rows.close();
        streams.close();
        readers.forEach(ReaderThread::close);
        own.forEach(LeaseStore::close);
    }
}
