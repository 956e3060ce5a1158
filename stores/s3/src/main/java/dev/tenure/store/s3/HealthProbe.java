package dev.tenure.store.s3;

import dev.tenure.aws.DeadlineConnections;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.FailureMeaning;
import dev.tenure.store.support.FailureWords;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.UnreadableRecordException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/** Asks the leader in a record, at the health endpoint of s3lect, whether it believes that it leads. Thread-safe. */
final class HealthProbe {
    /** The most bytes that are read of an answer, far more than one has. */
    private static final int MOST_BYTES = 64 * 1024;

    private final HttpClient client;
    private final String path;

    HealthProbe(HttpClient client, String path) {
        this.client = client;
        this.path = path.startsWith("/") ? path : "/" + path;
    }

    /** The answer of a leader; only the last kind has a reason, in words. */
    record Verdict(Kind kind, String why) {
        enum Kind {
            LEADS,
            DOES_NOT_LEAD,
            CANNOT_TELL
        }

        private static final Verdict LEADS = new Verdict(Kind.LEADS, "");
        private static final Verdict DOES_NOT_LEAD = new Verdict(Kind.DOES_NOT_LEAD, "");

        private static Verdict cannotTell(String why) {
            return new Verdict(Kind.CANNOT_TELL, why);
        }
    }

    /**
     * Asks the leader with this id at this address. It does not lead if it says so, names another leader, or refuses
     * the connection. Silence, an error or an unknown answer says nothing.
     */
    Verdict ask(String id, String address, Deadline deadline) {
        Duration half = deadline.remaining().dividedBy(2); // the claim must still be sent
        Duration limit = DeadlineConnections.atLeastAMilli(half);
        try {
            HttpRequest request =
                    HttpRequest.newBuilder(endpoint(address)).timeout(limit).build();
            return answer(id, request, limit);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Verdict.cannotTell("interrupted");
        } catch (TimeoutException e) {
            return silent(limit);
        } catch (ExecutionException e) {
            Throwable failure = e.getCause() == null ? e : e.getCause();
            return failure instanceof ConnectException && isRefused(address, limit)
                    ? Verdict.DOES_NOT_LEAD
                    : failed(failure, limit);
        } catch (IllegalArgumentException e) {
            return Verdict.cannotTell("it is no address");
        }
    }

    /** Waits for the whole answer: the timeout of a request covers only the headers. */
    private Verdict answer(String id, HttpRequest request, Duration limit)
            throws InterruptedException, ExecutionException, TimeoutException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        CompletableFuture<HttpResponse<Void>> sent = client.sendAsync(
                request,
                HttpResponse.BodyHandlers.ofByteArrayConsumer(
                        part -> part.filter(bytes -> body.size() < MOST_BYTES).ifPresent(body::writeBytes)));
        try {
            HttpResponse<Void> answer = sent.get(limit.toNanos(), TimeUnit.NANOSECONDS);
            return switch (answer.statusCode()) {
                case 200 -> said(id, body.toString(StandardCharsets.UTF_8));
                case 404 -> Verdict.DOES_NOT_LEAD;
                default -> Verdict.cannotTell("it answered " + answer.statusCode());
            };
        } finally {
            sent.cancel(true);
        }
    }

    private static Verdict said(String id, String body) {
        try {
            String leader = FlatJson.read(body, fields -> fields.text("leaderID"));
            return id.equals(leader) ? Verdict.LEADS : Verdict.DOES_NOT_LEAD;
        } catch (UnreadableRecordException e) {
            return Verdict.cannotTell("its answer is no record of s3lect");
        }
    }

    private static Verdict failed(Throwable failure, Duration limit) {
        Throwable behind = failure;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof SSLException) {
                return Verdict.cannotTell("TLS failed (" + words(each)
                        + "): name the authority that signed its certificate with probe-ca=, and a certificate of your"
                        + " own with probe-cert= and probe-key= if it asks for one");
            }
            behind = each;
        }
        if (failure instanceof HttpTimeoutException) {
            return silent(limit);
        }
        return Verdict.cannotTell(FailureWords.of(behind));
    }

    /**
     * Tells whether the connection was refused. The JDK's client throws the same exception for an unknown or
     * unreachable host, which says nothing; a socket tells them apart. With a proxy, the refusal would be the proxy's.
     */
    private boolean isRefused(String address, Duration limit) {
        URI endpoint = endpoint(address);
        ProxySelector proxies = client.proxy().orElseGet(ProxySelector::getDefault);
        if (proxies != null && !proxies.select(endpoint).equals(List.of(Proxy.NO_PROXY))) {
            return false;
        }
        int port = endpoint.getPort() >= 0 ? endpoint.getPort() : "http".equals(endpoint.getScheme()) ? 80 : 443;
        InetSocketAddress there = new InetSocketAddress(endpoint.getHost(), port);
        try (Socket socket = new Socket(Proxy.NO_PROXY)) {
            socket.connect(there, (int) Math.min(Integer.MAX_VALUE, limit.toMillis()));
            return false; // somebody does now
        } catch (ConnectException e) {
            return words(e).contains("refused");
        } catch (IOException e) {
            return false;
        }
    }

    private static Verdict silent(Duration limit) {
        return Verdict.cannotTell("no answer within " + limit.toMillis() + " ms");
    }

    private static String words(Throwable failure) {
        return FailureMeaning.oneLine(failure.getMessage()).toLowerCase(Locale.ROOT);
    }

    private URI endpoint(String address) {
        return URI.create((address.contains("://") ? address : "https://" + address) + path);
    }
}
