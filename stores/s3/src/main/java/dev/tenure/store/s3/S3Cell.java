package dev.tenure.store.s3;

import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Keeps each election in one object, replaced by conditional writes. Thread-safe, between processes too. */
final class S3Cell implements Cell {
    private final Bucket bucket;
    private final Keys keys;
    private final Strangers strangers;
    private final Faces faces;
    private final Fitness fitness;
    private volatile boolean closed;

    S3Cell(Bucket bucket, Keys keys, Strangers strangers, TimeSource time) {
        this.bucket = bucket;
        this.keys = keys;
        this.strangers = strangers;
        this.faces = new Faces(time);
        this.fitness = new Fitness(bucket, keys.scratch("race"));
    }

    @Override
    public Sighting read(String election, Deadline deadline) {
        deadline.requireLeft();
        Optional<Blob> found = bucket.get(keys.of(election), deadline);
        if (found.isEmpty() && strangers.mayHaveBegun(election, deadline)) {
            found = bucket.get(keys.of(election), deadline);
        }
        if (found.isPresent() && RecordFormat.read(election, found.get()) instanceof Meaning.Garbage) {
            // Some stores serve an object while it is written, and half of it is no record.
            found = bucket.get(keys.of(election), deadline);
        }
        return found.isEmpty() ? strangers.missing(election) : sighting(election, found.get(), deadline);
    }

    private Sighting sighting(String election, Blob blob, Deadline deadline) {
        strangers.found(election);
        Meaning meaning = RecordFormat.read(election, blob);
        if (meaning instanceof Meaning.Ours ours) {
            faces.note(election, blob.version(), ours.face());
            strangers.metOurs(election);
            return ours.sighting();
        }
        if (meaning instanceof Meaning.Foreign foreign) {
            faces.note(election, blob.version(), foreign.face());
            return strangers.met(election, foreign.face(), blob.version(), deadline);
        }
        Meaning.Garbage garbage = (Meaning.Garbage) meaning;
        return new Sighting.Unreadable(
                words(keys.of(election), garbage.problem()), garbage.token(), blob.version(), garbage.ttl());
    }

    static Sighting.Unreadable unreadable(String key, String problem, long token, String version) {
        return new Sighting.Unreadable(words(key, problem), token, version);
    }

    private static String words(String key, String problem) {
        return "the object " + key + " is no record: " + problem;
    }

    /** Goes on if the store's conditional writes can be relied on, see {@link Fitness#require}. */
    void requireFit(Deadline deadline) {
        fitness.require(deadline);
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        deadline.requireLeft();
        fitness.require(deadline);
        Meaning.Face face = faces.next(election, entry, version);
        byte[] content = RecordFormat.write(election, face, entry);
        Optional<String> written = bucket.put(keys.of(election), content, version, deadline);
        written.ifPresent(now -> {
            faces.note(election, now, face);
            strangers.found(election);
            strangers.metOurs(election);
        });
        return written;
    }

    @Override
    public String requires() {
        return S3StoreProvider.REQUIRES;
    }

    @Override
    public String name() {
        return "s3";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of(Capability.LISTING);
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
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
        return new Checkup(bucket, keys).run(deadline);
    }

    @Override
    public boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
        fitness.close();
        bucket.close();
    }
}
