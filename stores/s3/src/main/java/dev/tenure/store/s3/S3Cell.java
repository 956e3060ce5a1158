package dev.tenure.store.s3;

import dev.tenure.Timing;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.support.BaseBackend;
import dev.tenure.store.support.StoreDescription;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps each election in one object, replaced by conditional writes. Thread-safe, between processes too. */
final class S3Cell extends BaseBackend implements Cell {
    private static final StoreDescription DESCRIPTION = new StoreDescription(
            "s3", S3StoreProvider.REQUIRES, Timing.balanced(), Set.of(Capability.LISTING, Capability.BATON));

    private final Bucket bucket;
    private final ObjectKeys keys;
    private final ForeignObjects foreignObjects;
    private final S3lectFieldsWriter fieldsWriter;
    private final ConditionalWriteCheck writeCheck;
    private final BatonObjects batons;

    S3Cell(Bucket bucket, ObjectKeys keys, ForeignObjects foreignObjects, TimeSource time) {
        super(DESCRIPTION);
        this.bucket = bucket;
        this.keys = keys;
        this.foreignObjects = foreignObjects;
        this.fieldsWriter = new S3lectFieldsWriter(time);
        this.writeCheck = new ConditionalWriteCheck(bucket, keys.scratch("race"));
        this.batons = new BatonObjects(bucket, keys, writeCheck);
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        deadline.requireLeft();
        Optional<StoredObject> found =
                foreignObjects.isMissed(election) ? Optional.empty() : bucket.get(keys.of(election), deadline);
        if (found.isEmpty() && foreignObjects.mayHaveBegun(election, deadline)) {
            found = bucket.get(keys.of(election), deadline);
        }
        if (found.isPresent() && RecordFormat.read(election, found.get()) instanceof RecordContent.Unreadable) {
            // Some stores serve an object while it is written, and half of it is no record.
            found = bucket.get(keys.of(election), deadline);
        }
        return found.isEmpty() ? foreignObjects.missing(election) : sighting(election, found.get(), deadline);
    }

    private Sighting sighting(String election, StoredObject object, Deadline deadline) {
        foreignObjects.found(election);
        RecordContent meaning = RecordFormat.read(election, object);
        if (meaning instanceof RecordContent.Ours ours) {
            fieldsWriter.note(election, object.version(), ours.s3lectFields());
            foreignObjects.metOurs(election);
            return ours.sighting();
        }
        if (meaning instanceof RecordContent.Foreign foreign) {
            fieldsWriter.note(election, object.version(), foreign.s3lectFields());
            return foreignObjects.met(election, foreign.s3lectFields(), object.version(), deadline);
        }
        RecordContent.Unreadable unreadable = (RecordContent.Unreadable) meaning;
        return new Sighting.Unreadable(
                words(keys.of(election), unreadable.problem()), unreadable.token(), object.version(), unreadable.ttl());
    }

    static Sighting.Unreadable unreadable(String key, String problem, long token, String version) {
        return new Sighting.Unreadable(words(key, problem), token, version);
    }

    private static String words(String key, String problem) {
        return "the object " + key + " is no record: " + problem;
    }

    /** Returns if the conditional writes of the store can be relied on; see {@link ConditionalWriteCheck#require}. */
    void requireFit(Deadline deadline) {
        writeCheck.require(deadline);
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        deadline.requireLeft();
        writeCheck.require(deadline);
        RecordContent.S3lectFields s3lectFields = fieldsWriter.next(election, entry, version);
        byte[] content = RecordFormat.write(election, s3lectFields, entry);
        Optional<String> written = bucket.put(keys.of(election), content, version, deadline);
        written.ifPresent(now -> {
            fieldsWriter.note(election, now, s3lectFields);
            foreignObjects.found(election);
            foreignObjects.metOurs(election);
        });
        return written;
    }

    @Override
    public Batons batons() {
        return batons;
    }

    @Override
    public void checkName(String election) {
        keys.checkName(election);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        deadline.requireLeft();
        if (keys.only() == null) {
            return bucket.list(keys.prefix(), deadline).stream()
                    .flatMap(key -> keys.election(key).stream())
                    .toList();
        }
        return keys.known().stream()
                .filter(election -> bucket.get(keys.of(election), deadline).isPresent())
                .toList();
    }

    @Override
    public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
        return new S3Diagnosis(bucket, keys).run(deadline);
    }

    @Override
    protected void closeResources() {
        writeCheck.close();
        bucket.close();
    }
}
