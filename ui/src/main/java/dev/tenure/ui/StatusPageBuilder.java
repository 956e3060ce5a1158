package dev.tenure.ui;

import static java.util.Objects.requireNonNull;

import dev.tenure.Stores;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.PrintableText;
import dev.tenure.spi.StoreUri;
import dev.tenure.spi.TimeSource;
import dev.tenure.ui.store.ElectionRows;
import dev.tenure.ui.store.PageStore;
import dev.tenure.ui.store.ReaderThread;
import dev.tenure.ui.store.StoreReader;
import dev.tenure.ui.web.PageAccess;
import dev.tenure.ui.web.PageMessages;
import dev.tenure.ui.web.PageRequests;
import dev.tenure.ui.web.ViewerStreams;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds a {@link StatusPage}. Not thread-safe. */
public final class StatusPageBuilder {
    private static final int MOST_STORES = 100;

    private final List<PageStore> stores = new ArrayList<>();
    private final List<LeaseStore> own = new ArrayList<>();
    private @Nullable String token;
    private boolean actions;
    private String operator = "somebody at the page";

    StatusPageBuilder() {}

    /**
     * Shows the elections of the store at this URI, which the page opens, and closes when it is closed. The page calls
     * it by this address, without what may be secret in it.
     *
     * @throws IllegalArgumentException if no store on the class path knows the URI
     * @throws dev.tenure.StoreException if the store cannot be opened
     */
    public StatusPageBuilder store(String uri) {
        LeaseStore opened = Stores.open(uri);
        own.add(opened);
        return store(StoreUri.parse(uri).toString(), opened);
    }

    /**
     * Shows the elections of a store, which stays yours to close, after the page.
     *
     * @param label what the page calls it: viewers read it
     * @param elections which ones; none for all that the store can list
     */
    public StatusPageBuilder store(String label, LeaseStore store, String... elections) {
        requireNonNull(store, "store");
        if (stores.size() >= MOST_STORES) {
            throw new IllegalArgumentException("a page shows " + MOST_STORES + " stores at most: use several pages");
        }
        List.of(elections).forEach(store::checkName);
        stores.add(
                new PageStore(stores.size(), PrintableText.of(label), store, List.of(elections), TimeSource.system()));
        return this;
    }

    /**
     * Shows the page only to those who log in with this secret, from wherever they come. Default: browsers on this
     * machine need none, and others see nothing.
     *
     * @param newToken 16 characters or more
     */
    public StatusPageBuilder token(String newToken) {
        this.token = requireNonNull(newToken, "token");
        return this;
    }

    /**
     * Lets those who logged in, or show a client certificate that the server verified, ask leaders to resign or to hand
     * over. Default: the page changes nothing.
     */
    public StatusPageBuilder actions() {
        this.actions = true;
        return this;
    }

    /** Sets who asks leaders to hand over, for the history. */
    public StatusPageBuilder operator(String newOperator) {
        this.operator = PrintableText.require("the operator", newOperator);
        return this;
    }

    /**
     * Builds the page. Nothing is read before somebody looks.
     *
     * @throws IllegalStateException if there is no store to show
     * @throws IllegalArgumentException if the token is too short to be a secret, or cannot be sent
     */
    public StatusPage build() {
        if (stores.isEmpty()) {
            throw new IllegalStateException("nothing to show: name a store with store(…)");
        }
        TimeSource time = TimeSource.system();
        PageAccess access = new PageAccess(token, actions, time);
        ElectionRows rows = new ElectionRows(time);
        List<ReaderThread> readers = stores.stream()
                .map(store -> new ReaderThread(new StoreReader(store, rows)))
                .toList();
        String run = Long.toHexString(time.wallMillis()) + Integer.toHexString(System.identityHashCode(rows));
        PageMessages messages = new PageMessages(run, readers, time);
        ViewerStreams streams = new ViewerStreams(rows, messages);
        PageRequests requests = new PageRequests(rows, messages, streams, access, operator);
        return new StatusPage(rows, readers, streams, access, requests, List.copyOf(own));
    }
}
