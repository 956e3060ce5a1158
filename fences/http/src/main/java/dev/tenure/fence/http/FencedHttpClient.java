package dev.tenure.fence.http;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Sends requests under one term: each carries the headers {@code Tenure-Token} and {@code Tenure-Election}, and an
 * answer that refuses the token is a {@link StaleTokenException}. Make one for each term; it costs nothing.
 * Thread-safe.
 */
public final class FencedHttpClient {
    private static final int LOWER_TOKEN = 412;
    private static final int OTHER_ELECTION = 409;

    private final HttpClient client;
    private final FenceMark term;

    private FencedHttpClient(HttpClient client, FenceMark term) {
        this.client = client;
        this.term = term;
    }

    /** Returns a client for a term, on the caller's client. */
    public static FencedHttpClient of(HttpClient client, Term term) {
        return of(client, term.election(), term.token());
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public static FencedHttpClient of(HttpClient client, String election, long token) {
        return new FencedHttpClient(requireNonNull(client, "client"), new FenceMark("HTTP", election, token));
    }

    /**
     * Sends the request with the token, as {@link HttpClient#send} does.
     *
     * @throws StaleTokenException if the server has seen a later term
     * @throws IllegalStateException if its fence belongs to another election
     */
    public <T> HttpResponse<T> send(HttpRequest request, BodyHandler<T> body) throws IOException, InterruptedException {
        return admitted(client.send(withToken(request), body));
    }

    /** Sends the request with the token, as {@link HttpClient#sendAsync} does; a refusal completes the future. */
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, BodyHandler<T> body) {
        return client.sendAsync(withToken(request), body).thenApply(this::admitted);
    }

    private HttpRequest withToken(HttpRequest request) {
        return HttpRequest.newBuilder(request, (name, value) -> true)
                .setHeader(TokenHeader.TOKEN, Long.toString(term.token()))
                .setHeader(TokenHeader.ELECTION, TokenHeader.encoded(term.election()))
                .build();
    }

    /** A 412 or 409 without the headers of a fence is about something else, and for the caller. */
    private <T> HttpResponse<T> admitted(HttpResponse<T> response) {
        Optional<String> token = response.headers().firstValue(TokenHeader.TOKEN);
        Optional<String> election = response.headers().firstValue(TokenHeader.ELECTION);
        boolean refused = response.statusCode() == LOWER_TOKEN || response.statusCode() == OTHER_ELECTION;
        if (refused && token.isPresent() && election.isPresent()) {
            TokenHeader.mark(response.uri().toString(), election.get(), token.get())
                    .requireAdmits(term);
        }
        return response;
    }
}
