package dev.tenure.store.s3;

import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/**
 * A node of s3lect, as far as the lockfile sees of it: it judges by dates, writes its three fields and drops all
 * others.
 */
final class GoNode {
    private static final DateTimeFormatter LOCAL = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSSSSSxxx");

    private final Bucket bucket;
    private final String lockfile;
    private final String id;
    private final String address;
    private final Duration timeout;
    private final Duration skew;

    GoNode(Bucket bucket, String lockfile, String id, String address, Duration timeout, Duration skew) {
        this.bucket = bucket;
        this.lockfile = lockfile;
        this.id = id;
        this.address = address;
        this.timeout = timeout;
        this.skew = skew;
    }

    private Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis()).plus(skew);
    }

    /** Goes through one cycle; returns whether it leads after it. */
    boolean cycle() {
        Optional<StoredObject> found = bucket.get(lockfile, StoreTestSteps.soon());
        if (found.isEmpty()) {
            return write(Bucket.ABSENT, now());
        }
        RecordFields record = record(found.get());
        boolean active = Duration.between(GoDates.read(record.text("lastUpdated")), now())
                        .compareTo(timeout)
                < 0;
        return (!active || id.equals(record.find("leaderID")))
                && write(found.get().version(), now());
    }

    /** Resigns as s3lect does when it stops. */
    void resign() {
        StoredObject found = bucket.get(lockfile, StoreTestSteps.soon()).orElseThrow();
        if (id.equals(record(found).find("leaderID"))) {
            write(found.version(), GoDates.ZERO);
        }
    }

    private boolean write(String version, Instant date) {
        String text = date.equals(GoDates.ZERO)
                ? "0001-01-01T00:00:00Z"
                : LOCAL.format(date.plusNanos(789).atOffset(ZoneOffset.ofHours(-5)));
        String json =
                "{\"leaderID\":\"" + id + "\",\"leaderAddr\":\"" + address + "\",\"lastUpdated\":\"" + text + "\"}";
        return bucket.put(
                        lockfile,
                        json.getBytes(java.nio.charset.StandardCharsets.UTF_8),
                        version,
                        StoreTestSteps.soon())
                .isPresent();
    }

    private static RecordFields record(StoredObject object) {
        try {
            return FlatJson.parse(object.text());
        } catch (UnreadableRecordException e) {
            throw new AssertionError("s3lect cannot read it: " + e.problem(), e);
        }
    }
}
