package dev.tenure.simulator;

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

/** One process's place among those who stand, wired to the engine as a standing election is. */
final class Standing {
    private static final int MOST_DOUBLINGS = 6;

    private final EventLoop loop;
    private final CampaignDriver driver;
    private final Stance stance;
    private final RosterSync rosterSync;
    private final ElectionRank place;
    private boolean able;
    private int handOvers;
    private int failedClaims;
    private long unreliableUntilNanos;
    private long coolUntilNanos;

    Standing(
            Instance instance,
            RosterSync rosterSync,
            EventLoop loop,
            CampaignSetup setup,
            LeadershipView view,
            CampaignDriver driver) {
        this.loop = loop;
        this.driver = driver;
        this.stance = instance.stance();
        this.able = stance.options().ableAtFirst();
        this.rosterSync = rosterSync;
        Stance.Rank rank = stance.rank();
        SuccessorOrder preference = new SuccessorOrder(
                instance.identity().instance(), rank.priority(), rank.version(), rank.prefersNewest());
        this.place = new ElectionRank(setup, view, driver, new RequestHandler(setup, view, driver), () -> preference);
        driver.onNudgeAsLeader(rosterSync::soon);
    }

    /** Enters the roster, on the loop. */
    void join() {
        if (!stance.observes()) {
            rosterSync.join(place);
        }
    }

    /** Leaves the roster, on the loop. */
    void leave() {
        rosterSync.leave(place);
    }

    boolean isIdle() {
        return rosterSync.isIdle();
    }

    void soon() {
        loop.execute(rosterSync::soon);
    }

    /** Takes in what listeners are told, and until when a candidate stays back at most whose term has ended now. */
    void told(ElectionEvent event, long coolUntil) {
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

    /** Says whether this candidate could lead; the engine hears of it as soon as it comes to it. */
    void able(boolean isAble) {
        loop.execute(() -> able |= isAble);
        driver.input(new Input.Able(isAble, isAble ? "able to lead" : "not able to lead"));
        loop.execute(() -> {
            able &= isAble;
            rosterSync.soon();
        });
    }

    /** Tells whether the engine has heard that this candidate could lead, and not that it no longer can. */
    boolean isAble() {
        return able;
    }

    void staysBackUntil(long nanos) {
        coolUntilNanos = nanos;
    }

    /** Returns the true time until which this candidate may stay back. */
    long coolUntilNanos() {
        return coolUntilNanos;
    }

    /** Takes in the outcome of a claim: who fails to claim again and again calls itself unable, for ever longer. */
    void claimed(Object outcome, long now, long ttlNanos) {
        failedClaims = outcome instanceof StoreException ? failedClaims + 1 : 0;
        unreliableUntilNanos = failedClaims == 0 ? 0 : now + (ttlNanos << Math.min(failedClaims, MOST_DOUBLINGS));
    }

    /** Returns until when others may not count on this candidate, because it has failed to claim. */
    long unreliableUntilNanos() {
        return unreliableUntilNanos;
    }

    /** Returns how often this candidate has handed over to a better one. */
    int handOvers() {
        return handOvers;
    }
}
