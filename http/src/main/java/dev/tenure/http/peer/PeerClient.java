package dev.tenure.http.peer;

import dev.tenure.http.Tls;
import dev.tenure.http.peer.channel.QuestionSender;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerJson;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRefusedException;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.security.cert.CertificateException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Sends questions to peers over HTTP, without a thread per question. Follows no redirect, uses no proxy. */
final class PeerClient implements QuestionSender {
    /** The path of the peer channel. */
    static final String PATH = "/peer";

    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(10);

    private final PeerSettings settings;
    private final HttpClient client;

    PeerClient(PeerSettings settings, Executor executor) {
        this.settings = settings;
        HttpClient.Builder builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(CONNECT_WITHIN)
                .executor(executor);
        if (settings.tls().isPresent()) {
            Tls tls = settings.tls().get();
            builder.sslContext(tls.context()).sslParameters(tls.parameters());
        }
        this.client = builder.build();
    }

    @Override
    public CompletableFuture<PeerReply> ask(PeerAddress address, PeerQuestion question, Duration timeout) {
        byte[] body = PeerJson.write(question);
        if (body.length > PeerQuestion.MOST_BYTES) {
            return CompletableFuture.failedFuture(new IOException("this process follows more elections there than fit"
                    + " into a question of " + PeerQuestion.MOST_BYTES + " bytes"));
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        address.uri(settings.tls().isEmpty(), PATH))
                .timeout(timeout)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(body));
        settings.authorization().ifPresent(header -> request.header("Authorization", header));
        var exchange = client.sendAsync(request.build(), answer -> new LimitedBody(PeerReply.MOST_BYTES));
        // The timeout of a request ends with the headers of its answer, so a stalled body needs another one.
        CompletableFuture<PeerReply> reply =
                exchange.thenApply(PeerClient::reply).orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS);
        Future<?> unused = reply.whenComplete((answer, failure) -> exchange.cancel(true));
        return reply;
    }

    private static PeerReply reply(HttpResponse<byte[]> answer) {
        try {
            if (answer.statusCode() != 200) {
                String problem = PeerJson.readProblem(answer.body());
                throw new PeerRefusedException(
                        answer.statusCode(), problem == null ? "it answered " + answer.statusCode() : problem);
            }
            return PeerJson.readReply(answer.body());
        } catch (IOException unreadable) {
            throw new CompletionException(unreadable);
        }
    }

    /** Returns why a peer could not be asked, in one clause and always in the same words. */
    static String problemOf(Throwable failure) {
        Throwable root = failure;
        for (Throwable each = failure; each != null; each = each.getCause()) {
            if (each instanceof CertificateException || each instanceof SSLException) {
                return "its certificate is not accepted: " + deepest(each).getMessage();
            }
            if (each instanceof HttpTimeoutException || each instanceof TimeoutException) {
                return "no answer in time";
            }
            if (each instanceof UnknownHostException || each instanceof UnresolvedAddressException) {
                return "its host is not known";
            }
            if (each instanceof ConnectException) {
                return "it cannot be connected to";
            }
            root = each;
        }
        return FailureWords.of(root);
    }

    private static Throwable deepest(Throwable failure) {
        @Nullable Throwable cause = failure.getCause();
        return cause == null ? failure : deepest(cause);
    }
}
