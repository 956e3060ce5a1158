package dev.tenure.fence.s3;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Guards an object of S3: it is put only if no later term put it before. The object itself is the fence: its metadata
 * has the election and the token, and each put is conditional on the version that was looked at. Immutable and
 * thread-safe; the client is the caller's.
 *
 * <p>The token must be in the content as well. S3 compares contents: without it, a later term that puts what was there
 * before would not be noticed by a leader that looked before that.
 */
public final class S3Fence {
    private static final String ELECTION = "tenure-election";
    private static final String TOKEN = "tenure-token";
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final int PRECONDITION_FAILED = 412;

    /** How a content says its token: {@code Tenure-Token: 7}, {@code "tenureToken": 7}, {@code <tenure_token>7<}. */
    private static final Pattern SAID = Pattern.compile("(?i)tenure[-_ ]?token\\D{0,8}(\\d+)");

    /** Each further attempt means that somebody else put the object in between. */
    private static final int ATTEMPTS = 20;

    private final String bucket;
    private final String key;

    private S3Fence(String bucket, String key) {
        this.bucket = requireNonNull(bucket, "bucket");
        this.key = requireNonNull(key, "key");
    }

    /** Returns the fence of an object. */
    public static S3Fence of(String bucket, String key) {
        return new S3Fence(bucket, key);
    }

    /**
     * Puts the object, with this term's token in its metadata.
     *
     * @param content must say the token, as in {@code Tenure-Token: 7}, in a line, a field or a comment
     * @throws StaleTokenException if a later term put the object; nothing was put
     * @throws IllegalStateException if the object belongs to another election; nothing was put
     */
    public PutObjectResponse put(S3Client client, Term term, byte[] content) {
        return put(client, term.election(), term.token(), content);
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public PutObjectResponse put(S3Client client, String election, long token, byte[] content) {
        return put(client, election, token, PutObjectRequest.builder().build(), content);
    }

    /** Does the same with a type, tags or other metadata, which the request has; bucket and key are the fence's. */
    public PutObjectResponse put(
            S3Client client, String election, long token, PutObjectRequest request, byte[] content) {
        FenceMark write = new FenceMark(name(), election, token);
        requireTokenIn(content, token);
        Map<String, String> metadata = new HashMap<>(request.metadata());
        metadata.put(ELECTION, URLEncoder.encode(election, StandardCharsets.UTF_8));
        metadata.put(TOKEN, Long.toString(token));
        PutObjectRequest.Builder put =
                request.toBuilder().bucket(bucket).key(key).metadata(metadata);
        for (int attempt = 1; ; attempt++) {
            Optional<HeadObjectResponse> present = head(client);
            present.flatMap(this::mark).ifPresent(held -> held.requireAdmits(write));
            if (present.isPresent()) {
                put.ifMatch(present.get().eTag()).ifNoneMatch(null);
            } else {
                put.ifNoneMatch("*").ifMatch(null);
            }
            try {
                return client.putObject(put.build(), RequestBody.fromBytes(content));
            } catch (S3Exception e) {
                if (!isChanged(e) || attempt == ATTEMPTS) {
                    throw e;
                }
            }
        }
    }

    /** Returns what the object remembers, or empty if there is none or nobody put it under a fence. */
    public Optional<FenceMark> mark(S3Client client) {
        return head(client).flatMap(this::mark);
    }

    private Optional<HeadObjectResponse> head(S3Client client) {
        try {
            return Optional.of(client.headObject(head -> head.bucket(bucket).key(key)));
        } catch (S3Exception e) {
            if (e.statusCode() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    private Optional<FenceMark> mark(HeadObjectResponse present) {
        String election = present.metadata().get(ELECTION);
        String token = present.metadata().get(TOKEN);
        return election == null || token == null
                ? Optional.empty()
                : Optional.of(new FenceMark(
                        name(), URLDecoder.decode(election, StandardCharsets.UTF_8), Long.parseLong(token)));
    }

    /** Tells whether the object is no longer as it was looked at: put by another, or deleted. */
    private static boolean isChanged(S3Exception failure) {
        int status = failure.statusCode();
        return status == PRECONDITION_FAILED || status == CONFLICT || status == NOT_FOUND;
    }

    /**
     * Two terms must never put the same content. That the token is somewhere in it is not enough, because a number may
     * be there for another reason: the first that is called the token must be this one.
     */
    private void requireTokenIn(byte[] content, long token) {
        Matcher said = SAID.matcher(new String(content, StandardCharsets.ISO_8859_1)); // one character for each byte
        if (!said.find() || !said.group(1).equals(Long.toString(token))) {
            throw new IllegalArgumentException("the content of " + name() + " does not say 'Tenure-Token: " + token
                    + "': write it into a line, a field or a comment, before any other token, because S3 tells versions"
                    + " apart by their content only");
        }
    }

    private String name() {
        return "s3://" + bucket + "/" + key;
    }

    @Override
    public String toString() {
        return "fence of " + name();
    }
}
