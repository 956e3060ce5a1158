package dev.tenure.aws.contract;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** An HTTP server on loopback that records every request and answers it as a rule of the test says. Thread-safe. */
public abstract class FaultyHttpServer implements AutoCloseable {
    static {
        // Or each answer waits 40 ms for an acknowledgement.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final ExecutorService threads = Executors.newFixedThreadPool(16);
    private final List<Call> calls = new CopyOnWriteArrayList<>();
    private final HttpServer server;
    private volatile Function<Call, Fate> rule = call -> Fate.PASS;

    /**
     * One request.
     *
     * @param action the API action, such as {@code GetItem}
     * @param text the body, or the query
     */
    public record Call(String action, String text) {}

    /**
     * What happens to a request.
     *
     * @param carriedOut whether the request takes effect
     * @param status the status of the error that is returned; 0 for the real answer, negative for none
     * @param code the code of that error
     * @param reasons the codes of its reasons, if it has any
     */
    public record Fate(boolean carriedOut, int status, String code, List<String> reasons) {
        /** The request takes effect and is answered. */
        public static final Fate PASS = new Fate(true, 0, "", List.of());

        /** The request takes effect, and the connection ends before the answer. */
        public static final Fate ANSWER_LOST = new Fate(true, -1, "", List.of());

        /** The connection ends, and the request has no effect. */
        public static final Fate REQUEST_LOST = new Fate(false, -1, "", List.of());

        /** The request has no effect, and is answered with this error. */
        public static Fate error(int status, String code) {
            return new Fate(false, status, code, List.of());
        }
    }

    /**
     * An answer.
     *
     * @param status the HTTP status
     * @param text the body
     */
    public record Reply(int status, String text) {}

    protected FaultyHttpServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    /** Returns what a request asks for. */
    protected abstract Call read(HttpExchange exchange, byte[] body);

    /** Carries out a request, and returns its answer. */
    protected abstract Reply carryOut(HttpExchange exchange, Call call) throws IOException, InterruptedException;

    /** Returns the text of an error. */
    protected abstract String errorText(Fate fate);

    /** Returns the content type of all answers. */
    protected abstract String contentType();

    public final InetSocketAddress socket() {
        return server.getAddress();
    }

    public final URI address() {
        return URI.create("http://127.0.0.1:" + socket().getPort());
    }

    /** Treats all further requests by this rule. */
    public final void rule(Function<Call, Fate> newRule) {
        rule = newRule;
    }

    /** Treats all further requests of this action like this, and lets others pass. */
    public final void rule(String action, Fate fate) {
        rule(call -> call.action().equals(action) ? fate : Fate.PASS);
    }

    /** Lets all further requests pass. */
    public final void pass() {
        rule(call -> Fate.PASS);
    }

    /** Returns the requests so far, and forgets them. */
    public final List<Call> takeCalls() {
        List<Call> taken = List.copyOf(calls);
        calls.clear();
        return taken;
    }

    /** Returns the actions of the requests so far, and forgets them. */
    public final List<String> takeActions() {
        return takeCalls().stream().map(Call::action).toList();
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            Call call = read(exchange, body);
            calls.add(call);
            Fate fate = rule.apply(call);
            Reply reply = fate.carriedOut() ? carryOut(exchange, call) : new Reply(fate.status(), errorText(fate));
            if (fate.status() >= 0) {
                send(exchange, fate.status() == 0 ? reply : new Reply(fate.status(), errorText(fate)));
            }
        } catch (IOException e) {
            // The client has closed the connection.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void send(HttpExchange exchange, Reply reply) throws IOException {
        byte[] body = reply.text().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType());
        exchange.sendResponseHeaders(reply.status(), body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    @Override
    public final void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
