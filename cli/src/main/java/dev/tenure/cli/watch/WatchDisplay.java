package dev.tenure.cli.watch;

import dev.tenure.ElectionEvent;

/** A display of a watch. */
interface WatchDisplay extends AutoCloseable {

    /** Shows an event. */
    void show(ElectionEvent event);

    /** Shows the present status. */
    void refresh(ElectionWatcher watcher);

    /** Tells whether somebody still reads it. */
    boolean isRead();

    @Override
    void close();
}
