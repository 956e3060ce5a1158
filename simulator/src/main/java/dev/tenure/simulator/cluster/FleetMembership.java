package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.internal.fleet.ElectionRank;
import dev.tenure.internal.fleet.RequestHandler;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.fleet.SuccessorOrder;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.simulator.scenario.CandidateSetup;

/** One process's roster entry, rank and ability, connected to the engine as {@code StandingElection} connects them. */
public final class FleetMembership {
    private static final int MOST_DOUBLINGS = 6;

    private final CandidateProcess process;
    private final EventLoop loop;
    private final CampaignDriver driver;
    private final CandidateSetup setup;
    private final RosterSync rosterSync;
    private final ElectionRank rank;
    private boolean able;
    private int handOvers;
    private int failedClaims;
    private long unreliableUntilNanos;
    private long coolUntilNanos;

    FleetMembership(
            CandidateProcess process,
            RosterSync rosterSync,
            EventLoop loop,
            CampaignSetup campaignSetup,
            LeadershipView view,
            CampaignDriver driver) {
        this.process = process;
        this.loop = loop;
        this.driver = driver;
        this.setup = process.setup();
        this.able = setup.options().ableAtFirst();
        this.rosterSync = rosterSync;
        CandidateSetup.Rank drawn = setup.rank();
        SuccessorOrder preference = new SuccessorOrder(
                process.identity().instance(), drawn.priority(), drawn.version(), drawn.prefersNewest());
        this.rank = new ElectionRank(
                campaignSetup, view, driver, new RequestHandler(campaignSetup, view, driver), () -> preference);
        driver.onWakeUpAsLeader(rosterSync::soon);
    }

    /** Enters the roster, on the loop. */
    void join() {
        if (!setup.observes()) {
            rosterSync.join(rank);
        }
    }

    /** Leaves the roster, on the loop. */
    void leave() {
        rosterSync.leave(rank);
    }

    RosterSync rosterSync() {
        return rosterSync;
    }

    boolean isIdle() {
        return rosterSync.isIdle();
    }

    void soon() {
        loop.execute(rosterSync::soon);
    }

    /** Receives an event, and the latest end of the cool-down if a term has ended now. */
    void onEvent(ElectionEvent event, long coolUntil) {
        if (event instanceof ElectionEvent.Resigned
                || event.cause().startsWith("a term ended before it was announced")) {
            coolUntilNanos = coolUntil;
        }
        if (event.cause().contains("handed over to ")) {
            handOvers++;
        }
        if (!(event instanceof ElectionEvent.Warning)) {
            rosterSync.soon();
        }
    }

    /** Tells the engine whether this candidate is able to lead. */
    void able(boolean isAble) {
        loop.execute(() -> able |= isAble);
        driver.input(new Input.Able(isAble, isAble ? "able to lead" : "not able to lead"));
        process.sides().shards().able(isAble);
        loop.execute(() -> {
            able &= isAble;
            rosterSync.soon();
        });
    }

    /** Tells whether the engine may take this candidate for able to lead. */
    boolean isAble() {
        return able;
    }

    void coolDownUntil(long nanos) {
        coolUntilNanos = nanos;
    }

    /** Returns the true time until which this candidate may refrain from claiming. */
    public long coolUntilNanos() {
        return coolUntilNanos;
    }

    /** Records the outcome of a claim: after each failure in a row a candidate calls itself unable for longer. */
    void onClaimOutcome(Object outcome, long now, long ttlNanos) {
        failedClaims = outcome instanceof StoreException ? failedClaims + 1 : 0;
        unreliableUntilNanos = failedClaims == 0 ? 0 : now + (ttlNanos << Math.min(failedClaims, MOST_DOUBLINGS));
    }

    /** Returns the true time until which this candidate may call itself unable because its claims failed. */
    public long unreliableUntilNanos() {
        return unreliableUntilNanos;
    }

    /** Returns how often this candidate has handed over to a better one. */
    public int handOvers() {
        return handOvers;
    }
}
