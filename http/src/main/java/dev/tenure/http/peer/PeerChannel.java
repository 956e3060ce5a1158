package dev.tenure.http.peer;

import com.sun.net.httpserver.HttpExchange;
import dev.tenure.http.peer.channel.ChannelLoop;
import dev.tenure.http.peer.channel.PeerExchange;
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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;

/** An enabled peer channel: an exchange with its settings, threads and HTTP client. Thread-safe. */
final class PeerChannel {
    private static final Duration LONGEST_SENDING = Duration.ofSeconds(5);

    private final PeerSettings settings;
    private final PeerState state;
    private final PeerThreads loop = new PeerThreads();
    private final ChannelWarnings warnings = new ChannelWarnings();
    private final PeerClient client;
    private final PeerExchange exchange;

    PeerChannel(PeerSettings settings, PeerState state, boolean withRoster) {
        this.settings = settings;
        this.state = state;
        this.client = new PeerClient(settings, loop.clientThreads());
        PeerExchange.Io io = new PeerExchange.Io(loop, client, warnings, new Random());
        this.exchange = new PeerExchange(
                io, state, withRoster, settings.readStoreEvery().orElse(null));
    }

    PeerSettings settings() {
        return settings;
    }

    PeerExchange exchange() {
        return exchange;
    }

    /** Returns the present problems, one line for each. */
    List<String> problems() {
        return warnings.standing();
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
    Runnable hangUpLater(HttpExchange http) {
        ChannelLoop.Timer timer = loop.after(LONGEST_SENDING, http::close);
        return timer::cancel;
    }

    /** Ends all subscriptions, and answers all held questions. */
    void close() {
        exchange.close();
        loop.close();
    }
}
