package dev.tenure.http.peer;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.tenure.http.peer.protocol.PeerJson;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRefusedException;
import dev.tenure.http.peer.protocol.PeerReply;
import java.io.IOException;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Answers the questions of other processes. Malformed, oversized or forbidden questions are refused and change nothing.
 * Thread-safe.
 */
final class PeerHandler implements HttpHandler {
    private static final Pattern JSON = Pattern.compile("(?i)application/json\\s*(;.*)?");

    private final Supplier<@Nullable PeerChannel> channel;

    PeerHandler(Supplier<@Nullable PeerChannel> channel) {
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
            open.exchange().receive(question, reply -> answer(exchange, reply, open));
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

    private static void answer(HttpExchange exchange, PeerReply reply, PeerChannel open) {
        byte[] whole = PeerJson.write(reply);
        boolean fits =
                whole.length <= PeerReply.MOST_BYTES; // leases matter more than rosters, which only order candidates
        send(exchange, 200, fits ? whole : PeerJson.write(reply.withoutEntries()), open);
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
