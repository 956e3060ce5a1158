package dev.tenure.http;

import static java.util.Objects.requireNonNull;

import com.sun.net.httpserver.HttpHandler;
import dev.tenure.Candidate;
import dev.tenure.http.access.AccessRule;
import dev.tenure.http.access.BearerToken;
import dev.tenure.http.access.HostNames;
import dev.tenure.http.server.ConnectionListener;
import dev.tenure.http.server.ServerLimits;
import dev.tenure.http.status.PrometheusText;
import dev.tenure.spi.EscapingLogger;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.URI;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;

/** Builds a {@link HealthServer}. Not thread-safe. */
public final class HealthServerBuilder {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.http");
    private static final Duration DEFAULT_DEADLINE = Duration.ofSeconds(5);
    private static final int HIGHEST_PORT = 65_535;
    private static final Pattern MOUNT = Pattern.compile("/|(/[A-Za-z0-9_~-]+)+");

    private final Candidate candidate;
    private final Map<String, HttpHandler> mounted = new LinkedHashMap<>();
    private @Nullable String host;
    private int port;
    private @Nullable Tls tls;
    private boolean asksClients;
    private @Nullable BearerToken token;
    private final Set<String> names = new LinkedHashSet<>();
    private Duration deadline = DEFAULT_DEADLINE;
    private @Nullable ServerLimits limits;
    private Supplier<String> metrics;

    HealthServerBuilder(Candidate candidate) {
        this.candidate = requireNonNull(candidate, "candidate");
        this.metrics = new PrometheusText(candidate)::text;
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
     * Answers over TLS, and shows details only to clients whose certificate was signed by one of the authorities of
     * {@code newTls}. {@code /livez}, {@code /readyz} and {@code /health/leadership} need none.
     *
     * @throws IllegalArgumentException if there is no certificate to show, or no authority was named
     */
    public HealthServerBuilder mutualTls(Tls newTls) {
        if (!newTls.hasAuthorities()) {
            throw new IllegalArgumentException(
                    "mutual TLS needs a trusted authority for clients: name it with Tls.trusting");
        }
        tls(newTls);
        this.asksClients = true;
        return this;
    }

    /**
     * Shows details only to requests that carry this secret as {@code Authorization: Bearer}; {@code /livez},
     * {@code /readyz} and {@code /health/leadership} need none. Default: without a secret and without
     * {@link #mutualTls} nobody sees details.
     *
     * @param newToken 16 characters or more
     */
    public HealthServerBuilder bearerToken(String newToken) {
        this.token = BearerToken.of(newToken);
        return this;
    }

    /**
     * Adds names that this server may be asked by, besides addresses, {@code localhost}, the host it is bound to and
     * the host of the address that the candidate states. Requests with another {@code Host} are refused, except probes,
     * so that no web page can make a browser send them.
     *
     * @param newNames without a port
     */
    public HealthServerBuilder knownAs(String... newNames) {
        names.addAll(List.of(newNames));
        return this;
    }

    /**
     * Sets how long a request may take, from its first byte to the end of its answer, before its connection is closed.
     * Default: 5 seconds.
     */
    public HealthServerBuilder deadline(Duration newDeadline) {
        if (newDeadline.compareTo(ServerLimits.PATIENCE) < 0) {
            throw new IllegalArgumentException("a deadline of " + newDeadline + " is too short for any client: give "
                    + ServerLimits.PATIENCE + " or more");
        }
        this.deadline = newDeadline;
        return this;
    }

    /**
     * Sets what {@code /metrics} answers, in the text format of Prometheus: with Micrometer
     * {@code metrics(registry::scrape)}. Like all details it is shown to known clients only. Default: a few gauges of
     * the candidate's elections, for which nothing else is needed.
     *
     * @param newMetrics returns the text at each scrape, on the thread of the request
     */
    public HealthServerBuilder metrics(Supplier<String> newMetrics) {
        this.metrics = requireNonNull(newMetrics, "metrics");
        return this;
    }

    /** Replaces the default limits, including the deadline. */
    HealthServerBuilder limits(ServerLimits newLimits) {
        this.limits = newLimits;
        return this;
    }

    /**
     * Mounts another handler at a path and all paths below it. The same limits and the same authentication apply. It
     * sees the whole path, has no {@code HttpContext}, may answer later from another thread, and bounds what it reads
     * of a body itself. The deadline applies until it has returned.
     *
     * @param path such as {@code /peer}; {@code /} for all that the server does not answer itself
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
        AccessRule access = new AccessRule(token, asksClients);
        HttpHandler filter =
                new RequestFilter(HealthHandler.of(candidate, metrics, access), mounted, access, hostNames());
        ConnectionListener listener = listen(address, filter);
        URI uri = uri(listener.address());
        LOG.log(
                System.Logger.Level.INFO,
                "health of " + candidate.identity().name() + " is served at " + uri + warning(address));
        return new HealthServer(listener, uri);
    }

    private HostNames hostNames() {
        Set<String> all = new LinkedHashSet<>(names);
        all.add(requireNonNull(host, "host"));
        return new HostNames(all, () -> candidate.settings().address());
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

    private ConnectionListener listen(InetSocketAddress address, HttpHandler filter) throws IOException {
        ServerLimits bounds = limits == null ? ServerLimits.within(deadline) : limits;
        try {
            return ConnectionListener.on(address, bounds, tls == null ? null : engines(tls, asksClients), filter);
        } catch (BindException refused) {
            BindException clear = new BindException("cannot listen on " + host + ":" + port + " ("
                    + refused.getMessage() + "): give an address of this machine and a port that is free and that this"
                    + " user may use, or port 0 for any");
            clear.initCause(refused);
            throw clear;
        }
    }

    private static Supplier<SSLEngine> engines(Tls tls, boolean asksClients) {
        SSLContext context = tls.context();
        return () -> {
            SSLEngine engine = context.createSSLEngine();
            engine.setUseClientMode(false);
            SSLParameters parameters = tls.parameters();
            parameters.setWantClientAuth(asksClients); // probes have none, so each path decides
            engine.setSSLParameters(parameters);
            return engine;
        };
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
