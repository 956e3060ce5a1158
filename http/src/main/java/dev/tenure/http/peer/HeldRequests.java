package dev.tenure.http.peer;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.peer.protocol.PeerQuestion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The questions that wait for news: one for each process that asks, without a thread. Thread-safe.
 *
 * <p>The end of a term is answered at once. Renewals may wait a moment for each other, since a process may hold
 * thousands.
 */
final class HeldRequests {
    static final int MOST = 1_000;

    private static final Duration ROSTER_PAUSE = Duration.ofMillis(50);

    private final PeerThreads loop;
    private final Consumer<Hold> answer;
    private final Map<String, Hold> waiting = new ConcurrentHashMap<>();

    /** A question that waits, with the exchange to answer it by. */
    static final class Hold {
        private final HttpExchange exchange;
        private final PeerQuestion question;
        private volatile @Nullable Future<?> timer;
        private boolean due;

        Hold(HttpExchange exchange, PeerQuestion question) {
            this.exchange = exchange;
            this.question = question;
        }

        HttpExchange exchange() {
            return exchange;
        }

        PeerQuestion question() {
            return question;
        }
    }

    /** Creates an empty set; answers are sent on a thread that may block briefly. */
    HeldRequests(PeerThreads loop, Consumer<Hold> answer) {
        this.loop = loop;
        this.answer = answer;
    }

    /** Lets a question wait for at most that long; an earlier one of the same process is answered. */
    boolean park(Hold hold, Duration most) {
        String asker = hold.question().asker().id();
        if (waiting.size() >= MOST && !waiting.containsKey(asker)) {
            return false;
        }
        Hold before = waiting.put(asker, hold); // first, or an early timer finds nothing to answer
        Future<?> timer = loop.after(most, () -> answer(hold));
        hold.timer = timer;
        if (waiting.get(asker) != hold) {
            timer.cancel(false); // it was answered meanwhile
        }
        if (before != null) {
            hand(before);
        }
        return true;
    }

    /** Answers the followers of an election that changed, after a pause in which more may change. */
    void changed(String election, Duration pause) {
        if (!waiting.isEmpty()) {
            loop.execute(() -> waiting.values().stream()
                    .filter(hold -> hold.question().follow().contains(election))
                    .forEach(hold -> answerAfter(pause, hold)));
        }
    }

    /** Answers all that want to see rosters soon, after a roster changed. */
    void rosterChanged() {
        if (!waiting.isEmpty()) {
            loop.execute(() -> waiting.values().stream()
                    .filter(hold -> !hold.question().rosters().isEmpty())
                    .forEach(hold -> answerAfter(ROSTER_PAUSE, hold)));
        }
    }

    private void answerAfter(Duration pause, Hold hold) {
        if (pause.isZero()) {
            answer(hold);
        } else if (!hold.due) {
            hold.due = true;
            Future<?> unused = loop.after(pause, () -> answer(hold));
        }
    }

    /** Answers a question if it still waits. */
    void answer(Hold hold) {
        if (waiting.remove(hold.question().asker().id(), hold)) {
            hand(hold);
        }
    }

    void answerAll() {
        List.copyOf(waiting.values()).forEach(this::answer);
    }

    int size() {
        return waiting.size();
    }

    private void hand(Hold hold) {
        Future<?> timer = hold.timer;
        if (timer != null) {
            timer.cancel(false);
        }
        loop.workers().execute(() -> answer.accept(hold));
    }
}
