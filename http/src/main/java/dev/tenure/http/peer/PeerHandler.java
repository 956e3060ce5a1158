package dev.tenure.http.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.peer.protocol.PeerJson;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRefusedException;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Request;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other processes. Malformed, oversized or forbidden questions are refused and change nothing.
 * Thread-safe.
 */
final class PeerHandler implements HttpHandler {
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(30);
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;.*)?");

    private final PeerState state;
    private final Supplier<@Nullable PeerChannel> channel;

    PeerHandler(PeerState state, Supplier<@Nullable PeerChannel> channel) {
        this.state = state;
        this.channel = channel;
    }

    @Override
    public void handle(HttpExchange exchange) {
        PeerChannel open = channel.get();
        try {
            if (open == null) {
                throw new PeerRefusedException(503, "the peer channel is not enabled here");
            }
            PeerQuestion question = read(exchange, open.settings());
            take(question, open);
            hold(new HeldRequests.Hold(exchange, question), open);
        } catch (PeerRefusedException refused) {
            send(exchange, refused.status(), PeerJson.problem(String.valueOf(refused.getMessage())), open);
        } catch (IOException gone) {
            exchange.close();
        } catch (RuntimeException | Error failed) {
            exchange.close();
            throw failed;
        }
    }

    private static PeerQuestion read(HttpExchange exchange, PeerSettings settings) throws IOException {
        if (!exchange.getRequestMethod().equals("POST")) {
            exchange.getResponseHeaders().set("Allow", "POST");
            throw new PeerRefusedException(405, "questions are sent by POST");
        }
        requireNoWebPage(exchange);
        settings.requireKnown(exchange);
        byte[] body = exchange.getRequestBody().readNBytes(PeerQuestion.MOST_BYTES + 1);
        if (body.length > PeerQuestion.MOST_BYTES) {
            throw new PeerRefusedException(413, "the question is larger than " + PeerQuestion.MOST_BYTES + " bytes");
        }
        try {
            return PeerJson.readQuestion(body);
        } catch (IOException malformed) {
            throw PeerRefusedException.malformed(malformed);
        }
    }

    /**
     * A browser adds an Origin header to posts of a page, and lets a page send JSON to another server only if that
     * server agrees. So no page can use the client certificate of its visitor.
     */
    private static void requireNoWebPage(HttpExchange exchange) {
        if (exchange.getRequestHeaders().containsKey("Origin")) {
            throw new PeerRefusedException(403, "web pages are not answered: this request has an Origin header");
        }
        List<String> types = exchange.getRequestHeaders().getOrDefault("Content-Type", List.of());
        if (types.size() != 1 || !JSON.matcher(types.get(0)).matches()) {
            throw new PeerRefusedException(415, "questions are sent with Content-Type: application/json");
        }
    }

    private void take(PeerQuestion question, PeerChannel open) {
        Request request = question.request();
        if (request != null) {
            if (!state.writtenLeases().leads(request.election(), request.token())) {
                throw new PeerRefusedException(409, "the term with token " + request.token() + " is not led here");
            }
            state.receivedRequests().put(request);
            state.followedElections().wake(request.election());
        }
        List<PeerRosterEntry> entries = question.asker().entries();
        if (entries != null
                && state.knownCandidates()
                        .told(question.asker().id(), question.asker().sequence(), entries)) {
            open.holds().rosterChanged();
        }
    }

    /** Answers a first question at once; an asker that is up to date waits for news. */
    private void hold(HeldRequests.Hold hold, PeerChannel open) {
        PeerQuestion question = hold.question();
        boolean first = !question.heard().session().equals(state.writtenLeases().session());
        if (question.hold().isZero() || question.hold().isNegative() || first || isNews(question)) {
            answer(hold, open);
            return;
        }
        Duration most = question.hold().compareTo(LONGEST_HOLD) < 0 ? question.hold() : LONGEST_HOLD;
        Duration until = state.writtenLeases().untilNextEnd(question.follow(), most);
        if (!open.holds().park(hold, until)) {
            answer(hold, open);
        } else if (isNews(question) || open.isClosed()) {
            open.holds().answer(hold); // it came between the check and the wait
        }
    }

    private boolean isNews(PeerQuestion question) {
        return state.writtenLeases().tell(question.follow(), question.heard()).isNews();
    }

    /** Answers with all news. */
    void answer(HeldRequests.Hold hold, PeerChannel open) {
        PeerQuestion question = hold.question();
        PeerReply news = state.writtenLeases().tell(question.follow(), question.heard());
        List<PeerRosterEntry> entries = state.knownCandidates().firstHand(question.rosters());
        byte[] whole = PeerJson.write(new PeerReply(news.position(), news.leases(), news.ended(), entries));
        boolean fits =
                whole.length <= PeerReply.MOST_BYTES; // leases matter more than rosters, which only order candidates
        send(hold.exchange(), 200, fits ? whole : PeerJson.write(news), open);
    }

    /** Sends an answer; the connection of a peer that does not read it is closed. */
    private static void send(HttpExchange exchange, int status, byte[] body, @Nullable PeerChannel open) {
        Runnable done = open == null ? () -> {} : open.hangUpLater(exchange);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException gone) {
            // the asker is gone
        } finally {
            done.run();
        }
    }
}
