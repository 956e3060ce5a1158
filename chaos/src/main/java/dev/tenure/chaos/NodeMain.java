package dev.tenure.chaos;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/**
 * One candidate of a run, a process that is stopped and killed. It asks every half millisecond whether it leads and
 * writes down when it did, and does work that writes to a register with its token.
 *
 * <p>Arguments: name, URI, ttl in ms (0 for the store's default), port of the register, folder, {@code checked} or
 * {@code interrupted}, elections.
 */
final class NodeMain {
    private static final long SAMPLE_NANOS = Duration.ofMillis(1).toNanos() / 2;
    private static final int FIRST_ELECTION = 6;

    private NodeMain() {}

    @SuppressWarnings("SystemOut") // this is how the parent checks the clock
    public static void main(String[] arguments) throws IOException {
        endWithParent();
        NodeClock clock = NodeClock.ofThisProcess();
        System.out.println("clock " + clock.nanos());
        String who = arguments[0] + "-" + ProcessHandle.current().pid();
        CandidateBuilder builder = Candidate.on(arguments[1]).named(arguments[0]);
        Duration ttl = Duration.ofMillis(Long.parseLong(arguments[2]));
        if (!ttl.isZero()) {
            builder.timing(Timing.of(ttl).withStopWithin(ttl.dividedBy(10)));
        }
        Candidate candidate = builder.start();
        Path folder = Path.of(arguments[4]);
        RegisterWork work = new RegisterWork(
                who, Integer.parseInt(arguments[3]), clock, folder, arguments[5].equals("interrupted"));
        Map<Election, TermRecorder> elections = new LinkedHashMap<>();
        for (int i = FIRST_ELECTION; i < arguments.length; i++) {
            Election election = candidate.stand(arguments[i]);
            election.lead(work);
            elections.put(election, new TermRecorder(who, folder.resolve(who + "." + arguments[i] + ".terms")));
        }
        while (true) {
            for (Map.Entry<Election, TermRecorder> each : elections.entrySet()) {
                sample(each.getKey(), each.getValue(), clock);
            }
            LockSupport.parkNanos(SAMPLE_NANOS);
        }
    }

    /** The input of this process ends when its parent does, however that ends. */
    private static void endWithParent() {
        Thread watch = new Thread(
                () -> {
                    try {
                        System.in.transferTo(OutputStream.nullOutputStream());
                    } catch (IOException gone) {
                        // Ended as well.
                    }
                    Runtime.getRuntime().halt(0);
                },
                "parent");
        watch.setDaemon(true);
        watch.start();
    }

    private static void sample(Election election, TermRecorder recorder, NodeClock clock) throws IOException {
        long before = clock.nanos();
        Optional<Term> term = election.term();
        if (term.isPresent() && term.get().isCurrent() && election.isLeader()) {
            recorder.leads(term.get().token(), before, clock.nanos());
        } else {
            recorder.doesNotLead();
        }
    }
}
