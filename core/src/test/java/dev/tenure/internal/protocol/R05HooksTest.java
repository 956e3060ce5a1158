package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R5 Order of loss: hooks around a term")
class R05HooksTest {
    private static final StandOptions HOOKED = new StandOptions(false, true, false, true, true, null);
    private static final Duration PATIENCE = Duration.ofSeconds(1);

    private final CampaignRig rig =
            CampaignRig.with(HOOKED, Duration.ZERO).elected().onCalls(R05HooksTest::answer);

    private static void answer(CampaignRig store) {
        if (store.call() instanceof Effect.Renew) {
            store.renew();
        }
    }

    private static List<Effect.Start.Kind> started(CampaignRig rig) {
        return rig.all(Effect.Start.class).stream().map(Effect.Start::kind).toList();
    }

    @Test
    @DisplayName("a term is announced only after its acquire hook has passed (S3-6)")
    void aTermIsAnnouncedAfterItsHook() {
        assertThat(started(rig)).containsExactly(Effect.Start.Kind.ACQUIRE_HOOK);
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.leads()).isFalse();
        assertThat(rig.campaign.snapshot().holdsAt(rig.now().nanos(), rig.now().wallMillis(), 0))
                .as("the hook itself runs inside the term's trust")
                .isTrue();

        rig.workEnds(null);

        assertThat(rig.told(ElectionEvent.Acquired.class)).hasSize(1);
        assertThat(rig.leads()).isTrue();
    }

    @Test
    void workStartsAfterTheHookAndNotBefore() {
        rig.input(new Input.WorkGiven());
        assertThat(started(rig)).containsExactly(Effect.Start.Kind.ACQUIRE_HOOK);
        rig.workEnds(null);

        assertThat(started(rig)).containsExactly(Effect.Start.Kind.ACQUIRE_HOOK, Effect.Start.Kind.WORK);
    }

    @Test
    @DisplayName("an acquire hook that fails gives the term up, runs the lose hook, and releases (S3-7)")
    void aHookThatFailsVetoesTheTerm() {
        rig.workEnds(new IllegalStateException("not today"));

        assertThat(rig.leads()).isFalse();
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .anyMatch(cause -> cause.contains("the acquire hook failed") && cause.contains("not today"));
        assertThat(started(rig)).containsExactly(Effect.Start.Kind.ACQUIRE_HOOK, Effect.Start.Kind.LOSE_HOOK);
        assertThat(rig.all(Effect.Release.class))
                .as("not before the lose hook has ended")
                .isEmpty();

        rig.workEnds(null);

        rig.release();
    }

    @Test
    void afterAVetoTheCandidateStaysBackForTwoTtls() {
        rig.workEnds(new IllegalStateException("not today"));
        rig.workEnds(null);
        var free = Records.released(rig.release().lease().token());
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(free);
            }
        });
        rig.released();
        rig.see(free);
        rig.advance(CampaignRig.TTL.multipliedBy(2).minusSeconds(1));
        assertThat(rig.all(Effect.Claim.class)).hasSize(1);
        rig.advance(Duration.ofSeconds(1));

        rig.claim();
    }

    @Test
    @DisplayName("a vetoed term whose release fails, too, is not led when its lease is seen again (S3-D-i')")
    void aVetoedTermIsNotLedThoughItsReleaseFails() {
        rig.workEnds(new IllegalStateException("not today"));
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE));
        Lease vetoed = rig.all(Effect.Start.class).get(0).lease();
        rig.workEnds(null);
        rig.advance(CampaignRig.INTERVAL);
        int inVain = rig.all(Effect.Release.class).size();
        rig.onCalls(store -> {
            if (store.call() instanceof Effect.Inspect) {
                store.see(Records.held(vetoed));
            }
        });
        rig.advance(CampaignRig.TTL);

        assertThat(inVain).isPositive();
        assertThat(rig.release().lease()).as("given back in the end").isEqualTo(vetoed);
        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.leads()).isFalse();
    }

    @Test
    @DisplayName("a claim whose answer was lost has its acquire hook when it is adopted (S3-D-l)")
    void anAdoptedTermHasItsHookToo() {
        CampaignRig adopting = CampaignRig.with(HOOKED, Duration.ZERO);
        adopting.tick();
        adopting.see(Records.never());
        Lease written = adopting.asked();
        adopting.fail(StoreException.Kind.OUTCOME_UNKNOWN);
        adopting.advance(adopting.untilWake());
        adopting.see(Records.held(written));
        assertThat(started(adopting)).containsExactly(Effect.Start.Kind.ACQUIRE_HOOK);
        assertThat(adopting.leads()).isFalse();

        adopting.workEnds(null);

        assertThat(adopting.leads()).isTrue();
        assertThat(adopting.lease()).isEqualTo(written);
    }

    @Test
    void aSlowHookNeverCostsTheLease() {
        rig.advance(CampaignRig.TTL.multipliedBy(10));

        assertThat(rig.all(Effect.Renew.class)).hasSizeGreaterThanOrEqualTo(29);
        assertThat(rig.all(Effect.Cancel.class)).isEmpty();
        rig.workEnds(null);
        assertThat(rig.leads()).isTrue();
    }

    @Test
    void lossCancelsTheAcquireHookAndTheTermIsNeverAnnounced() {
        rig.onCalls(store -> store.fail(StoreException.Kind.UNREACHABLE));
        rig.advance(CampaignRig.TTL);
        assertThat(rig.all(Effect.Cancel.class)).hasSize(1);
        rig.workEnds(null);

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Lost.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .anyMatch(cause -> cause.startsWith("a term ended before it was announced"));
        assertThat(started(rig)).endsWith(Effect.Start.Kind.LOSE_HOOK);
    }

    @Test
    void aHookThatEndsAfterItsLeaseWasLostAnnouncesNothing() {
        rig.pause(CampaignRig.TTL);
        rig.tick();
        rig.workEnds(null);

        assertThat(rig.told(ElectionEvent.Acquired.class)).isEmpty();
        assertThat(rig.leads()).isFalse();
    }

    @Test
    @DisplayName("the lose hook runs when the candidate is closed, before its lease is released (S3-8)")
    void theLoseHookRunsOnClose() {
        rig.workEnds(null);
        rig.close();

        assertThat(rig.told(ElectionEvent.Resigned.class)).hasSize(1);
        assertThat(started(rig)).endsWith(Effect.Start.Kind.LOSE_HOOK);
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        rig.workEnds(null);
        rig.release();
    }

    @Test
    void theLoseHookWaitsForTheWork() {
        rig.input(new Input.WorkGiven());
        rig.workEnds(null);
        rig.close();
        assertThat(started(rig)).endsWith(Effect.Start.Kind.WORK);
        rig.workEnds(null);

        assertThat(started(rig)).endsWith(Effect.Start.Kind.LOSE_HOOK);
    }

    @Test
    void slowLoseHookIsLeftBehindAndTheLeaseExpires() {
        rig.workEnds(null);
        rig.resign();
        rig.advance(PATIENCE.minusNanos(1));
        assertThat(rig.all(Effect.Abandon.class)).isEmpty();
        rig.onCalls(store -> store.see(Records.never()));
        rig.advance(Duration.ofNanos(1));

        assertThat(rig.all(Effect.Abandon.class)).hasSize(1);
        rig.advance(CampaignRig.TTL);
        assertThat(rig.all(Effect.Release.class)).isEmpty();
        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .anyMatch(cause -> cause.contains("lose hook has not ended in time"));
    }

    @Test
    void lateEndOfALeftBehindHookIsIgnored() {
        rig.workEnds(null);
        rig.close();
        Effect.Start lose = rig.all(Effect.Start.class).get(1);
        rig.onCalls(store -> store.see(Records.never()));
        rig.advance(CampaignRig.TTL);
        rig.input(new Input.JobEnded(lose.number(), new IllegalStateException("late"), "late"));

        assertThat(rig.told(ElectionEvent.Warning.class))
                .extracting(ElectionEvent.Warning::cause)
                .noneMatch(cause -> cause.contains("late"));
        assertThat(rig.campaign.snapshot().finished()).isTrue();
    }
}
