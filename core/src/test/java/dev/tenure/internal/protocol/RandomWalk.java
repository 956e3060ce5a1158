package dev.tenure.internal.protocol;

import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Does to one campaign whatever may be done to it, by chance, with a store that answers as it likes.
 *
 * <p>The rig checks its invariants after every step; a walk has nothing to assert but its end.
 */
final class RandomWalk {
    private static final int STEPS = 400;
    private static final List<Kind> KINDS = List.of(Kind.values());

    private final Random random;
    private final CampaignRig rig;
    private final List<Lease> ours = new ArrayList<>();
    private long token = 1;

    RandomWalk(long seed) {
        random = new Random(seed);
        Timing timing = random.nextBoolean()
                ? CampaignRig.TIMING
                : CampaignRig.TIMING.withStopWithin(Duration.ofMillis(1 + random.nextInt(3000)));
        Duration grace = random.nextBoolean() ? Duration.ZERO : Duration.ofSeconds(random.nextInt(40));
        rig = new CampaignRig(timing, grace, random.nextBoolean(), new Random(seed));
    }

    /** Walks, then closes, and returns the campaign as it was left. */
    CampaignRig run() {
        rig.tick();
        if (random.nextBoolean()) {
            rig.input(new Input.WorkGiven());
        }
        for (int i = 0; i < STEPS; i++) {
            step();
        }
        rig.close();
        for (int i = 0; i < 200 && !rig.campaign.snapshot().finished(); i++) {
            if (rig.workRuns()) {
                rig.workEnds(null);
            } else if (rig.call() != null) {
                answer();
            } else {
                rig.pause(rig.untilWake());
                rig.tick();
            }
        }
        return rig;
    }

    private void step() {
        int dice = random.nextInt(100);
        if (dice < 45) {
            toNextWake();
        } else if (dice < 75) {
            answerIfAsked();
        } else if (dice < 82) {
            rig.wakeUp();
        } else if (dice < 88) {
            endWorkIfItRuns();
        } else if (dice < 90) {
            rig.resign();
        } else if (dice < 92) {
            rig.input(new Input.WorkGiven());
        } else if (dice < 94) {
            rig.stepWallClock(Duration.ofMillis(random.nextInt(3000) - 1000));
            rig.tick();
        } else if (dice < 96) {
            rig.pause(Duration.ofMillis(random.nextInt(30_000)));
            rig.tick();
        } else {
            rig.advance(Duration.ofMillis(random.nextInt(10_000)));
        }
    }

    private void toNextWake() {
        if (rig.campaign.wakeAtNanos() == null) {
            answerIfAsked();
            return;
        }
        rig.pause(rig.untilWake().plusNanos(random.nextInt(1_000_000)));
        rig.tick();
    }

    private void endWorkIfItRuns() {
        if (rig.workRuns()) {
            rig.workEnds(random.nextBoolean() ? null : new IllegalStateException("bad luck"));
        }
    }

    private void answerIfAsked() {
        if (rig.call() != null) {
            rig.pause(Duration.ofMillis(random.nextInt(400)));
            answer();
        }
    }

    private void answer() {
        Effect.Call call = rig.call();
        if (random.nextInt(4) == 0) {
            remember(call);
            rig.fail(KINDS.get(random.nextInt(KINDS.size())));
        } else if (call instanceof Effect.Claim) {
            if (random.nextInt(3) > 0) {
                Lease lease = rig.grant();
                ours.add(lease);
                token = Math.max(token, lease.token());
            } else {
                rig.refuse(anything());
            }
        } else if (call instanceof Effect.Renew) {
            if (random.nextInt(6) > 0) {
                ours.add(rig.renew());
            } else {
                rig.refuseRenewal(anything());
            }
        } else if (call instanceof Effect.Release) {
            rig.released();
        } else {
            rig.see(anything());
        }
    }

    private void remember(Effect.@Nullable Call call) {
        if (call instanceof Effect.Claim) {
            ours.add(rig.asked());
        } else if (call instanceof Effect.Renew renew) {
            ours.add(renew.extension().next());
        }
    }

    private Sighting anything() {
        Duration remaining = Duration.ofMillis(random.nextInt(16_000));
        int dice = random.nextInt(10);
        if (dice < 2) {
            return Records.never();
        } else if (dice < 4) {
            return Records.released(token);
        } else if (dice < 5) {
            return Records.unreadable("u" + random.nextInt(3));
        } else if (dice < 8 && !ours.isEmpty()) {
            return Records.held(ours.get(ours.size() - 1 - random.nextInt(Math.min(3, ours.size()))));
        }
        Lease foreign = Records.foreign(token += random.nextInt(2), random.nextInt(3));
        return random.nextBoolean() ? Records.held(foreign) : Records.held(foreign, rig.elapsed(), remaining);
    }
}
