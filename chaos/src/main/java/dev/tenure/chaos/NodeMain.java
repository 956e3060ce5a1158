package dev.tenure.chaos;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.Timing;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * One candidate of a run, a process that is stopped and killed. It asks every half millisecond whether it leads and
 * writes down when it did, and does work that writes to a register with its token. {@link NodeProcess} has its
 * arguments; the order {@code ttl 4000} changes its ttl.
 */
final class NodeMain {
    static final String TTL = "ttl ";

    private NodeMain() {}

    public static void main(String[] arguments) throws IOException {
        NodeProcess node = NodeProcess.parse(arguments);
        NodeClock clock = NodeClock.ofThisProcess();
        AtomicReference<@Nullable Candidate> started = new AtomicReference<>();
        AskingLoop loop = new AskingLoop(node, clock);
        NodeProcess.attach(clock, order -> {
            loop.obey(order);
            obey(order, started.get());
        });
        CandidateBuilder builder = Candidate.on(node.uri()).named(node.name());
        if (!node.ttl().isZero()) {
            builder.timing(timing(node.ttl()));
        }
        Candidate candidate = builder.start();
        started.set(candidate);
        RegisterWork work = new RegisterWork(node, clock);
        Map<Election, TermRecorder> elections = new LinkedHashMap<>();
        for (String name : node.elections()) {
            Election election = candidate.stand(name);
            election.lead(work);
            elections.put(
                    election, new TermRecorder(node.who(), node.folder().resolve(node.who() + "." + name + ".terms")));
        }
        loop.run(() -> {
            for (Map.Entry<Election, TermRecorder> each : elections.entrySet()) {
                ask(each.getKey(), each.getValue(), clock);
            }
        });
    }

    private static Timing timing(Duration ttl) {
        return Timing.of(ttl).withStopWithin(ttl.dividedBy(10));
    }

    private static void obey(String order, @Nullable Candidate candidate) {
        if (candidate == null || !order.startsWith(TTL)) {
            return;
        }
        Duration ttl = Duration.ofMillis(Long.parseLong(order.substring(TTL.length())));
        try {
            candidate.reconfigure(settings -> settings.withTiming(timing(ttl)));
        } catch (IllegalArgumentException | UnsupportedOperationException refused) {
            // Where all candidates must share one ttl, none is changed.
        }
    }

    private static void ask(Election election, TermRecorder recorder, NodeClock clock) throws IOException {
        long before = clock.nanos();
        Optional<Term> term = election.term();
        if (term.isPresent() && term.get().isCurrent() && election.isLeader()) {
            recorder.leads(term.get().token(), before, clock.nanos());
        } else {
            recorder.doesNotLead();
        }
    }
}
