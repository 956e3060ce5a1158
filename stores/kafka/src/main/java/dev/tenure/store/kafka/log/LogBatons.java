package dev.tenure.store.kafka.log;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.PendingWrites.Decision;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Batons as records of the log: each write names the record that it replaces. Thread-safe.
 *
 * <p>They are written like leases, under a name that no election can have: the number of the write stands for the
 * renewal, and the content for the address. So all that read the log decide about them as they decide about leases, and
 * checkpoints keep them.
 */
final class LogBatons implements Batons {
    /** What the names of batons begin with, and no name of an election. */
    static final String PREFIX = "\u0000";

    private static final Identity NOBODY = Identity.ofInstance("baton");

    private final ElectionLog log;

    LogBatons(ElectionLog log) {
        this.log = log;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        Sighting present = present(election, deadline);
        if (isNone(present)) {
            return Optional.empty();
        }
        Baton found = present instanceof Sighting.Held held ? baton(held.lease()) : null;
        if (found == null) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "the record of the log that holds the baton of " + election
                            + " cannot be read: a damaged or foreign" + " program wrote it");
        }
        return Optional.of(found);
    }

    private Sighting present(String election, Deadline deadline) {
        return log.catchUp(() -> log.view().present(PREFIX + election), deadline)
                .orElseGet(Sighting.Never::new);
    }

    /** Tells whether there is no baton: there never was, or it was among records that the brokers have deleted. */
    private static boolean isNone(Sighting present) {
        return present instanceof Sighting.Never || present.equals(LogState.gone(present.version()));
    }

    private static @Nullable Baton baton(Lease lease) {
        try {
            String content = lease.holder().address();
            byte[] bytes = Base64.getDecoder().decode(content == null ? "" : content);
            return new Baton(lease.token(), lease.stamp().renewal(), bytes, lease.version());
        } catch (IllegalArgumentException damaged) {
            return null;
        }
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        log.prepare(deadline);
        Version replaces = replaced(election, version, deadline);
        if (replaces == null) {
            return Optional.empty();
        }
        Lease content = new Lease(
                PREFIX + election,
                NOBODY.withAddress(Base64.getEncoder().encodeToString(next.content())),
                next.token(),
                0,
                Instant.EPOCH,
                Lease.MAX_TTL,
                new WriteStamp(next.number(), 0, Instant.EPOCH),
                "");
        Proposal proposal =
                new Proposal(RecordFormat.newId(), PREFIX + election, replaces, new Sighting.Held(content, null));
        Decision decision = log.write(proposal, deadline);
        return decision.takesEffect() ? Optional.of(decision.present().version()) : Optional.empty();
    }

    /** Returns which record the write replaces, or null if it would be void. */
    private @Nullable Version replaced(String election, String version, Deadline deadline) {
        if (!version.isEmpty()) {
            return Version.parse(version);
        }
        Sighting present = present(election, deadline);
        return isNone(present) ? Version.parse(present.version()) : null;
    }
}
