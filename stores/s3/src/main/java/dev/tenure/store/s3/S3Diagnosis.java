package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.aws.ConnectFailedException;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;

/** Checks whether a bucket can keep leases, with a scratch object that is removed again. */
final class S3Diagnosis {
    private static final int ROUNDS = 10;
    private static final Duration MOST_APART = Duration.ofSeconds(5);
    private static final String GRANT = "allow s3:GetObject, s3:PutObject, s3:ListBucket and, on .tenure objects,"
            + " s3:DeleteObject, as docs/stores/s3.md shows";

    private final Bucket bucket;
    private final ObjectKeys keys;
    private final boolean leasesOnly;

    S3Diagnosis(Bucket bucket, ObjectKeys keys, boolean leasesOnly) {
        this.bucket = bucket;
        this.keys = keys;
        this.leasesOnly = leasesOnly;
    }

    List<CheckResult> run(Deadline deadline) {
        List<CheckResult> found = new ArrayList<>();
        String scratch = keys.scratch("doctor-" + UUID.randomUUID());
        boolean written = false;
        try {
            bucket.get(scratch, deadline);
            Optional<PutObjectResponse> made =
                    bucket.putVersioned(scratch, "{}".getBytes(StandardCharsets.UTF_8), Bucket.ABSENT, deadline);
            written = true;
            found.add(CheckResult.ok("permissions", "objects in " + bucket.name() + " may be read and written"));
            found.add(versions(made.map(PutObjectResponse::versionId).orElse(null)));
            found.add(concurrentWrites(scratch, deadline));
            found.add(clock());
            if (!leasesOnly) {
                listing(deadline).ifPresent(found::add);
            }
        } catch (StoreException e) {
            Optional<List<CheckResult>> unreached = ConnectFailedException.finding(e);
            found.addAll(unreached.orElseGet(
                    () -> List.of(CheckResult.fail("permissions", String.valueOf(e.getMessage()), GRANT))));
        } finally {
            if (written) {
                remove(scratch, deadline).ifPresent(found::add);
            }
        }
        return found;
    }

    private CheckResult concurrentWrites(String scratch, Deadline deadline) {
        ConcurrentWriteCheck.Result result = new ConcurrentWriteCheck(bucket, scratch).run(ROUNDS, deadline);
        return result.isFair()
                ? CheckResult.ok("conditional writes", result.words())
                : CheckResult.fail("conditional writes", result.words(), ConditionalWriteCheck.REMEDY);
    }

    /** Checks versioning: every renewal would leave an old version behind for ever, at a cost. */
    private static CheckResult versions(@Nullable String version) {
        return version == null || version.equals("null")
                ? CheckResult.ok("versioning", "the bucket keeps no old versions")
                : CheckResult.warn(
                        "versioning",
                        "the bucket keeps an old version of each renewal, some 18,000 a day and election",
                        "add a lifecycle rule that ends noncurrent versions after a day, or use another bucket");
    }

    private CheckResult clock() {
        ClockSkew.Offset offset = bucket.clock().offset();
        boolean behind = offset.behind().compareTo(offset.ahead()) > 0;
        Duration apart = behind ? offset.behind() : offset.ahead();
        String text = "the clock of this machine is "
                + (apart.isZero()
                        ? "that of the store, to a second"
                        : apart.toMillis() + " ms " + (behind ? "behind" : "ahead of") + " that of the store");
        return apart.compareTo(MOST_APART) > 0
                ? CheckResult.warn("clock", text, "set it, best by NTP: tokens and dates are taken from it")
                : CheckResult.ok("clock", text);
    }

    /** Rosters are listed; elections are not, and go on without that right. */
    private Optional<CheckResult> listing(Deadline deadline) {
        try {
            bucket.list(keys.scratch(FleetObjects.ROSTER), deadline);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(CheckResult.warn(
                    "rosters",
                    "the roster cannot be listed: " + e.getMessage(),
                    "allow s3:ListBucket, or set leases-only=true if rosters, requests and history are not needed"));
        }
    }

    private Optional<CheckResult> remove(String scratch, Deadline deadline) {
        try {
            bucket.delete(scratch, deadline);
            return Optional.empty();
        } catch (StoreException e) {
            return Optional.of(CheckResult.warn(
                    "scratch", "the object " + scratch + " stays: " + e.getMessage(), "remove it, or " + GRANT));
        }
    }
}
