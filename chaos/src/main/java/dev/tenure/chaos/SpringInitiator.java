package dev.tenure.chaos;

import java.io.IOException;
import org.springframework.integration.leader.DefaultCandidate;
import org.springframework.integration.support.leader.LockRegistryLeaderInitiator;
import org.springframework.integration.support.locks.LockRegistry;

/** Spring Integration's leader initiator with its defaults: a heart-beat every 500 ms. */
final class SpringInitiator {
    private SpringInitiator() {}

    /** Competes for the lock of the node's election, and works while the initiator's context says that it leads. */
    static void run(PeerNode node, LockRegistry<?> locks) throws IOException {
        LockRegistryLeaderInitiator initiator =
                new LockRegistryLeaderInitiator(locks, new DefaultCandidate(node.who(), node.election()));
        initiator.start();
        node.run(() -> initiator.getContext().isLeader());
    }
}
