package dev.tenure.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What must hold whatever happens to a campaign; checked after every single input of every test that uses the rig. */
final class Invariants {
    private boolean callUnderWay;
    private boolean workRuns;
    private boolean workCancelled;
    private Effect.Start.@Nullable Kind running;
    private long leading;
    private long lastToken;

    /** Notes that the call under way was answered, or failed. */
    void callEnded() {
        callUnderWay = false;
    }

    /** Notes that the work has really ended. */
    void workEnded() {
        workRuns = false;
    }

    boolean workRuns() {
        return workRuns;
    }

    void check(List<Effect> effects, Campaign campaign, ClockReading now) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Call call) {
                checkCall(call, campaign.snapshot());
            } else if (effect instanceof Effect.Tell tell) {
                checkEvent(tell.event());
            } else if (!(effect instanceof Effect.Finish)) {
                checkWork(effect, campaign);
            }
        }
        checkRest(campaign, now);
    }

    private void checkCall(Effect.Call call, Snapshot snapshot) {
        assertThat(callUnderWay).as("a call is under way before %s", call).isFalse();
        callUnderWay = true;
        if (call instanceof Effect.Release || call instanceof Effect.Claim) {
            assertThat(workRuns).as("work runs during %s", call).isFalse();
        }
        if (call instanceof Effect.Renew renew) {
            assertThat(renew.extension().held())
                    .as("the renewed lease is the one held")
                    .isEqualTo(snapshot.lease());
        } else {
            assertThat(snapshot.lease())
                    .as("a leader sends only renewals, not %s", call)
                    .isNull();
        }
    }

    private void checkWork(Effect effect, Campaign campaign) {
        if (effect instanceof Effect.Start start) {
            assertThat(workRuns).as("earlier work runs").isFalse();
            checkStart(start, campaign.snapshot());
            workRuns = true;
            workCancelled = false;
        } else {
            assertThat(workRuns).as("there is work for %s", effect).isTrue();
            if (effect instanceof Effect.Cancel) {
                assertThat(campaign.snapshot().lease())
                        .as("not leader before work is cancelled")
                        .isNull();
                assertThat(leading > 0 || running == Effect.Start.Kind.ACQUIRE_HOOK)
                        .as("work is cancelled before anybody is told")
                        .isTrue();
                workCancelled = true;
            } else if (effect instanceof Effect.Kill) {
                assertThat(workCancelled).as("killed work was cancelled before").isTrue();
            } else if (effect instanceof Effect.Abandon) {
                assertThat(running).isEqualTo(Effect.Start.Kind.LOSE_HOOK);
                workRuns = false;
            }
        }
    }

    private void checkStart(Effect.Start start, Snapshot snapshot) {
        running = start.kind();
        switch (start.kind()) {
            case ACQUIRE_HOOK -> {
                assertThat(leading).as("nothing is announced before the hook").isZero();
                assertThat(snapshot.lease()).as("the hook runs inside a term").isEqualTo(start.lease());
            }
            case WORK -> assertThat(start.lease().token()).isEqualTo(leading);
            case LOSE_HOOK ->
                assertThat(snapshot.lease())
                        .as("the term is over before the lose hook")
                        .isNull();
        }
    }

    private void checkEvent(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            assertThat(leading).as("no term without the end of the one before").isZero();
            assertThat(acquired.token()).as("tokens grow").isGreaterThan(lastToken);
            leading = acquired.token();
            lastToken = leading;
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            ended(resigned.token());
        } else if (event instanceof ElectionEvent.Lost lost) {
            ended(lost.token());
        }
    }

    private void ended(long token) {
        assertThat(token).as("the term that ends is the one that was announced").isEqualTo(leading);
        assertThat(!workRuns || workCancelled)
                .as("work is cancelled before the end is told")
                .isTrue();
        leading = 0;
    }

    private void checkRest(Campaign campaign, ClockReading now) {
        Snapshot snapshot = campaign.snapshot();
        Long wake = campaign.wakeAtNanos();
        assertThat(
                        snapshot.lease() == null || !snapshot.announced()
                                ? 0
                                : snapshot.lease().token())
                .as("what is published is what was told")
                .isEqualTo(leading);
        assertThat(wake != null && now.reached(wake))
                .as("the campaign wants to be woken in the past")
                .isFalse();
        assertThat(wake != null || callUnderWay || workRuns || snapshot.finished())
                .as("something will move the campaign on")
                .isTrue();
    }
}
