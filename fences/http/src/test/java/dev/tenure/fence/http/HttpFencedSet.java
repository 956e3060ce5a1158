package dev.tenure.fence.http;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;

/** Words that a server keeps; its address is the port, where {@code /plain} is the way around the fence. */
public final class HttpFencedSet implements FencedSet {
    private final String port;
    private final Callable<FencedSet> restart;
    private final HttpClient client = HttpClient.newHttpClient();

    public HttpFencedSet(String address) {
        this(address, () -> {
            throw new IllegalStateException("the server is another process's");
        });
    }

    HttpFencedSet(String address, Callable<FencedSet> restart) {
        this.port = address;
        this.restart = restart;
    }

    @Override
    public String address() {
        return port;
    }

    HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    HttpClient client() {
        return client;
    }

    private HttpResponse<String> get() throws Exception {
        return client.send(request("/plain").build(), BodyHandlers.ofString());
    }

    @Override
    public Set<String> words() throws Exception {
        String words = get().body();
        return words.isEmpty() ? new TreeSet<>() : new TreeSet<>(List.of(words.split(" ", -1)));
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        Set<String> words = words();
        pause.run();
        words.add(word);
        HttpResponse<String> answer =
                FencedHttpClient.of(client, election, token).send(put("/fenced", words), BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        long highest = get().headers().firstValueAsLong("highest").orElse(1);
        new FenceMark("any", election, highest).requireAdmits(new FenceMark("any", election, token));
        Set<String> words = words();
        pause.run();
        words.add(word);
        client.send(put("/plain", words), BodyHandlers.ofString());
    }

    private HttpRequest put(String path, Set<String> words) {
        return request(path)
                .PUT(BodyPublishers.ofString(String.join(" ", words)))
                .build();
    }

    @Override
    public FencedSet withoutMark() throws Exception {
        return restart.call();
    }
}
