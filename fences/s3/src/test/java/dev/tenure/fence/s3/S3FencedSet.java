package dev.tenure.fence.s3;

import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FencedSet;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;

/** Words in an object, below a line with the token; its address is the key of the object, and the port. */
public final class S3FencedSet implements FencedSet {
    static final String BUCKET = "fences";
    private static final AtomicInteger NAMES = new AtomicInteger();

    private final String key;
    private final int port;
    private final S3Client client;

    public S3FencedSet(String address) {
        this.key = address.split(" ", -1)[0];
        this.port = Integer.parseInt(address.split(" ", -1)[1]);
        this.client = client(port, builder -> {});
    }

    static S3FencedSet create(int port) {
        return new S3FencedSet("accounts-" + NAMES.incrementAndGet() + " " + port);
    }

    static S3Client client(int port, Consumer<S3ClientBuilder> more) {
        S3ClientBuilder builder = S3Client.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + port))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .httpClient(UrlConnectionHttpClient.create())
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")));
        more.accept(builder);
        return builder.build();
    }

    S3Client client() {
        return client;
    }

    S3Fence fence() {
        return S3Fence.of(BUCKET, key);
    }

    @Override
    public String address() {
        return key + " " + port;
    }

    String content() {
        try {
            return client.getObjectAsBytes(get -> get.bucket(BUCKET).key(key)).asString(StandardCharsets.UTF_8);
        } catch (NoSuchKeyException e) {
            return "";
        }
    }

    @Override
    public Set<String> words() {
        return new TreeSet<>(content().lines().skip(1).toList());
    }

    @Override
    public void add(String election, long token, String word, Pause pause) throws Exception {
        Set<String> words = words();
        pause.run();
        words.add(word);
        fence().put(client, election, token, content(token, words));
    }

    @Override
    public void addAfterCheck(String election, long token, String word, Pause pause) throws Exception {
        fence().mark(client).ifPresent(held -> held.requireAdmits(new FenceMark("any", election, token)));
        Set<String> words = words();
        pause.run();
        words.add(word);
        client.putObject(put -> put.bucket(BUCKET).key(key), RequestBody.fromBytes(content(token, words)));
    }

    static byte[] content(long token, Set<String> words) {
        return String.join("\n", List.of("Tenure-Token: " + token, String.join("\n", words)))
                .getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public FencedSet withoutMark() {
        client.deleteObject(delete -> delete.bucket(BUCKET).key(key));
        return this;
    }
}
