package dev.tenure.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks a server over real HTTP. */
record Client(HttpClient http, URI server, @Nullable String token) {
    static final String TOKEN = "0123456789abcdef0123456789abcdef";
    static final Duration LIMIT = Duration.ofSeconds(20);

    static Client to(URI server) {
        return new Client(HttpClient.newBuilder().connectTimeout(LIMIT).build(), server, null);
    }

    /** Returns a client that shows the secret {@link #TOKEN} with each request. */
    static Client knownTo(URI server) {
        return new Client(HttpClient.newBuilder().connectTimeout(LIMIT).build(), server, TOKEN);
    }

    static Client to(URI server, Tls tls) {
        HttpClient http = HttpClient.newBuilder()
                .connectTimeout(LIMIT)
                .sslContext(tls.context())
                .sslParameters(tls.parameters())
                .build();
        return new Client(http, server, null);
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        return send("GET", path, headers);
    }

    HttpResponse<String> send(String method, String path, String... headers) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(server + path))
                .timeout(LIMIT)
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (token != null) {
            request.header("Authorization", "Bearer " + token);
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Returns an object, or a list of objects. */
    @Nullable Object json(String path) throws IOException, InterruptedException {
        return read(get(path).body());
    }

    static Map<String, @Nullable Object> object(String text) throws IOException {
        Object read = read(text);
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        ((Map<?, ?>) java.util.Objects.requireNonNull(read)).forEach((name, value) -> fields.put((String) name, value));
        return fields;
    }

    static @Nullable Object read(String text) throws IOException {
        try (JsonParser json = new JsonFactory().createParser(text)) {
            json.nextToken();
            return value(json);
        }
    }

    private static @Nullable Object value(JsonParser json) throws IOException {
        return switch (json.currentToken()) {
            case START_OBJECT -> {
                Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                while (json.nextToken() == JsonToken.FIELD_NAME) {
                    String name = json.currentName();
                    json.nextToken();
                    fields.put(name, value(json));
                }
                yield fields;
            }
            case START_ARRAY -> {
                List<@Nullable Object> elements = new ArrayList<>();
                while (json.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(json));
                }
                yield elements;
            }
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> json.getLongValue();
            default -> json.getText();
        };
    }
}
