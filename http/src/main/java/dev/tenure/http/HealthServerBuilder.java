package dev.tenure.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.tenure.Candidate;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** A {@link HealthServer} in the making. Not thread-safe. */
public final class HealthServerBuilder {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");
    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);
    private static final int HIGHEST_PORT = 65_535;
    private static final int BACKLOG = 128;
    private static final Pattern MOUNT = Pattern.compile("(/[A-Za-z0-9_~-]+)+");

    private final Candidate candidate;
    private final Map<String, HttpHandler> mounted = new LinkedHashMap<>();
    private @Nullable String host;
    private int port;
    private @Nullable Tls tls;
    private boolean asksClients;
    private @Nullable BearerToken token;
    private Duration deadline = DEFAULT_DEADLINE;

    HealthServerBuilder(Candidate candidate) {
        this.candidate = requireNonNull(candidate, "candidate");
    }

    /**
     * Sets where to listen.
     *
     * @param newHost a name or an address of this machine; {@code 0.0.0.0} for all of them
     * @param newPort the port; 0 for any that is free
     */
    public HealthServerBuilder bind(String newHost, int newPort) {
        if (newPort < 0 || newPort > HIGHEST_PORT) {
            throw new IllegalArgumentException("there is no port " + newPort + ": give one from 0 to " + HIGHEST_PORT);
        }
        if (newHost.isBlank()) {
            throw new IllegalArgumentException(
                    "the host is blank: give an address, or 0.0.0.0 for all of this machine");
        }
        this.host = newHost;
        this.port = newPort;
        return this;
    }

    /**
     * Answers over TLS only, 1.2 or newer. Default: plain HTTP.
     *
     * @throws IllegalArgumentException if there is no certificate to show
     */
    public HealthServerBuilder tls(Tls newTls) {
        if (!newTls.hasCertificate()) {
            throw new IllegalArgumentException("a server needs a certificate: use Tls.pem or Tls.keystore");
        }
        this.tls = newTls;
        this.asksClients = false;
        return this;
    }

    /**
     * Answers over TLS, and only clients whose certificate was signed by one of the authorities of {@code newTls}.
     *
     * @throws IllegalArgumentException if there is no certificate to show, or no authority was named
     */
    public HealthServerBuilder mutualTls(Tls newTls) {
        if (!newTls.hasAuthorities()) {
            throw new IllegalArgumentException(
                    "mutual TLS needs to know whose clients to believe: name the authority with Tls.trusting");
        }
        tls(newTls);
        this.asksClients = true;
        return this;
    }

    /**
     * Answers only requests that carry this secret as {@code Authorization: Bearer}, except {@code /livez} and
     * {@code /readyz}. Default: none is asked for.
     *
     * @param newToken 16 characters or more
     */
    public HealthServerBuilder bearerToken(String newToken) {
        this.token = BearerToken.of(newToken);
        return this;
    }

    /**
     * Sets how long a request may take, from its first byte to the end of its answer, before its connection is closed.
     * Default: 5 seconds.
     */
    public HealthServerBuilder deadline(Duration newDeadline) {
        if (newDeadline.compareTo(ServingPool.PATIENCE) < 0) {
            throw new IllegalArgumentException("a deadline of " + newDeadline + " is too short for any client: give "
                    + ServingPool.PATIENCE + " or more");
        }
        this.deadline = newDeadline;
        return this;
    }

    /**
     * Lets another handler answer a path and all below it. The same limits and the same authentication apply. It sees
     * the whole path, may answer later from another thread, and bounds what it reads of a body itself. The deadline
     * applies until it has returned from the exchange.
     *
     * @param path such as {@code /peer}
     */
    public HealthServerBuilder mount(String path, HttpHandler handler) {
        if (!MOUNT.matcher(path).matches()) {
            throw new IllegalArgumentException("'" + path + "' is no path to mount at: give one such as /peer");
        }
        if (mounted.putIfAbsent(path, requireNonNull(handler, "handler")) != null) {
            throw new IllegalArgumentException("something is mounted at " + path + " already");
        }
        return this;
    }

    /**
     * Starts to listen.
     *
     * @throws IOException if it cannot listen there; the message names the address and the remedy
     * @throws IllegalStateException if {@link #bind} was not called
     */
    public HealthServer start() throws IOException {
        InetSocketAddress address = address();
        HttpServer server = create(address);
        ServingPool pool = new ServingPool(deadline);
        server.setExecutor(pool);
        server.createContext("/", new FrontDoor(HealthHandler.of(candidate), mounted, token));
        start(server, pool);
        URI uri = uri(server.getAddress());
        LOG.log(
                System.Logger.Level.INFO,
                "health of " + candidate.identity().name() + " is told at " + uri + warning(address));
        return new HealthServer(server, pool, uri);
    }

    private InetSocketAddress address() throws IOException {
        if (host == null) {
            throw new IllegalStateException("no address to listen on: call bind(host, port) first");
        }
        InetSocketAddress address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new SocketException("cannot listen on " + host + ":" + port
                    + ": the host is not known; give an address of this machine, or 0.0.0.0 for all of them");
        }
        return address;
    }

    private HttpServer create(InetSocketAddress address) throws IOException {
        try {
            if (tls == null) {
                return HttpServer.create(address, BACKLOG);
            }
            HttpsServer server = HttpsServer.create(address, BACKLOG);
            server.setHttpsConfigurator(configurator(tls, asksClients));
            return server;
        } catch (BindException refused) {
            BindException clear = new BindException("cannot listen on " + host + ":" + port + " ("
                    + refused.getMessage() + "): give an address of this machine and a port that is free and that this"
                    + " user may use, or port 0 for any");
            clear.initCause(refused);
            throw clear;
        }
    }

    private static HttpsConfigurator configurator(Tls tls, boolean asksClients) {
        return new HttpsConfigurator(tls.context()) {
            @Override
            public void configure(HttpsParameters connection) {
                SSLParameters parameters = tls.parameters();
                parameters.setNeedClientAuth(asksClients);
                connection.setSSLParameters(parameters);
            }
        };
    }

    /** The dispatcher inherits from whoever starts it whether it keeps the JVM alive. */
    private static void start(HttpServer server, ServingPool pool) {
        try {
            pool.onDaemon(server::start).get();
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt(); // it is being started all the same
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("the server could not be started", impossible);
        }
    }

    private URI uri(InetSocketAddress bound) {
        InetAddress listening = bound.getAddress();
        String shown = listening.getHostAddress();
        String bracketed = shown.indexOf(':') >= 0 ? "[" + shown.replaceFirst("%.*", "") + "]" : shown;
        return URI.create((tls == null ? "http" : "https") + "://" + bracketed + ":" + bound.getPort());
    }

    private String warning(InetSocketAddress address) {
        boolean exposed = tls == null && token != null && !address.getAddress().isLoopbackAddress();
        return exposed ? "; its bearer token travels in the clear, as there is no TLS" : "";
    }
}
