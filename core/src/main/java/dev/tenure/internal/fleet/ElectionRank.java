package dev.tenure.internal.fleet;

import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Term;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One candidate's place among those who stand in an election: tells its campaign when it is its turn, hands over to a
 * better candidate, and passes requests on. On the loop, except for {@link #peers()}.
 */
public final class ElectionRank implements RosterSync.Stand {
    /** Each hand-over doubles the time the next successor must have been able, up to 64 ttls: no ping-pong. */
    private static final int MOST_DOUBLINGS = 6;

    private final CampaignSetup setup;
    private final LeadershipView view;
    private final CampaignDriver driver;
    private final RequestHandler requestHandler;
    private final Supplier<SuccessorOrder> preference;
    private volatile List<Peer> peers = List.of();
    private boolean known;
    private Input.@Nullable Ranked told;
    private @Nullable String better;
    private long betterSinceNanos;
    private int handOvers;

    public ElectionRank(
            CampaignSetup setup,
            LeadershipView view,
            CampaignDriver driver,
            RequestHandler requestHandler,
            Supplier<SuccessorOrder> preference) {
        this.setup = setup;
        this.view = view;
        this.driver = driver;
        this.requestHandler = requestHandler;
        this.preference = preference;
    }

    @Override
    public String roster() {
        return setup.election();
    }

    @Override
    public boolean isAble() {
        return driver.isAble();
    }

    @Override
    public Set<String> ledElections() {
        return view.isLeader() ? Set.of(setup.election()) : Set.of();
    }

    /** Returns who else stands and is alive, as last seen. Thread-safe. */
    public List<Peer> peers() {
        return peers;
    }

    @Override
    public void attended(List<Peer> others, ClockReading now) {
        peers = others;
        known = true;
        SuccessorOrder ours = preference.get();
        rank(ours);
        considerHandOver(ours, ours.successor(others), now);
    }

    /** Takes in that the record shows another leader: the order among the rest changes with it. */
    public void leaderChanged() {
        if (known) {
            rank(preference.get());
        }
    }

    private void rank(SuccessorOrder ours) {
        Identity leader = view.status().leader();
        long delay = ours.delayNanos(peers, leader == null ? "" : leader.instance(), setup.timing());
        Input.Ranked ranked = new Input.Ranked(delay, peers.stream().anyMatch(Peer::isAble));
        if (!ranked.equals(told)) {
            told = ranked;
            driver.step(ranked);
        }
    }

    /**
     * Hands over once a better candidate has been alive and able for a while: one that comes and goes moves nothing.
     */
    private void considerHandOver(SuccessorOrder ours, Optional<Peer> successor, ClockReading now) {
        String instance = successor.map(Peer::instance).orElse(null);
        if (instance == null || !instance.equals(better)) {
            better = instance;
            betterSinceNanos = now.nanos();
        }
        Term term = view.term().orElse(null);
        if (term == null
                || term.isEnding()
                || successor.isEmpty()
                || !successor.get().beating()) {
            return;
        }
        long patience = setup.timing().ttl().toNanos() << Math.min(handOvers, MOST_DOUBLINGS);
        if (now.reached(betterSinceNanos + patience)) {
            handOvers++;
            betterSinceNanos = now.nanos(); // if it is in vain, the whole patience begins anew
            RosterEntry to = successor.get().entry();
            String cause = "handed over to " + to.candidate().name() + ": " + ours.reason(to);
            driver.step(new Input.Resign(
                    term.token(),
                    Reason.TRANSFERRED,
                    cause,
                    Duration.ZERO,
                    to.candidate().instance()));
        }
    }

    @Override
    public void requested(Request request) {
        requestHandler.answer(request, peers);
    }
}
