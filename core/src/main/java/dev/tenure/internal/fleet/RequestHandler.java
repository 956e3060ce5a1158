package dev.tenure.internal.fleet;

import dev.tenure.Reason;
import dev.tenure.Successor;
import dev.tenure.Term;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.spi.Request;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Answers what is asked of the leader of one election, each request once (R17). On the loop. */
public final class RequestHandler {
    private final CampaignSetup setup;
    private final LeadershipView view;
    private final CampaignDriver driver;
    private @Nullable Request answered;

    public RequestHandler(CampaignSetup setup, LeadershipView view, CampaignDriver driver) {
        this.setup = setup;
        this.view = view;
        this.driver = driver;
    }

    /** A transfer to somebody who is not there, or could not lead, is refused and leaves the leader in place. */
    public void answer(Request request, List<Peer> peers) {
        Term term = view.term().orElse(null);
        if (term == null || term.token() != request.token() || request.equals(answered)) {
            return;
        }
        answered = request;
        String successor = request.successor();
        Optional<Peer> to = successor == null ? Optional.empty() : ablePeer(peers, Successor.nameOrInstance(successor));
        if (successor != null && to.isEmpty()) {
            String refused = "a transfer that " + request.by() + " asked for was refused: " + successor
                    + " is not there, or not able to lead";
            driver.warn(Reason.REQUEST_REFUSED, refused, null);
            return;
        }
        String what = to.map(peer -> "transferred to " + peer.name()).orElse("resigned");
        Reason reason = to.isPresent() ? Reason.TRANSFERRED : Reason.RESIGNED;
        driver.step(new Input.Resign(
                request.token(),
                reason,
                what + " as " + request.by() + " asked",
                setup.timing().ttl(),
                to.map(Peer::instance).orElse(null)));
    }

    /** Returns the peer that is meant, if it could lead. */
    public static Optional<Peer> ablePeer(List<Peer> peers, Successor successor) {
        return peers.stream()
                .filter(peer -> peer.isAble() && successor.is(peer.entry().candidate()))
                .findFirst();
    }
}
