package dev.tenure.store.kafka;

import static java.util.Objects.requireNonNull;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
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

/** Calls a store as a campaign does, one call at a time. */
public final class StoreCaller {
    private final LeaseStore store;
    private final String election;
    private final Duration ttl;
    private final Identity self =
            Identity.ofInstance(UUID.randomUUID().toString()).withName("caller");
    private long attempts;

    public StoreCaller(LeaseStore store, String election) {
        this(store, election, KafkaTestData.TIMING.ttl());
    }

    public StoreCaller(LeaseStore store, String election, Duration ttl) {
        this.store = store;
        this.election = election;
        this.ttl = ttl;
    }

    public Identity self() {
        return self;
    }

    public Sighting look() {
        return store.inspect(election, StoreTestSteps.soon());
    }

    /** Claims as a candidate that has waited out the record it replaces. */
    public Answer claim(Sighting replacing, Deadline deadline) {
        WriteStamp stamp = new WriteStamp(0, ++attempts, Instant.EPOCH);
        return store.claim(new Ballot(election, self, ttl, stamp, ClaimCondition.judged(replacing, 0)), deadline);
    }

    /**
     * Claims, each time with more time, until the answer to a commit was lost: a slow machine needs more time to get
     * there.
     *
     * @param prepare repairs the connection, and has the answer to the next commit lost
     */
    public void claimUnanswered(Sighting replacing, Runnable prepare) {
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
     * Claims until it leads. On a slow machine a claim may be refused because the group has given the member up, or
     * fail because an answer took too long.
     */
    public Lease lead() {
        AtomicReference<Lease> led = new AtomicReference<>();
        StoreTestSteps.await("it leads", () -> {
            if (tryToClaim(look()) instanceof Answer.Granted granted) {
                led.set(granted.lease());
            }
            return led.get() != null;
        });
        return requireNonNull(led.get());
    }

    /** Claims until it leads, releases the lease, and returns its token. */
    public long leadAndRelease() {
        Lease lease = lead();
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
        return lease.token();
    }

    /** Claims once, and returns null if the claim failed in a way that may pass. */
    public @Nullable Answer tryToClaim(Sighting replacing) {
        try {
            return claim(replacing, StoreTestSteps.soon());
        } catch (StoreException failed) {
            if (failed.kind() == StoreException.Kind.MISCONFIGURED) {
                throw failed;
            }
            return null;
        }
    }

    public Lease renew(Lease held) {
        return ((Renewal.Renewed) tryToRenew(held, StoreTestSteps.LIMIT)).lease();
    }

    public Renewal tryToRenew(Lease held, Duration limit) {
        Lease next = held.renewed(held.ttl(), held.stamp().next(++attempts, Instant.EPOCH));
        return store.renew(new RenewalRequest(held, next), Deadline.after(TimeSource.system(), limit));
    }
}
