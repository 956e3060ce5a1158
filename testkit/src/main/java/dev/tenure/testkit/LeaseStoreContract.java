package dev.tenure.testkit;

import dev.tenure.spi.Capability;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/**
 * The tests that every store must pass: extend it, say how to open the store, and run it.
 *
 * <p>Each test uses its own election, so the records need not be cleared in between. What a store cannot do, by its
 * {@link LeaseStore#capabilities()}, it must refuse: those tests are not skipped, they check the refusal. The letters
 * behind the names of tests are those of the systems Tenure unites: SC for shardcoordinator, RV for River.
 *
 * <p>A deadline that has passed is part of the contract: such a call is not sent, and fails as
 * {@link dev.tenure.StoreException.Kind#UNREACHABLE}.
 */
public abstract class LeaseStoreContract {

    /** Opens one more handle on the same records, as another process would. The contract closes it. */
    protected abstract LeaseStore open();

    /**
     * Lets time pass for a store with a clock, without waiting: moves its clock, or what is stored as the end of this
     * election's lease or reservation. The version of the record must stay the same.
     */
    protected void elapse(String election, Duration duration) {
        throw new UnsupportedOperationException("a store with a clock must say how its time passes: override elapse");
    }

    /** Damages the record of the election so that it says neither held nor released. */
    protected void corrupt(String election) {
        Assumptions.abort("this store's test does not say how to damage a record: override corrupt");
    }

    /** Removes the record of the election and every trace of it, as a careless person or a lost disk would. */
    protected void forget(String election) {
        Assumptions.abort("this store's test does not say how to remove a record: override forget");
    }

    /** Returns the clock that tokens are taken from: the machine's, unless the store's differs. */
    protected Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    /** Opens a handle on a store whose clock really runs; matters only where {@link #open} has one that does not. */
    protected LeaseStore openInRealTime() {
        return open();
    }

    /** Returns the ttl of the one test that really waits: as short as the store can keep it. */
    protected Duration realTimeTtl() {
        return Duration.ofMillis(300);
    }

    /** Returns the ttl of all other tests: long enough never to run out by itself while a test runs. */
    protected Duration ttl() {
        return Duration.ofSeconds(60);
    }

    /** Tells whether all candidates on the store must share the one {@link #ttl}: any other is then refused. */
    protected boolean sharesOneTtl() {
        return false;
    }

    /** Returns how long one call to this store may take. */
    protected Duration callLimit() {
        return Duration.ofSeconds(10);
    }

    /** Returns by how much durations and times may be rounded down when they are stored. */
    protected Duration rounding() {
        return Duration.ofMillis(1);
    }

    /** Returns a name for an election that no other test uses. */
    protected String newElection() {
        return "contract-" + UUID.randomUUID();
    }

    /** Returns names this store must keep apart from each other. */
    protected List<String> legalNames() {
        return List.of(
                "a", "payroll", "Payroll", "node-7", "with_underscore", "with.dot", "with/slash", "with space", "選挙-ü");
    }

    /** Returns names this store must refuse. */
    protected List<String> illegalNames() {
        return List.of("", " ");
    }

    /**
     * Tells whether renewals are numbered 0, 1, 2 and so on. Where a foreign format has no room for a number, something
     * else that grows with each renewal stands for it.
     */
    protected boolean countsRenewals() {
        return true;
    }

    /**
     * Returns which tests a foreign format has no room for, as {@code Group.test}, and why. They are reported as
     * skipped, with the reason; a name that is no test's fails.
     */
    protected Map<String, String> exemptions() {
        return Map.of();
    }

    @Test
    void everyExemptionNamesATest() {
        Exemptions.requireTests(LeaseStoreContract.class, exemptions().keySet());
    }

    /** Returns how many candidates race for one lease. */
    protected int raceClaimants() {
        return 32;
    }

    /** Returns how often they race; fewer for a slow store. */
    protected int raceRounds() {
        return 200;
    }

    @Nested
    class Claims extends ClaimBehaviour {
        Claims() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Renewals extends RenewalBehaviour {
        Renewals() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Releases extends ReleaseBehaviour {
        Releases() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Tokens extends TokenBehaviour {
        Tokens() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Records extends RecordBehaviour {
        Records() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#STORE_CLOCK}; without it, that a clock is not pretended. */
    @Nested
    class StoreClock extends ClockBehaviour {
        StoreClock() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#SUCCESSION}; without it, that such a claim is refused. */
    @Nested
    class Successions extends SuccessionBehaviour {
        Successions() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#WATCH}; without it, that a watch is refused. */
    @Nested
    class Watches extends WatchBehaviour {
        Watches() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#LISTING}; without it, that listing is refused. */
    @Nested
    class Listings extends ListingBehaviour {
        Listings() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#BATCH}; without it, that a batch is refused. */
    @Nested
    class Batches extends BatchBehaviour {
        Batches() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#ROSTER}; without it, that a roster is refused. */
    @Nested
    class Rosters extends RosterBehaviour {
        Rosters() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#REQUESTS}; without it, that requests are refused. */
    @Nested
    class RequestsToLeaders extends RequestBehaviour {
        RequestsToLeaders() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#HISTORY}; without it, that a history is refused. */
    @Nested
    class Histories extends HistoryBehaviour {
        Histories() {
            super(LeaseStoreContract.this);
        }
    }

    /** With {@link Capability#BATON}; without it, that batons are refused. */
    @Nested
    class BatonsOfLeaders extends BatonBehaviour {
        BatonsOfLeaders() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Calls extends CallBehaviour {
        Calls() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Closing extends ClosingBehaviour {
        Closing() {
            super(LeaseStoreContract.this);
        }
    }

    @Nested
    class Races extends RaceBehaviour {
        Races() {
            super(LeaseStoreContract.this);
        }
    }
}
