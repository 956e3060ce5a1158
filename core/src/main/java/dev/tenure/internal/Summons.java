package dev.tenure.internal;

import dev.tenure.Term;
import dev.tenure.internal.Electorate.Peer;
import dev.tenure.spi.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers what is asked of the leader of one election, each request once (R17). On the loop. */
public final class Summons {
    private final Setup setup;
    private final Seat seat;
    private final Driver driver;
    private @Nullable Request answered;

    public Summons(Setup setup, Seat seat, Driver driver) {
        this.setup = setup;
        this.seat = seat;
        this.driver = driver;
    }

    /** A transfer to somebody who is not there, or could not lead, is refused and leaves the leader in place. */
    void answer(Request request, List<Peer> peers) {
        Term term = seat.term().orElse(null);
        if (term == null || term.token() != request.token() || request.equals(answered)) {
            return;
        }
        answered = request;
        String successor = request.successor();
        Optional<Peer> to = ablePeer(peers, successor);
        if (successor != null && to.isEmpty()) {
            driver.trouble("a transfer that " + request.by() + " asked for was refused: " + successor
                    + " is not there, or not able to lead");
            return;
        }
        String what = to.map(peer -> "transferred to " + peer.name()).orElse("resigned");
        driver.step(new Input.Resign(
                request.token(),
                what + " as " + request.by() + " asked",
                setup.timing().ttl(),
                to.map(Peer::instance).orElse(null)));
    }

    /** Returns the peer of this instance or name that could lead, if there is one. */
    static Optional<Peer> ablePeer(List<Peer> peers, @Nullable String instanceOrName) {
        return peers.stream()
                .filter(peer -> peer.isAble()
                        && (peer.instance().equals(instanceOrName)
                                || peer.name().equals(instanceOrName)))
                .findFirst();
    }
}
