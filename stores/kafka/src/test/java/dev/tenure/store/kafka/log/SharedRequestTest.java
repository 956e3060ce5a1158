package dev.tenure.store.kafka.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Everybody gets the answer to a request that was sent after it asked, however slow the server is. */
class SharedRequestTest {
    private static final Duration SLOW = Duration.ofMillis(150);

    private final ManualTime time = new ManualTime();
    private final List<CompletableFuture<Integer>> sent = new ArrayList<>();
    private final SharedRequest<Integer> request = new SharedRequest<>(this::send, time);
    private boolean closed;

    private CompletableFuture<Integer> send() {
        if (closed) {
            throw new IllegalStateException("closed");
        }
        CompletableFuture<Integer> answer = new CompletableFuture<>();
        sent.add(answer);
        return answer;
    }

    /** Asks as one who does not matter to the test. */
    private void askBeside() {
        assertThat(request.ask()).isNotDone();
    }

    private void answer(int which) {
        sent.get(which).complete(which);
    }

    @Test
    void thoseWhoAskMeanwhileShareTheNextRequest() {
        CompletableFuture<Integer> first = request.ask();
        CompletableFuture<Integer> second = request.ask();
        CompletableFuture<Integer> third = request.ask();
        assertThat(sent).hasSize(1);

        answer(0);
        assertThat(first).isCompletedWithValue(0);
        assertThat(second).isNotDone();
        answer(1);
        assertThat(second).isCompletedWithValue(1);
        assertThat(third).isCompletedWithValue(1);
        assertThat(sent).hasSize(2);
    }

    @Test
    @DisplayName("if every answer takes long and somebody always asks, those who wait are served with the next request")
    void nobodyStarvesWhileAnswersAreSlow() {
        askBeside();
        CompletableFuture<Integer> waiting = request.ask();
        for (int round = 0; round < 10; round++) {
            time.advance(SLOW);
            askBeside();
            askBeside();
            answer(round);
        }

        assertThat(waiting).isCompletedWithValue(1);
    }

    @Test
    @DisplayName("a request that cannot be sent fails all who wait for it, and is not waited for")
    void requestThatIsNotSentFailsAll() {
        askBeside();
        CompletableFuture<Integer> waiting = request.ask();
        time.advance(SLOW);
        closed = true;
        assertThatThrownBy(request::ask).hasMessage("closed");
        assertThat(waiting).isCompletedExceptionally();

        closed = false;
        CompletableFuture<Integer> later = request.ask();
        answer(1);
        assertThat(later).isCompletedWithValue(1);
    }
}
