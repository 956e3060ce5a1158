package dev.tenure.ui.web;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.TimeSource;
import dev.tenure.ui.store.ElectionRows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link ViewerStreams} with clients that do not read. */
@Timeout(120)
class ViewerStreamsTest {
    private final ElectionRows rows = new ElectionRows(TimeSource.system());
    private final PageMessages messages = new PageMessages("a", List.of(), TimeSource.system());
    private ViewerStreams streams = new ViewerStreams(rows, messages, Duration.ofMillis(50));

    @AfterEach
    void close() {
        rows.close();
        streams.close();
    }

    @Test
    void aViewerThatReadsNothingLosesItsConnection() throws InterruptedException {
        BlockedExchange slow = new BlockedExchange();

        assertThat(streams.open(slow, () -> true)).isTrue();

        slow.writing.await();
        slow.closed.await();
    }

    @Test
    void viewersThatReadNothingLeaveRoomWhenTheyAreCut() throws InterruptedException {
        List<BlockedExchange> all = new ArrayList<>();
        streams = new ViewerStreams(rows, messages, Duration.ofHours(1));
        for (int i = 0; i < ViewerStreams.MOST; i++) {
            all.add(new BlockedExchange());
            assertThat(streams.open(all.get(i), () -> true)).isTrue();
        }

        assertThat(streams.open(new BlockedExchange(), () -> true)).isFalse();

        streams.close();
        for (BlockedExchange one : all) {
            one.closed.await();
        }
    }

    @Test
    void aViewerThatLoggedOutIsToldNoMore() throws InterruptedException {
        BlockedExchange gone = new BlockedExchange();

        streams.open(gone, () -> false);

        gone.closed.await();
        assertThat(gone.writing.getCount()).isEqualTo(1);
    }
}
