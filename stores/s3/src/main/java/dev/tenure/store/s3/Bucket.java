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
 * Makes the four calls to S3 that the store needs, each ended by its deadline. Thread-safe.
 *
 * <p>A write is sent once, even with a client that retries. A read is repeated until the deadline.
 */
final class Bucket implements AutoCloseable {
    /** The version of an object that must not exist yet. */
    static final String ABSENT = "";

    /** Stands for any version, and for none: whatever is there is replaced. */
    static final String ANY = "*";

    private final S3Client client;
    private final boolean owned;
    private final String name;
    private final ClockSkew clock;
    private final ReadRetry reads = new ReadRetry();

    /** Creates access to one bucket; {@code owned} says whether to close the client with it. */
    Bucket(S3Client client, boolean owned, String name) {
        this(client, owned, name, TimeSource.system());
    }

    /** Creates access to one bucket on a machine with this wall clock. */
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

    /** Returns the difference between the clocks of this machine and the store, as far as answers show it. */
    ClockSkew clock() {
        return clock;
    }

    /** Returns the configured endpoint; the same text means the same store. */
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
     * @param version an ETag, {@link #ABSENT} or {@link #ANY}
     * @return the new version, or empty if the object has another version, or is being written by somebody else
     */
    Optional<String> put(String key, byte[] content, String version, Deadline deadline) {
        return putVersioned(key, content, version, deadline).map(PutObjectResponse::eTag);
    }

    /** Writes the object like {@link #put}, and returns the whole answer. */
    Optional<PutObjectResponse> putVersioned(String key, byte[] content, String version, Deadline deadline) {
        deadline.requireLeft();
        String doing = "writing " + place(key);
        try {
            PutObjectRequest.Builder request =
                    PutObjectRequest.builder().bucket(name).key(key).contentType("application/json");
            if (version.equals(ABSENT)) {
                request.ifNoneMatch("*");
            } else if (!version.equals(ANY)) {
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
            if (S3Errors.INSTANCE.isLostRace(e)) {
                return Optional.empty();
            }
            throw S3Errors.INSTANCE.writing(doing, e);
        }
    }

    /** Returns the keys with this prefix. */
    List<String> list(String prefix, Deadline deadline) {
        return objects(prefix, deadline).stream().map(S3Object::key).toList();
    }

    /** Returns keys and versions of the objects whose keys have this prefix. */
    List<S3Object> objects(String prefix, Deadline deadline) {
        List<S3Object> found = new ArrayList<>();
        String next = null;
        do {
            ListObjectsV2Response page = page(prefix, next, deadline);
            found.addAll(page.contents());
            next = Boolean.TRUE.equals(page.isTruncated()) ? page.nextContinuationToken() : null;
        } while (next != null);
        return found;
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

    /** Removes the object without a condition: never that of an election. */
    void delete(String key, Deadline deadline) {
        deadline.requireLeft();
        try {
            timed(
                    over -> client.deleteObject(
                            delete -> delete.bucket(name).key(key).overrideConfiguration(over)),
                    deadline,
                    deleted -> deleted);
        } catch (SdkException | UncheckedIOException e) {
            throw S3Errors.INSTANCE.reading("removing " + place(key), e);
        }
    }

    private static <T> Optional<T> read(String doing, Deadline limit, Supplier<Optional<T>> call) {
        limit.requireLeft();
        try {
            return call.get();
        } catch (SdkException | UncheckedIOException e) {
            if (S3Errors.INSTANCE.isNoSuchKey(e)) {
                return Optional.empty();
            }
            throw S3Errors.INSTANCE.reading(doing, e);
        }
    }

    /** Makes a call that ends by its deadline; the date of its answer sets the clock. */
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
