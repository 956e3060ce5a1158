package dev.tenure.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.Effect;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link RenewalBatches} on a store whose calls take as long, on the manual clock, as the test says. */
@DisplayName("Renewals of many elections on a slow store")
class SlowRenewalsTest {
    private static final Duration CALL = CampaignRig.TIMING.callTimeout();

    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private final Map<String, Object> outcomes = new LinkedHashMap<>();
    private Duration perLease = Duration.ZERO;
    private @Nullable Long callEnds;

    private RenewalBatches renewals(int callThreads) {
        store.before = (call, election) -> {
            if (call.equals("renewAll")) {
                callEnds = loop.clock.nanos() + CALL.toNanos() / 2;
            } else if (call.equals("renew")) {
                renewsOne();
            }
        };
        return new RenewalBatches(store, loop, callThreads);
    }

    /** A call that takes longer than it has is given up, and its outcome is unknown. */
    private void renewsOne() {
        long after = loop.clock.nanos() + perLease.toNanos();
        if (callEnds != null && after - callEnds > 0) {
            loop.clock.advanceTo(callEnds);
            throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "the store did not answer in time");
        }
        loop.clock.advanceTo(after);
    }

    private void renew(RenewalBatches renewals, int from, int to) {
        for (int i = from; i < to; i++) {
            String election = "e" + i;
            Lease lease = held(election, i);
            WriteStamp stamp = lease.stamp().next(100, Instant.EPOCH);
            RenewalRequest extension = new RenewalRequest(lease, lease.renewed(CampaignRig.TTL, stamp));
            Consumer<Object> heard = outcome -> assertThat(outcomes.put(election, outcome))
                    .as("one outcome each")
                    .isNull();
            renewals.renew(
                    new Effect.Renew(extension, loop.clock.nanos() + CALL.toNanos()), heard::accept, heard::accept);
        }
    }

    private Lease held(String election, int attempt) {
        WriteStamp stamp = new WriteStamp(0, attempt, Instant.EPOCH);
        ClaimCondition condition = ClaimCondition.judged(Records.never(), 0);
        store.claim(
                new Ballot(election, Records.SELF, CampaignRig.TTL, stamp, condition),
                Deadline.after(loop.clock, CALL));
        return ((Sighting.Held) store.show(election)).lease();
    }

    @Test
    @DisplayName("500 leases that take 4 ms each are all renewed, although one call for all would be too slow")
    void aBatchIsAsLargeAsItsTimeAllows() {
        store.capabilities.add(Capability.BATCH);
        perLease = Duration.ofMillis(4);
        RenewalBatches renewals = renewals(2);

        renew(renewals, 0, 500);
        loop.run();

        assertThat(outcomes).hasSize(500);
        assertThat(outcomes.values()).allMatch(Renewal.Renewed.class::isInstance);
    }

    @Test
    @DisplayName("a batch without an outcome teaches how large the next may be, and how many leases can be kept")
    void aBatchWithoutAnOutcomeTeaches() {
        store.capabilities.add(Capability.BATCH);
        perLease = Duration.ofMillis(10);
        RenewalBatches renewals = renewals(2);

        renew(renewals, 0, 250);
        loop.run();
        store.batches.clear();
        renew(renewals, 1_000, 1_200);
        loop.run();

        assertThat(store.batches).allMatch(size -> size <= 125);
        assertThat(outcomes.values().stream().skip(outcomes.size() - 200L)).allMatch(Renewal.Renewed.class::isInstance);
        assertThatThrownBy(() -> renewals.capacity().require(250, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class);
    }

    @Test
    @DisplayName("a call is measured while it runs: how long it waited for a thread is not the store's time")
    void aWaitForAThreadIsNotMeasured() {
        perLease = Duration.ofMillis(20);
        RenewalBatches renewals = renewals(4);
        loop.holdCalls();
        renew(renewals, 0, 1);
        loop.run();
        loop.advance(Duration.ofSeconds(2));
        loop.letCallsGo();

        assertThat(outcomes).hasSize(1);
        assertThatNoException().isThrownBy(() -> renewals.capacity().require(600, CampaignRig.TIMING));
        assertThatThrownBy(() -> renewals.capacity().require(601, CampaignRig.TIMING))
                .hasMessageContaining("a call takes 20.0 ms");
    }

    @Test
    @DisplayName("renewals leave one thread to claims and looks, however many are due")
    void oneThreadIsLeftToOtherCalls() {
        RenewalBatches renewals = renewals(4);
        loop.holdCalls();
        renew(renewals, 0, 20);
        loop.run();

        assertThat(loop.callsHeldBack()).isEqualTo(3);
        loop.letCallsGo();
        assertThat(outcomes).hasSize(20);
    }

    @Test
    void whatWaitsTooLongIsNotSentAndIsToldSoInTime() {
        RenewalBatches renewals = renewals(2);
        loop.holdCalls();
        renew(renewals, 0, 2);
        loop.run();
        loop.advance(CALL);

        assertThat(loop.callsHeldBack()).isOne();
        assertThat(outcomes).containsOnlyKeys("e1");
        assertThat(outcomes.get("e1"))
                .isInstanceOfSatisfying(
                        StoreException.class,
                        failure -> assertThat(failure.kind()).isEqualTo(StoreException.Kind.UNREACHABLE));
    }

    @Test
    void whatWasSentBeforeWaitsForWhatWasNot() {
        store.capabilities.add(Capability.BATCH);
        RenewalBatches renewals = renewals(2);
        store.before = (call, election) -> {
            if (call.equals("renewAll") && store.batches.size() == 1) {
                loop.execute(() -> renew(renewals, 4, 5));
                throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "connection reset");
            }
        };
        renew(renewals, 0, 4);
        loop.run();

        assertThat(outcomes).hasSize(5);
        assertThat(outcomes.keySet().iterator().next()).isEqualTo("e4");
    }

    @Test
    @DisplayName("R8: a renewal whose first call may have taken effect stays unknown, whatever becomes of the second")
    void anUnknownOutcomeStaysUnknown() {
        store.capabilities.add(Capability.BATCH);
        RenewalBatches renewals = renewals(2);
        store.before = (call, election) -> {
            if (call.equals("renewAll")) {
                boolean first = store.batches.size() == 1;
                throw new StoreException(
                        first ? StoreException.Kind.OUTCOME_UNKNOWN : StoreException.Kind.UNREACHABLE, "no answer");
            }
        };
        renew(renewals, 0, 4);
        loop.run();

        assertThat(outcomes.values())
                .hasSize(4)
                .allMatch(outcome -> outcome instanceof StoreException failure
                        && failure.kind() == StoreException.Kind.OUTCOME_UNKNOWN);
    }
}
