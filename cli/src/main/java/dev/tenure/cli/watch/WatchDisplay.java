package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;

/** Where a watch is shown. */
interface WatchDisplay extends AutoCloseable {

    /** Shows something that happened. */
    void show(ElectionEvent event);

    /** Shows how things stand by now. */
    void refresh(ElectionWatcher tower);

    /** Tells whether somebody still reads it. */
    boolean isRead();

    @Override
    void close();
}
