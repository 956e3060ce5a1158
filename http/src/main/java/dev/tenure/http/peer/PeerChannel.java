package dev.tenure.http.peer;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** An enabled channel: its settings, its threads, whom it asks and who waits for its answer. Thread-safe. */
final class PeerChannel {
    private static final Duration LONGEST_SENDING = Duration.ofSeconds(5);

    private final PeerSettings settings;
    private final PeerState knowledge;
    private final PeerThreads loop = new PeerThreads();
    private final ChannelWarnings complaints = new ChannelWarnings();
    private final PeerClient client;
    private final HeldRequests holds;
    private final LeaderSubscriptions links;
    private volatile boolean closed;

    PeerChannel(
            PeerSettings settings,
            PeerState knowledge,
            boolean withRoster,
            BiConsumer<HeldRequests.Hold, PeerChannel> answer) {
        this.settings = settings;
        this.knowledge = knowledge;
        this.client = new PeerClient(settings, loop.wire());
        this.holds = new HeldRequests(loop, hold -> answer.accept(hold, this));
        this.links = new LeaderSubscriptions(
                new LeaderSubscription.Line(loop, client, knowledge, complaints, withRoster, new Random()));
    }

    PeerSettings settings() {
        return settings;
    }

    HeldRequests holds() {
        return holds;
    }

    boolean isClosed() {
        return closed;
    }

    /** Returns what is wrong at present, one line for each problem. */
    List<String> problems() {
        return complaints.standing();
    }

    /** Asks whoever leads there now, in the background. */
    void follow(FollowedElection followed) {
        loop.execute(() -> {
            if (!closed) {
                links.follow(followed);
            }
        });
    }

    /** Tells all leaders and followers at once what is new about our candidates. */
    void speak() {
        loop.execute(links::speak);
        holds.rosterChanged();
    }

    /** Tells all leaders, past ones included, that candidates of ours stand no more. */
    void farewell() {
        loop.execute(links::farewell);
        holds.rosterChanged();
    }

    /** The store has contradicted a peer. */
    void contradicted(String election, String by) {
        complaints.about(by, "it stated a record of '" + election + "' that the store does not show");
    }

    /**
     * Asks one question, and waits for the answer.
     *
     * @throws TimeoutException if none comes in time
     * @throws ExecutionException if there is none
     */
    PeerReply ask(PeerAddress address, PeerQuestion question, Deadline deadline)
            throws TimeoutException, ExecutionException, InterruptedException {
        Duration left = deadline.remaining().plusMillis(1);
        CompletableFuture<PeerReply> answer = client.ask(address, question, left);
        try {
            return answer.get(left.toNanos(), TimeUnit.NANOSECONDS);
        } finally {
            answer.cancel(true);
        }
    }

    /** Returns where leaders are asked at present. */
    List<PeerAddress> asked() {
        return knowledge.beliefs().all().stream()
                .map(FollowedElection::toAsk)
                .flatMap(lease -> lease == null
                        ? Stream.empty()
                        : PeerAddress.parse(lease.holder().address()).stream())
                .distinct()
                .toList();
    }

    /** Hangs up after a while, unless what is returned is run before. */
    Runnable hangUpLater(HttpExchange exchange) {
        Future<?> timer = loop.after(LONGEST_SENDING, exchange::close);
        return () -> timer.cancel(false);
    }

    /** Asks nobody any more, and answers whoever waits. */
    void close() {
        closed = true;
        loop.execute(links::close);
        holds.answerAll();
        knowledge.beliefs().all().forEach(FollowedElection::unplug);
        loop.close();
    }
}
