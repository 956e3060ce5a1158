package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.ItemStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.S3Object;

/**
 * Keeps rosters and requests as objects beside those of the elections. Thread-safe.
 *
 * <p>A listing shows keys and versions. Nothing removes old objects by itself: {@code keptFor} means nothing here.
 */
final class BucketItems implements ItemStore {
    /** Keeps an object apart from a folder of the same name, on stores that have folders. */
    private static final String SUFFIX = ".json";

    private final Bucket bucket;
    private final ObjectKeys keys;

    BucketItems(Bucket bucket, ObjectKeys keys) {
        this.bucket = bucket;
        this.keys = keys;
    }

    private String folder(String folder) {
        return keys.scratch(folder) + "/";
    }

    private String object(String folder, String key) {
        return folder(folder) + key + SUFFIX;
    }

    @Override
    public void put(String folder, String key, String content, Duration keptFor, Deadline deadline) {
        if (!write(folder, key, content, Bucket.ANY, deadline)) {
            throw new StoreException(
                    Kind.UNREACHABLE, "writing " + object(folder, key) + " failed: another write was under way");
        }
    }

    @Override
    public boolean putIfAbsent(String folder, String key, String content, Duration keptFor, Deadline deadline) {
        return write(folder, key, content, Bucket.ABSENT, deadline);
    }

    private boolean write(String folder, String key, String content, String version, Deadline deadline) {
        return bucket.put(object(folder, key), content.getBytes(StandardCharsets.UTF_8), version, deadline)
                .isPresent();
    }

    @Override
    public Optional<String> get(String folder, String key, Deadline deadline) {
        return bucket.get(object(folder, key), deadline).map(StoredObject::text);
    }

    @Override
    public List<Listed> list(String folder, Deadline deadline) {
        String prefix = folder(folder);
        return bucket.objects(prefix, deadline).stream()
                .filter(object -> object.key().endsWith(SUFFIX))
                .map(object -> listed(prefix, object))
                .toList();
    }

    private static Listed listed(String prefix, S3Object object) {
        String key = object.key();
        return new Listed(key.substring(prefix.length(), key.length() - SUFFIX.length()), object.eTag(), null);
    }

    @Override
    public void delete(String folder, String key, Deadline deadline) {
        bucket.delete(object(folder, key), deadline);
    }

    /** Reads several at a time: one after the other, those of a large fleet would take longer than a call may. */
    @Override
    public Map<String, String> getAll(String folder, Collection<String> wanted, Deadline deadline) {
        return ConcurrentReads.of(wanted, key -> get(folder, key, deadline));
    }
}
