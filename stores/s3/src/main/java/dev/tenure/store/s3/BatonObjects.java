package dev.tenure.store.s3;

import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.BatonFormat;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Keeps the baton of each election as an object beside it, replaced by conditional writes. Thread-safe. */
final class BatonObjects implements Batons {
    private final Bucket bucket;
    private final ObjectKeys keys;
    private final ConditionalWriteCheck writeCheck;

    BatonObjects(Bucket bucket, ObjectKeys keys, ConditionalWriteCheck writeCheck) {
        this.bucket = bucket;
        this.keys = keys;
        this.writeCheck = writeCheck;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        deadline.requireLeft();
        String key = keys.baton(election);
        Optional<StoredObject> found = bucket.get(key, deadline);
        if (found.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(baton(election, found.get()));
        } catch (UnreadableRecordException half) {
            return reread(election, deadline); // some stores serve an object while it is written
        }
    }

    private Optional<Baton> reread(String election, Deadline deadline) {
        String key = keys.baton(election);
        Optional<StoredObject> found = bucket.get(key, deadline);
        try {
            return found.isEmpty() ? Optional.empty() : Optional.of(baton(election, found.get()));
        } catch (UnreadableRecordException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "the object " + key + " is no baton: " + e.getMessage() + "; remove it",
                    e);
        }
    }

    private static Baton baton(String election, StoredObject object) throws UnreadableRecordException {
        return FlatJson.read(object.text(), fields -> BatonFormat.read(fields, election, object.version()));
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        deadline.requireLeft();
        writeCheck.require(deadline);
        String text = FlatJson.pretty(out -> BatonFormat.write(out, election, next));
        return bucket.put(keys.baton(election), text.getBytes(StandardCharsets.UTF_8), version, deadline);
    }
}
