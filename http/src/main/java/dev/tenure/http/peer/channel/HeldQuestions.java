package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.protocol.PeerQuestion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The questions that wait for news: one for each process that asks, without a thread. Thread-safe.
 *
 * <p>The end of a term is answered at once. Renewals may wait a moment for each other, since a process may hold
 * thousands.
 */
final class HeldQuestions {
    static final int MOST = 1_000;

    private static final Duration ROSTER_PAUSE = Duration.ofMillis(50);

    private final ChannelLoop loop;
    private final Map<String, Hold> waiting = new ConcurrentHashMap<>();

    /** A question that waits. */
    static final class Hold {
        private final PeerQuestion question;
        private final Runnable answer;
        private volatile ChannelLoop.@Nullable Timer timer;
        private boolean due;

        /** Creates it with what answers the question. */
        Hold(PeerQuestion question, Runnable answer) {
            this.question = question;
            this.answer = answer;
        }

        private String asker() {
            return question.asker().id();
        }
    }

    HeldQuestions(ChannelLoop loop) {
        this.loop = loop;
    }

    /** Lets a question wait for at most that long; an earlier one of the same process is answered. */
    boolean park(Hold hold, Duration most) {
        String asker = hold.asker();
        if (waiting.size() >= MOST && !waiting.containsKey(asker)) {
            return false;
        }
        Hold before = waiting.put(asker, hold); // first, or an early timer finds nothing to answer
        ChannelLoop.Timer timer = loop.after(most, () -> answer(hold));
        hold.timer = timer;
        if (waiting.get(asker) != hold) {
            timer.cancel(); // it was answered meanwhile
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
                    .filter(hold -> hold.question.follow().contains(election))
                    .forEach(hold -> answerAfter(pause, hold)));
        }
    }

    /** Answers all that want to see rosters soon, after a roster changed. */
    void rosterChanged() {
        if (!waiting.isEmpty()) {
            loop.execute(() -> waiting.values().stream()
                    .filter(hold -> !hold.question.rosters().isEmpty())
                    .forEach(hold -> answerAfter(ROSTER_PAUSE, hold)));
        }
    }

    private void answerAfter(Duration pause, Hold hold) {
        if (pause.isZero()) {
            answer(hold);
        } else if (!hold.due) {
            hold.due = true;
            loop.after(pause, () -> answer(hold));
        }
    }

    /** Answers a question if it still waits. */
    void answer(Hold hold) {
        if (waiting.remove(hold.asker(), hold)) {
            hand(hold);
        }
    }

    void answerAll() {
        List.copyOf(waiting.values()).forEach(this::answer);
    }

    /** Tells whether a question of this process waits. */
    boolean isWaiting(String asker) {
        return waiting.containsKey(asker);
    }

    int size() {
        return waiting.size();
    }

    private void hand(Hold hold) {
        ChannelLoop.Timer timer = hold.timer;
        if (timer != null) {
            timer.cancel();
        }
        loop.aside(hold.answer);
    }
}
