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
 * Answers the questions of other processes. Whatever is malformed, too large or not allowed is refused, and changes
 * nothing. Thread-safe.
 */
final class PeerHandler implements HttpHandler {
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(30);
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;.*)?");

    private final PeerState knowledge;
    private final Supplier<@Nullable PeerChannel> channel;

    PeerHandler(PeerState knowledge, Supplier<@Nullable PeerChannel> channel) {
        this.knowledge = knowledge;
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
     * A browser adds an Origin to what a page posts, and lets a page send JSON elsewhere only if that server agrees. So
     * no page can use the client certificate of whoever looks at it.
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
            if (!knowledge.ledger().leads(request.election(), request.token())) {
                throw new PeerRefusedException(409, "the term with token " + request.token() + " is not led here");
            }
            knowledge.inbox().put(request);
            knowledge.beliefs().wake(request.election());
        }
        List<PeerRosterEntry> entries = question.asker().entries();
        if (entries != null
                && knowledge
                        .presence()
                        .told(question.asker().id(), question.asker().sequence(), entries)) {
            open.holds().rosterChanged();
        }
    }

    /** Whoever asks for the first time is answered at once; whoever has heard everything waits for more. */
    private void hold(HeldRequests.Hold hold, PeerChannel open) {
        PeerQuestion question = hold.question();
        boolean first = !question.heard().session().equals(knowledge.ledger().session());
        if (question.hold().isZero() || question.hold().isNegative() || first || isNews(question)) {
            answer(hold, open);
            return;
        }
        Duration most = question.hold().compareTo(LONGEST_HOLD) < 0 ? question.hold() : LONGEST_HOLD;
        Duration until = knowledge.ledger().untilNextEnd(question.follow(), most);
        if (!open.holds().park(hold, until)) {
            answer(hold, open);
        } else if (isNews(question) || open.isClosed()) {
            open.holds().answer(hold); // it came between looking and waiting
        }
    }

    private boolean isNews(PeerQuestion question) {
        return knowledge.ledger().tell(question.follow(), question.heard()).isNews();
    }

    /** Answers with everything there is to say by now. */
    void answer(HeldRequests.Hold hold, PeerChannel open) {
        PeerQuestion question = hold.question();
        PeerReply news = knowledge.ledger().tell(question.follow(), question.heard());
        List<PeerRosterEntry> entries = knowledge.presence().firstHand(question.rosters());
        byte[] whole = PeerJson.write(new PeerReply(news.mark(), news.leases(), news.ended(), entries));
        boolean fits = whole.length <= PeerReply.MOST_BYTES; // leases go before rosters, which only order candidates
        send(hold.exchange(), 200, fits ? whole : PeerJson.write(news), open);
    }

    /** A peer that does not take its answer is hung up on. */
    private static void send(HttpExchange exchange, int status, byte[] body, @Nullable PeerChannel open) {
        Runnable done = open == null ? () -> {} : open.hangUpLater(exchange);
        try (exchange) {
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.getResponseHeaders().set("Cache-Control", "no-store");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        } catch (IOException gone) {
            // whoever asked is no longer there
        } finally {
            done.run();
        }
    }
}
