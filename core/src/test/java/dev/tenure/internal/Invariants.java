package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import java.util.List;

/** What must hold whatever happens to a campaign; checked after every single input of every test that uses the rig. */
final class Invariants {
    private boolean callUnderWay;
    private boolean workRuns;
    private boolean workCancelled;
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

    void check(List<Effect> effects, Campaign campaign, Moment now) {
        for (Effect effect : effects) {
            if (effect instanceof Effect.Call call) {
                checkCall(call);
            } else if (effect instanceof Effect.Tell tell) {
                checkEvent(tell.event());
            } else if (!(effect instanceof Effect.Finish)) {
                checkWork(effect, campaign);
            }
        }
        checkRest(campaign, now);
    }

    private void checkCall(Effect.Call call) {
        assertThat(callUnderWay).as("a call is under way before %s", call).isFalse();
        callUnderWay = true;
        if (call instanceof Effect.Release || call instanceof Effect.Claim) {
            assertThat(workRuns).as("work runs during %s", call).isFalse();
        }
        if (call instanceof Effect.Renew renew) {
            assertThat(renew.extension().held().token())
                    .as("the renewed term is the announced one")
                    .isEqualTo(leading);
        } else {
            assertThat(leading).as("a leader sends only renewals, not %s", call).isZero();
        }
    }

    private void checkWork(Effect effect, Campaign campaign) {
        if (effect instanceof Effect.StartWork start) {
            assertThat(workRuns).as("earlier work runs").isFalse();
            assertThat(start.lease().token()).isEqualTo(leading);
            workRuns = true;
            workCancelled = false;
        } else {
            assertThat(workRuns).as("there is work for %s", effect).isTrue();
            if (effect instanceof Effect.CancelWork) {
                assertThat(campaign.snapshot().lease())
                        .as("not leader before work is cancelled")
                        .isNull();
                assertThat(leading)
                        .as("work is cancelled before anybody is told")
                        .isPositive();
                workCancelled = true;
            } else if (effect instanceof Effect.KillWork) {
                assertThat(workCancelled).as("killed work was cancelled before").isTrue();
            }
        }
    }

    private void checkEvent(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            assertThat(leading).as("no term without the end of the one before").isZero();
            assertThat(acquired.token()).as("tokens grow").isGreaterThan(lastToken);
            leading = acquired.token();
            lastToken = leading;
        } else if (event instanceof ElectionEvent.Revoked revoked) {
            ended(revoked.token());
        } else if (event instanceof ElectionEvent.Fenced fenced) {
            ended(fenced.token());
        }
    }

    private void ended(long token) {
        assertThat(token).as("the term that ends is the one that was announced").isEqualTo(leading);
        assertThat(!workRuns || workCancelled)
                .as("work is cancelled before the end is told")
                .isTrue();
        leading = 0;
    }

    private void checkRest(Campaign campaign, Moment now) {
        Snapshot snapshot = campaign.snapshot();
        Long wake = campaign.wakeAtNanos();
        assertThat(snapshot.lease() == null ? 0 : snapshot.lease().token())
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
