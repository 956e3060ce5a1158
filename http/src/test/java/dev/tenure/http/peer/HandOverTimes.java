package dev.tenure.http.peer;

import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Timing;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.testkit.StoreTestSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A tool that measures how long a hand-over takes after a resignation, on a store that cannot push, with the channel
 * and without. Arguments: {@code on} or {@code off}, and how many rounds.
 */
final class HandOverTimes {
    private HandOverTimes() {}

    public static void main(String[] arguments) throws Exception {
        boolean channel = !arguments[0].equals("off");
        int rounds = Integer.parseInt(arguments[1]);
        List<Double> millis = new ArrayList<>();
        MemoryCell cell = new MemoryCell();
        for (int round = 0; round < rounds; round++) {
            String election = "round-" + round;
            try (PeerCandidate alice = PeerCandidate.start("alice", cell, Timing.balanced());
                    PeerCandidate bob = PeerCandidate.start("bob", cell, Timing.balanced())) {
                if (!channel) {
                    alice.store().disable();
                    bob.store().disable();
                }
                Election alices = alice.stand(election);
                StoreTestSteps.await("alice leads", alices::isLeader);
                Election bobs = bob.stand(election);
                LinkedBlockingQueue<Long> acquired = new LinkedBlockingQueue<>();
                bobs.subscribe(event -> {
                    if (event instanceof ElectionEvent.Acquired) {
                        acquired.add(TimeSource.system().nanos());
                    }
                });
                StoreTestSteps.await("bob follows", () -> bobs.status().leader() != null);
                acquired.poll(6, TimeUnit.SECONDS); // both have read their rosters, and looks are a pause apart
                long asked = TimeSource.system().nanos();
                alices.resign();
                Long led = acquired.poll(60, TimeUnit.SECONDS);
                millis.add(((led == null ? asked : led) - asked) / 1e6);
            }
        }
        millis.sort(null);
        System.out.println("channel " + arguments[0] + ", " + rounds + " rounds, milliseconds: least " + millis.get(0)
                + ", median " + millis.get(rounds / 2) + ", most " + millis.get(rounds - 1));
    }
}
