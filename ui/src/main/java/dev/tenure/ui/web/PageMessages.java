package dev.tenure.ui.web;

import dev.tenure.spi.TimeSource;
import dev.tenure.ui.store.ElectionRows;
import dev.tenure.ui.store.ReaderThread;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What viewers are sent about all elections.
 *
 * @param run a text that is another after each start, so that viewers know when what they have is void
 * @param readers the readers of all stores
 * @param time the clocks
 */
public record PageMessages(String run, List<ReaderThread> readers, TimeSource time) {
    private static final Duration FIRST_ROUND = Duration.ofMillis(1_500);

    /** Says that somebody looks, and waits for the first answers if nobody did before. */
    void look() throws InterruptedException {
        for (ReaderThread reader : readers) {
            reader.look(FIRST_ROUND);
        }
    }

    /** Returns a message with changes, on one line. */
    String text(ElectionRows.Changes changes) {
        String stores = readers.stream().map(reader -> reader.reader().json()).collect(Collectors.joining(","));
        String gone = changes.gone().stream().map(String::valueOf).collect(Collectors.joining(","));
        return "{\"run\":\"" + run + "\",\"version\":" + changes.version() + ",\"now\":" + time.wallMillis()
                + ",\"full\":" + changes.full() + ",\"stores\":[" + stores + "],\"rows\":["
                + String.join(",", changes.rows()) + "],\"gone\":[" + gone + "]}";
    }
}
