package dev.tenure.chaos;

import dev.tenure.Candidate;
import dev.tenure.CatchUp;
import dev.tenure.Schedule;
import dev.tenure.Stores;
import dev.tenure.Timing;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * A candidate that runs a slot every few milliseconds, and writes down what it runs and what was saved. The same on
 * every store: it knows nothing of it but the URI.
 */
final class SlotNodeMain {
    static final String ELECTION = "slots";
    static final Duration PERIOD = Duration.ofMillis(20);

    private SlotNodeMain() {}

    public static void main(String[] arguments) throws Exception {
        SlotLog log = new SlotLog(Path.of(arguments[1]));
        NodeProcess.attach(NodeClock.ofThisProcess(), order -> {});
        ForwardingStore store = new ForwardingStore(Stores.open(arguments[0])) {
            @Override
            public Batons batons() {
                return told(super.batons(), log);
            }
        };
        Duration ttl = Duration.ofMillis(Long.parseLong(arguments[2]));
        Candidate candidate = Candidate.on(store).timing(Timing.of(ttl)).start();
        candidate.stand(ELECTION).leadAt(Schedule.every(PERIOD), CatchUp.ALL, (term, slot) -> {
            log.add(SlotLog.What.BEGUN, slot.toEpochMilli(), term.token());
            log.add(SlotLog.What.ENDED, slot.toEpochMilli(), term.token());
        });
        Thread.currentThread().join();
    }

    /** Passes calls on, and writes down each write that was confirmed. */
    private static Batons told(Batons batons, SlotLog log) {
        return new Batons() {
            @Override
            public Optional<Baton> read(String election, Deadline deadline) {
                return batons.read(election, deadline);
            }

            @Override
            public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
                Optional<String> written = batons.write(election, next, version, deadline);
                if (written.isPresent()) {
                    log.add(SlotLog.What.SAVED, 0, next.token());
                }
                return written;
            }
        };
    }
}
