package dev.tenure.examples;

import com.sun.net.httpserver.HttpServer;
import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.http.HealthHandler;
import dev.tenure.http.HealthServer;
import dev.tenure.http.Tls;
import dev.tenure.ui.StatusPage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A node of a website whose own server also says whether this node leads, so that a load balancer can find out. */
public final class Website implements AutoCloseable {
    private static final Duration LIMIT = Duration.ofSeconds(20);
    private static final Duration GLANCE = Duration.ofMillis(20);
    private static final int ROUNDS = 500;

    private final Candidate node;
    private final Election orders;
    private final HttpServer server;
    private final ExecutorService threads;

    private Website(Candidate node, HttpServer server, ExecutorService threads) {
        this.node = node;
        this.orders = node.stand("orders");
        this.server = server;
        this.threads = threads;
    }

    // snippet: website
    /** Starts a node that serves its own pages, and below /tenure what Tenure has to say. */
    public static Website start(String storeUri, String name) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        Candidate node = Candidate.on(storeUri)
                .named(name)
                .reachableAt("127.0.0.1:" + server.getAddress().getPort())
                .start();
        server.createContext("/tenure", HealthHandler.of(node));
        server.setExecutor(threads); // without one, the server answers one request after the other
        server.start();
        return new Website(node, server, threads);
    }
    // end

    // snippet: health
    /** Starts a server of Tenure's own instead: with limits, TLS and a secret. Close it before the candidate. */
    public static HealthServer startHealth(Candidate node, String secret) throws IOException {
        return HealthServer.on(node)
                .bind("0.0.0.0", 8443)
                .tls(Tls.pem(Path.of("server.pem"), Path.of("server.key")))
                .bearerToken(secret)
                .start();
    }
    // end

    // snippet: page
    /** Serves the page of all elections of a store beside it, at /ui. Close the server first, then the page. */
    public static HealthServer startPage(Candidate node, StatusPage page) throws IOException {
        return HealthServer.on(node).bind("127.0.0.1", 7420).mount("/ui", page).start();
    }

    /** Builds the page: those who log in with the secret may read, and ask leaders to hand over. */
    public static StatusPage page(String storeUri, String secret) {
        return StatusPage.builder().store(storeUri).token(secret).actions().build();
    }
    // end

    /** Returns where this node says whether it leads. */
    URI leadership() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/tenure/health/leadership");
    }

    @Override
    public void close() {
        node.close(); // first, so that the others lead at once; until the server ends, it says that this node does not
        server.stop(0);
        threads.shutdown();
    }

    /**
     * Starts three nodes on the store of the given URI, asks each whether it leads, closes the one that does, and asks
     * the others again. Exit code 1: it was not exactly one.
     */
    public static void main(String[] args) throws IOException, InterruptedException {
        String storeUri = args.length > 0 ? args[0] : "file:website-leases";
        List<Website> nodes = new ArrayList<>();
        boolean oneEach;
        try {
            for (int i = 1; i <= 3; i++) {
                nodes.add(start(storeUri, "node-" + i));
            }
            Website first = awaitLeader(nodes);
            oneEach = ask(nodes) == 1;
            nodes.remove(first);
            first.close();
            awaitLeader(nodes);
            oneEach &= ask(nodes) == 1;
        } finally {
            nodes.forEach(Website::close);
        }
        System.exit(oneEach ? 0 : 1);
    }

    /** Asks every node as a load balancer would, and returns how many say that they lead. */
    static int ask(List<Website> nodes) throws IOException, InterruptedException {
        HttpClient client = HttpClient.newHttpClient();
        int leading = 0;
        for (Website node : nodes) {
            HttpRequest request =
                    HttpRequest.newBuilder(node.leadership()).timeout(LIMIT).build();
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            System.out.println(node.node.identity().name() + ": " + answer.statusCode() + " "
                    + answer.body().strip());
            leading += answer.statusCode() == 200 ? 1 : 0;
        }
        return leading;
    }

    /** Waits until one of the nodes leads, and returns it. */
    static Website awaitLeader(List<Website> nodes) throws InterruptedException {
        for (int i = 0; i < ROUNDS; i++) {
            for (Website node : nodes) {
                if (node.orders.awaitLeadership(GLANCE).isPresent()) {
                    return node;
                }
            }
        }
        throw new IllegalStateException("none of the nodes leads");
    }
}
