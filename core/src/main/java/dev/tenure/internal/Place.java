package dev.tenure.internal;

import dev.tenure.Term;
import dev.tenure.internal.Electorate.Peer;
import dev.tenure.spi.Enrolment;
import dev.tenure.spi.Request;
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
public final class Place implements Registrar.Stand {
    /** Each hand-over doubles the time the next successor must have been able, up to 64 ttls: no ping-pong. */
    private static final int MOST_DOUBLINGS = 6;

    private final Setup setup;
    private final Seat seat;
    private final Driver driver;
    private final Summons summons;
    private final Supplier<Preference> preference;
    private volatile List<Peer> peers = List.of();
    private Input.@Nullable Ranked told;
    private @Nullable String better;
    private long betterSinceNanos;
    private int handOvers;

    public Place(Setup setup, Seat seat, Driver driver, Summons summons, Supplier<Preference> preference) {
        this.setup = setup;
        this.seat = seat;
        this.driver = driver;
        this.summons = summons;
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
        return seat.isLeader() ? Set.of(setup.election()) : Set.of();
    }

    /** Returns who else stands and is alive, as last seen. Thread-safe. */
    List<Peer> peers() {
        return peers;
    }

    @Override
    public void attended(List<Peer> others, Moment now) {
        peers = others;
        Preference ours = preference.get();
        boolean othersAble = others.stream().anyMatch(Peer::isAble);
        Input.Ranked ranked = new Input.Ranked(ours.delayNanos(others, setup.timing()), othersAble);
        if (!ranked.equals(told)) {
            told = ranked;
            driver.step(ranked);
        }
        considerHandOver(ours, ours.successor(others), now);
    }

    /**
     * Hands over once a better candidate has been alive and able for a while: one that comes and goes moves nothing.
     */
    private void considerHandOver(Preference ours, Optional<Peer> successor, Moment now) {
        String instance = successor.map(Peer::instance).orElse(null);
        if (instance == null || !instance.equals(better)) {
            better = instance;
            betterSinceNanos = now.nanos();
        }
        Term term = seat.term().orElse(null);
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
            Enrolment to = successor.get().entry();
            String cause = "handed over to " + to.candidate().name() + ": " + ours.reason(to);
            driver.step(new Input.Resign(
                    term.token(), cause, Duration.ZERO, to.candidate().instance()));
        }
    }

    @Override
    public void requested(Request request) {
        summons.answer(request, peers);
    }
}
