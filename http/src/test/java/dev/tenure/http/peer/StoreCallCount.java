package dev.tenure.http.peer;

import dev.tenure.Election;
import dev.tenure.Timing;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.FaultyStore.Operation;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A tool that counts the calls of one leader and nine followers to a store that cannot push, with the channel and
 * without. Arguments: {@code on} or {@code off}, and for how many minutes.
 */
final class StoreCallCount {
    private static final int NODES = 10;
    private static final long HOUR_MINUTES = 60;

    private StoreCallCount() {}

    public static void main(String[] arguments) throws Exception {
        boolean channel = !arguments[0].equals("off");
        long minutes = Long.parseLong(arguments[1]);
        MemoryCell cell = new MemoryCell();
        List<PeerCandidate> nodes = new ArrayList<>();
        try {
            for (int number = 0; number < NODES; number++) {
                PeerCandidate node = PeerCandidate.start("node-" + number, cell, Timing.balanced());
                nodes.add(node);
                if (!channel) {
                    node.store().disable();
                }
                Election stand = node.stand("payroll");
                StoreTestSteps.await(
                        "one leads", () -> stand.isLeader() || stand.status().leader() != null);
            }
            CountDownLatch never = new CountDownLatch(1);
            never.await(Timing.balanced().ttl().toSeconds(), TimeUnit.SECONDS); // all have found each other by then
            long looks = count(nodes, Operation.INSPECT);
            long writes = count(nodes, Operation.RENEW);
            never.await(Duration.ofMinutes(minutes).toSeconds(), TimeUnit.SECONDS);
            System.out.println("channel " + arguments[0] + ", " + NODES + " nodes, calls an hour: looks "
                    + (count(nodes, Operation.INSPECT) - looks) * HOUR_MINUTES / minutes
                    + ", renewals " + (count(nodes, Operation.RENEW) - writes) * HOUR_MINUTES / minutes);
        } finally {
            PeerProcess.closeAll(nodes);
        }
    }

    private static long count(List<PeerCandidate> nodes, Operation operation) {
        return nodes.stream().mapToLong(node -> node.line().count(operation)).sum();
    }
}
