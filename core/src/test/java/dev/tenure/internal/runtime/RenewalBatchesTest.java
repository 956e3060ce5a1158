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
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Renewals of many elections, in one call where the store can")
class RenewalBatchesTest {
    private static final Duration CALL = CampaignRig.TIMING.callTimeout();

    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private final Map<String, Object> outcomes = new LinkedHashMap<>();
    private final List<Lease> leases = new ArrayList<>();

    @BeforeEach
    void eightLeases() {
        for (int i = 0; i < 8; i++) {
            Ballot ballot = new Ballot(
                    "e" + i,
                    Records.SELF,
                    CampaignRig.TTL,
                    new WriteStamp(0, i, Instant.EPOCH),
                    ClaimCondition.judged(Records.never(), 0));
            store.claim(ballot, Deadline.after(loop.clock, CALL));
            leases.add(((dev.tenure.spi.Sighting.Held) store.show("e" + i)).lease());
        }
    }

    private RenewalBatches renewAll(boolean batches) {
        if (batches) {
            store.capabilities.add(Capability.BATCH);
        }
        RenewalBatches renewals = new RenewalBatches(store, loop, 4);
        loop.execute(() -> leases.forEach(lease -> {
            WriteStamp stamp = lease.stamp().next(100, Instant.EPOCH);
            RenewalRequest extension = new RenewalRequest(lease, lease.renewed(CampaignRig.TTL, stamp));
            Consumer<Object> heard = outcome -> assertThat(outcomes.put(lease.election(), outcome))
                    .as("one outcome each")
                    .isNull();
            Effect.Renew renew = new Effect.Renew(extension, loop.clock.nanos() + CALL.toNanos());
            renewals.renew(renew, heard::accept, heard::accept);
        }));
        return renewals;
    }

    private void assertAllRenewed() {
        assertThat(outcomes).hasSize(8);
        assertThat(outcomes.values()).allMatch(Renewal.Renewed.class::isInstance);
    }

    @Test
    void thoseThatFallDueTogetherGoInOneCall() {
        renewAll(true);
        loop.run();

        assertAllRenewed();
        assertThat(store.batches).containsExactly(8);
    }

    @Test
    void aStoreThatCannotIsCalledForEach() {
        renewAll(false);
        loop.run();

        assertAllRenewed();
        assertThat(store.batches).isEmpty();
    }

    @Test
    void aContestedMemberGoesAlone() {
        store.contested.add("e3");
        renewAll(true);
        loop.run();

        assertAllRenewed();
        assertThat(store.batches).containsExactly(8);
    }

    @Test
    void aBatchThatFailsIsSplitUntilOnlyTheBadOneFails() {
        store.before = (call, election) -> {
            if (election.equals("e5")) {
                throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "bad row");
            }
        };
        renewAll(true);
        loop.run();

        assertThat(outcomes).hasSize(8);
        assertThat(outcomes.get("e5")).isInstanceOf(StoreException.class);
        assertThat(outcomes.values())
                .filteredOn(StoreException.class::isInstance)
                .as("the others are not hurt")
                .hasSize(1);
    }

    @Test
    void anUnreachableStoreIsNotAskedAgainForEach() {
        store.before = (call, election) -> {
            throw new StoreException(StoreException.Kind.UNREACHABLE, "no route");
        };
        renewAll(true);
        loop.run();

        assertThat(outcomes.values()).hasSize(8).allMatch(StoreException.class::isInstance);
        assertThat(store.batches).containsExactly(8);
    }

    @Test
    @DisplayName("a candidate refuses more elections than it could renew twice within a ttl at the latency it measures")
    void moreThanCanBeRenewedIsRefused() {
        Capacity capacity = new Capacity(4, 1);
        assertThatNoException()
                .as("nothing is known yet")
                .isThrownBy(() -> capacity.require(1_000_000, CampaignRig.TIMING));
        capacity.measured(Duration.ofMillis(10).toNanos());
        assertThatNoException().isThrownBy(() -> capacity.require(3_000, CampaignRig.TIMING));

        assertThatThrownBy(() -> capacity.require(3_001, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("3001 elections could not be renewed twice within a ttl of 15.0 s: a call takes 10.0 ms;"
                        + " raise ttl, or share the elections out among more candidates");
    }

    @Test
    void aStoreThatRenewsManyAtOnceKeepsThatManyMore() {
        Capacity capacity = new Capacity(1, 1_000);
        capacity.measured(Duration.ofMillis(100).toNanos());

        assertThatNoException().isThrownBy(() -> capacity.require(75_000, CampaignRig.TIMING));
        assertThatThrownBy(() -> capacity.require(75_001, CampaignRig.TIMING))
                .isInstanceOf(IllegalStateException.class);
    }
}
