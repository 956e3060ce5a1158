package dev.tenure.store.kafka;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One who calls a store as campaigns do, call by call. */
final class Asking {
    private final LeaseStore store;
    private final String election;
    private final Duration ttl;
    private final Identity self = new Identity(UUID.randomUUID().toString(), "asking", null);
    private long attempts;

    Asking(LeaseStore store, String election) {
        this(store, election, Sample.TIMING.ttl());
    }

    Asking(LeaseStore store, String election, Duration ttl) {
        this.store = store;
        this.election = election;
        this.ttl = ttl;
    }

    Identity self() {
        return self;
    }

    Sighting look() {
        return store.inspect(election, StoreTestSteps.soon());
    }

    /** Claims as one that has waited out what it names. */
    Answer claim(Sighting replacing, Deadline deadline) {
        WriteStamp stamp = new WriteStamp(0, ++attempts, Instant.EPOCH);
        return store.claim(new Ballot(election, self, ttl, stamp, ClaimCondition.judged(replacing, 0)), deadline);
    }

    /**
     * Claims until the answer to a commit was lost, with ever more time: on a slow machine a claim does not come that
     * far in little.
     *
     * @param prepare has the answer to the next commit lost, and heals what an earlier attempt may have broken
     */
    void claimUnanswered(Sighting replacing, Runnable prepare) {
        for (Duration limit = Duration.ofMillis(500);
                limit.compareTo(StoreTestSteps.LIMIT) < 0;
                limit = limit.multipliedBy(2)) {
            prepare.run();
            try {
                claim(replacing, Deadline.after(TimeSource.system(), limit));
            } catch (StoreException failed) {
                if (failed.kind() == StoreException.Kind.OUTCOME_UNKNOWN) {
                    return;
                }
            }
        }
        throw new AssertionError("no claim came as far as its commit");
    }

    /**
     * Claims until it leads. On a slow machine a claim may be refused because the group has meanwhile given the member
     * up, or fail because an answer took too long.
     */
    Lease lead() {
        AtomicReference<Lease> led = new AtomicReference<>();
        StoreTestSteps.await("it leads", () -> {
            if (tryToClaim(look()) instanceof Answer.Granted granted) {
                led.set(granted.lease());
            }
            return led.get() != null;
        });
        return requireNonNull(led.get());
    }

    /** Claims once, and returns null if that failed in a way that passes. */
    @Nullable Answer tryToClaim(Sighting replacing) {
        try {
            return claim(replacing, StoreTestSteps.soon());
        } catch (StoreException failed) {
            if (failed.kind() == StoreException.Kind.MISCONFIGURED) {
                throw failed;
            }
            return null;
        }
    }

    Lease renew(Lease held) {
        return ((Renewal.Renewed) tryToRenew(held, StoreTestSteps.LIMIT)).lease();
    }

    Renewal tryToRenew(Lease held, Duration limit) {
        Lease next = held.renewed(held.ttl(), held.stamp().next(++attempts, Instant.EPOCH));
        return store.renew(new RenewalRequest(held, next), Deadline.after(TimeSource.system(), limit));
    }
}
