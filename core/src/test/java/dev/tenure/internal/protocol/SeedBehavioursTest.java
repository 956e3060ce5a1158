package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * What the tests of River (RV), go-failover's document (GF) and the tests of goNELI (NL) say of a candidate, where no
 * test of a rule says it already.
 */
@DisplayName("Behaviours of the systems Tenure unites")
class SeedBehavioursTest {

    private static List<String> kinds(CampaignRig rig) {
        return rig.all(Effect.Tell.class).stream()
                .map(tell -> tell.event().getClass().getSimpleName())
                .filter(kind -> !kind.equals("Warning"))
                .toList();
    }

    /** A store that is well again, and shows this while nobody leads. */
    private static void answer(CampaignRig store, Sighting free) {
        while (store.call() != null) {
            if (store.call() instanceof Effect.Inspect) {
                store.see(free);
            } else if (store.call() instanceof Effect.Release) {
                store.released();
            } else if (store.call() instanceof Effect.Claim) {
                store.grant();
            } else {
                store.renew();
            }
        }
    }

    @Test
    @DisplayName("RV-4: a term replaced by a later one of the same name is lost, and the new record is left alone")
    void aTermReplacedUnderTheSameNameIsLost() {
        CampaignRig rig = CampaignRig.leading();
        Identity namesake = Identity.ofInstance("another-instance").withName(Records.SELF.name());
        Lease theirs =
                Records.lease(namesake, rig.lease().token() + 1, new WriteStamp(0, 1, Instant.EPOCH), CampaignRig.TTL);
        rig.advance(CampaignRig.INTERVAL);
        rig.refuseRenewal(Records.held(theirs));
        rig.onCalls(store -> store.see(Records.held(theirs)));
        rig.advance(CampaignRig.TTL);

        assertThat(rig.leads()).isFalse();
        assertThat(kinds(rig)).containsExactly("Acquired", "Lost", "LeaderChanged");
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.all(Effect.Claim.class)).hasSize(1);
    }

    @Test
    @DisplayName("RV-17, GF-5: renewals that fail until trust ends lose the term, and its lease is released")
    void renewalsThatFailUntilTrustEndsLoseTheTerm() {
        CampaignRig rig = CampaignRig.leading();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Renew) {
                store.fail(StoreException.Kind.UNREACHABLE);
            }
        });
        rig.advance(CampaignRig.TRUSTED);

        assertThat(kinds(rig)).containsExactly("Acquired", "Lost");
        rig.release();
        rig.released();
        assertThat(rig.leads()).isFalse();
    }

    @Test
    @DisplayName(
            "RV-18: a renewal that is answered too late to be of use extends nothing; the term ends and is released")
    void aSlowRenewalExtendsNothing() {
        CampaignRig rig = CampaignRig.leading();
        rig.advance(CampaignRig.INTERVAL);
        rig.renewal();
        rig.pause(CampaignRig.TRUSTED);
        rig.renew();

        assertThat(rig.all(Effect.Renew.class)).hasSize(1);
        assertThat(rig.leads()).isFalse();
        rig.release();
    }

    @Test
    @DisplayName("RV-19: once trust is over no renewal is sent")
    void withoutTrustNoRenewalIsSent() {
        CampaignRig rig = CampaignRig.leading();
        rig.pause(CampaignRig.TRUSTED);
        rig.tick();

        assertThat(rig.all(Effect.Renew.class)).isEmpty();
        assertThat(kinds(rig)).containsExactly("Acquired", "Lost");
    }

    @Test
    @DisplayName("GF-6: tokens grow from term to term, and there is none without a term")
    void tokensGrowAndThereIsNoneWithoutATerm() {
        CampaignRig rig = CampaignRig.leading();
        long first = rig.lease().token();
        rig.resign();
        Sighting free = Records.released(first);
        rig.released();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(free);
            }
        });
        rig.see(free);
        assertThat(rig.campaign.snapshot().lease()).isNull();
        rig.advance(CampaignRig.TTL);
        long second = rig.claim().ballot().grant(Records.released(first), 0, "").token();

        assertThat(second).isGreaterThan(first);
    }

    @Test
    @DisplayName("GF-13: a ttl below 100 ms is refused")
    void aTinyTtlIsRefused() {
        assertThatThrownBy(() -> Timing.of(Duration.ofMillis(99))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("GF-15: looks and renewals are spread by chance, by a tenth of the interval")
    void intervalsVaryByChance() {
        CampaignRig rig = new CampaignRig(CampaignRig.TIMING, Duration.ZERO, false, new Random(7));
        CallPacing pacing = new CallPacing(rig.setup, new Random(7));
        long interval = CampaignRig.INTERVAL.toNanos();
        List<Long> delays = LongStream.range(0, 1_000)
                .mapToObj(i -> pacing.nextLook(rig.now()) - rig.now().nanos())
                .toList();

        assertThat(delays).allMatch(delay -> delay > interval * 9 / 10 && delay <= interval);
        assertThat(delays)
                .anyMatch(delay -> delay < interval * 92 / 100)
                .anyMatch(delay -> delay > interval * 98 / 100);
    }

    @Test
    @DisplayName("NL-13: a leader that was cut off loses, and leads again under a new token")
    void candidateThatWasCutOffLeadsAgain() {
        CampaignRig rig = CampaignRig.leading();
        Lease first = rig.lease();
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE));
        rig.advance(CampaignRig.TTL);
        rig.onCalls(store -> answer(store, Records.released(first.token())));
        rig.advance(CampaignRig.TTL);

        assertThat(kinds(rig)).startsWith("Acquired", "Lost").endsWith("Acquired");
        assertThat(rig.lease().token()).isGreaterThan(first.token());
    }

    @Test
    @DisplayName("NL-14: an error that may pass is told of, and the candidate goes on standing")
    void anErrorThatMayPassIsToldOf() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.fail(StoreException.Kind.UNREACHABLE);
        rig.onCalls(store -> answer(store, Records.never()));
        rig.advance(CampaignRig.INTERVAL);

        assertThat(rig.told(ElectionEvent.Warning.class)).hasSize(1);
        assertThat(rig.all(Effect.Claim.class)).isNotEmpty();
    }

    @Test
    @DisplayName("NL-15: an error that a person must mend is told of once, and the candidate leads when it is mended")
    void anErrorToBeMendedIsToldOfOnce() {
        CampaignRig rig = CampaignRig.observing();
        rig.tick();
        rig.onCalls(store -> store.fail(StoreException.Kind.MISCONFIGURED));
        rig.fail(StoreException.Kind.MISCONFIGURED);
        rig.advance(CampaignRig.TTL.multipliedBy(10));
        assertThat(rig.told(ElectionEvent.Warning.class)).hasSize(1);
        rig.onCalls(store -> answer(store, Records.never()));
        rig.advance(CampaignRig.TTL);

        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
    }
}
