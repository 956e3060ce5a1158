package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.SingleCall;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.core.ResponseBytes;
import software.amazon.awssdk.core.SdkResponse;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * The four calls to S3 that are made here, each ended by its deadline. Thread-safe.
 *
 * <p>A write is sent once and never again by itself, whoever the client belongs to. Reads are repeated in time.
 */
final class Bucket implements AutoCloseable {
    /** Says "there must be no such object yet", where a version is asked for. */
    static final String ABSENT = "";

    private final S3Client client;
    private final boolean owned;
    private final String name;
    private final ClockSkew clock;
    private final ReadRetry reads = new ReadRetry();

    /** Makes the door to one bucket; a client that is owned is closed with it. */
    Bucket(S3Client client, boolean owned, String name) {
        this(client, owned, name, TimeSource.system());
    }

    /** The same, for a machine whose wall clock is this. */
    Bucket(S3Client client, boolean owned, String name, TimeSource time) {
        this.client = client;
        this.owned = owned;
        this.name = name;
        this.clock = new ClockSkew(time);
    }

    /** Returns the name of the bucket. */
    String name() {
        return name;
    }

    /** Returns what the answers so far say of this machine's clock. */
    ClockSkew clock() {
        return clock;
    }

    /** Returns where the requests go, as far as it was configured: the same text means the same store. */
    String endpoint() {
        return client.serviceClientConfiguration()
                .endpointOverride()
                .map(Object::toString)
                .orElse("aws");
    }

    /** Returns the object, or empty if there certainly is none. */
    Optional<StoredObject> get(String key, Deadline deadline) {
        String doing = "reading " + place(key);
        return reads.climb(
                deadline,
                limit -> read(doing, limit, () -> {
                    ResponseBytes<GetObjectResponse> answer = timed(
                            over -> client.getObjectAsBytes(
                                    get -> get.bucket(name).key(key).overrideConfiguration(over)),
                            limit,
                            bytes -> bytes.response());
                    return Optional.of(new StoredObject(
                            new String(answer.asByteArray(), StandardCharsets.UTF_8),
                            etag(doing, answer.response().eTag())));
                }));
    }

    /**
     * Writes the object if it still has the given version.
     *
     * @param version an ETag, or {@link #ABSENT}
     * @return the new version, or empty if the object has another version, or is being written by somebody else
     */
    Optional<String> put(String key, byte[] content, String version, Deadline deadline) {
        return putVersioned(key, content, version, deadline).map(PutObjectResponse::eTag);
    }

    /** The same, with all that the store answered. */
    Optional<PutObjectResponse> putVersioned(String key, byte[] content, String version, Deadline deadline) {
        deadline.requireLeft();
        String doing = "writing " + place(key);
        try {
            PutObjectRequest.Builder request =
                    PutObjectRequest.builder().bucket(name).key(key).contentType("application/json");
            if (version.equals(ABSENT)) {
                request.ifNoneMatch("*");
            } else {
                request.ifMatch(version);
            }
            PutObjectResponse answer = timed(
                    over -> client.putObject(
                            request.overrideConfiguration(over).build(), RequestBody.fromBytes(content)),
                    deadline,
                    put -> put);
            etag(doing, answer.eTag());
            return Optional.of(answer);
        } catch (SdkException | UncheckedIOException e) {
            if (Failure.isLostRace(e)) {
                return Optional.empty();
            }
            throw Failure.writing(doing, e);
        }
    }

    /** Returns the keys that begin like this. */
    List<String> list(String prefix, Deadline deadline) {
        List<String> keys = new ArrayList<>();
        String next = null;
        do {
            ListObjectsV2Response page = page(prefix, next, deadline);
            page.contents().stream().map(S3Object::key).forEach(keys::add);
            next = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
        } while (next != null);
        return keys;
    }

    private ListObjectsV2Response page(String prefix, @Nullable String from, Deadline deadline) {
        String doing = "listing " + place(prefix);
        return reads.climb(
                deadline,
                limit -> read(
                                doing,
                                limit,
                                () -> Optional.of(timed(
                                        over -> client.listObjectsV2(list -> list.bucket(name)
                                                .prefix(prefix)
                                                .continuationToken(from)
                                                .overrideConfiguration(over)),
                                        limit,
                                        page -> page)))
                        .orElseThrow(() -> new StoreException(Kind.MISCONFIGURED, doing + " found nothing to list")));
    }

    /** Removes the object, whatever it is: for scratch data only. */
    void delete(String key, Deadline deadline) {
        deadline.requireLeft();
        try {
            timed(
                    over -> client.deleteObject(
                            delete -> delete.bucket(name).key(key).overrideConfiguration(over)),
                    deadline,
                    deleted -> deleted);
        } catch (SdkException | UncheckedIOException e) {
            throw Failure.reading("removing " + place(key), e);
        }
    }

    private static <T> Optional<T> read(String doing, Deadline limit, Supplier<Optional<T>> call) {
        limit.requireLeft();
        try {
            return call.get();
        } catch (SdkException | UncheckedIOException e) {
            if (Failure.isNoSuchKey(e)) {
                return Optional.empty();
            }
            throw Failure.reading(doing, e);
        }
    }

    /**
     * Makes a call that ends by its deadline, on the wire where the client is ours, and notes what time it is there.
     */
    private <T> T timed(
            Function<AwsRequestOverrideConfiguration, T> call, Deadline deadline, Function<T, SdkResponse> response) {
        ClockSkew.Reading before = clock.read();
        T answer = SingleCall.by(deadline, call);
        response.apply(answer)
                .sdkHttpResponse()
                .firstMatchingHeader("Date")
                .ifPresent(date -> clock.note(date, before, clock.read()));
        return answer;
    }

    private static String etag(String doing, @Nullable String etag) {
        if (etag == null || etag.isEmpty()) {
            throw new StoreException(
                    Kind.MISCONFIGURED, doing + " failed: the store answers without an ETag: it cannot keep leases");
        }
        return etag;
    }

    private String place(String key) {
        return "s3://" + name + "/" + key;
    }

    @Override
    public void close() {
        if (owned) {
            client.close();
        }
    }
}
