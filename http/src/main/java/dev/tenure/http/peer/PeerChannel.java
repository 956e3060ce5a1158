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

/** An enabled peer channel: settings, threads, subscriptions and held requests. Thread-safe. */
final class PeerChannel {
    private static final Duration LONGEST_SENDING = Duration.ofSeconds(5);

    private final PeerSettings settings;
    private final PeerState state;
    private final PeerThreads loop = new PeerThreads();
    private final ChannelWarnings warnings = new ChannelWarnings();
    private final PeerClient client;
    private final HeldRequests holds;
    private final LeaderSubscriptions subscriptions;
    private volatile boolean closed;

    PeerChannel(
            PeerSettings settings,
            PeerState state,
            boolean withRoster,
            BiConsumer<HeldRequests.Hold, PeerChannel> answer) {
        this.settings = settings;
        this.state = state;
        this.client = new PeerClient(settings, loop.clientThreads());
        this.holds = new HeldRequests(loop, hold -> answer.accept(hold, this));
        this.subscriptions = new LeaderSubscriptions(
                new LeaderSubscription.Shared(loop, client, state, warnings, withRoster, new Random()));
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

    /** Returns the present problems, one line for each. */
    List<String> problems() {
        return warnings.standing();
    }

    /** Asks the present leader of an election, in the background. */
    void follow(FollowedElection followed) {
        loop.execute(() -> {
            if (!closed) {
                subscriptions.follow(followed);
            }
        });
    }

    /** Tells all leaders and followers at once about changes of own candidates. */
    void sendNow() {
        loop.execute(subscriptions::sendNow);
        holds.rosterChanged();
    }

    /** Tells all leaders, past ones included, that own candidates have left. */
    void sendDeparture() {
        loop.execute(subscriptions::sendDeparture);
        holds.rosterChanged();
    }

    /** Logs that the store contradicts a peer. */
    void contradicted(String election, String by) {
        warnings.about(by, "it stated a record of '" + election + "' that the store does not show");
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

    /** Returns the addresses of leaders that are asked at present. */
    List<PeerAddress> asked() {
        return state.followedElections().all().stream()
                .map(FollowedElection::toAsk)
                .flatMap(lease -> lease == null
                        ? Stream.empty()
                        : PeerAddress.parse(lease.holder().address()).stream())
                .distinct()
                .toList();
    }

    /** Closes the exchange after a while, unless the returned action runs before. */
    Runnable hangUpLater(HttpExchange exchange) {
        Future<?> timer = loop.after(LONGEST_SENDING, exchange::close);
        return () -> timer.cancel(false);
    }

    /** Ends all subscriptions, and answers all held requests. */
    void close() {
        closed = true;
        loop.execute(subscriptions::close);
        holds.answerAll();
        state.followedElections().all().forEach(FollowedElection::discardPush);
        loop.close();
    }
}
