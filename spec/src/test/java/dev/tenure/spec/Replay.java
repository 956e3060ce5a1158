package dev.tenure.spec;

import static java.util.Objects.requireNonNull;

import dev.tenure.simulator.scenario.FaultKind;
import dev.tenure.simulator.scenario.FurtherFeatures;
import dev.tenure.simulator.scenario.RunOptions;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.scenario.StoreKind;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.spi.TakeoverDelay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Replays runs of the simulator against the specification. */
final class Replay {
    /** Three machines, whose clocks run alike: then the specification knows every deadline of a candidate. */
    static final RunOptions OPTIONS = RunOptions.standard().withNodes(3).withDrift(0);

    private static final Pattern RUN = Pattern.compile("/\\\\ run = (\\d+)");
    private static final Pattern AT = Pattern.compile("/\\\\ at = (\\d+)");
    private static final Pattern INVARIANT = Pattern.compile("Invariant (\\w+) is violated");

    private final List<SimulatorTrace> runs;

    /**
     * What came of it.
     *
     * @param rejected where the first run was rejected, and why, or an empty text
     * @param summary how many states the specification went through, for people
     */
    record Verdict(String rejected, String summary) {}

    Replay(List<SimulatorTrace> runs) {
        this.runs = runs;
    }

    /** Returns the seeds, from the given one on, whose runs have nothing that {@code Lease.tla} leaves out. */
    static LongStream seeds(long from) {
        return LongStream.iterate(from, seed -> seed + 1).filter(Replay::isWithinTheSpecification);
    }

    private static boolean isWithinTheSpecification(long seed) {
        Scenario scenario = Scenario.draw(new SeededRandom(seed), OPTIONS);
        StoreKind kind = StoreKind.draw(seed);
        FurtherFeatures further = FurtherFeatures.draw(FurtherFeatures.random(seed), scenario, kind);
        return kind == StoreKind.SINGLE
                && further.equals(new FurtherFeatures(null, 0))
                && !scenario.storeClock()
                && scenario.features().isEmpty()
                && scenario.sideElections() == 0
                && scenario.takeoverDelay().equals(TakeoverDelay.NONE)
                && !scenario.has(FaultKind.SLEEP)
                && !scenario.has(FaultKind.WALL_STEP);
    }

    /** Replays the runs, all in one start of the checker, which writes to the given folder. */
    Verdict run(Path folder) throws IOException, InterruptedException {
        try (Stream<Path> modules = Files.list(Model.sources())) {
            for (Path module : modules.filter(Files::isRegularFile).toList()) {
                Files.copy(module, folder.resolve(requireNonNull(module.getFileName())));
            }
        }
        Files.writeString(folder.resolve("TraceRuns.tla"), module());
        Path out = folder.resolve("trace.out");
        String states = folder.resolve("states").toString();
        Model.Verdict verdict = Model.run(
                List.of("-workers", "1", "-metadir", states, "-config", "Trace.cfg", "TraceRuns.tla"), folder, out);
        return new Verdict(verdict.exit() == 0 ? "" : rejected(verdict.output()), verdict.summary());
    }

    private String module() {
        StringBuilder text = new StringBuilder("---- MODULE TraceRuns ----\nEXTENDS Trace\n");
        int candidates = 1;
        for (SimulatorTrace run : runs) {
            text.append("Seed" + run.seed() + " == " + run.tla() + "\n");
            candidates = Math.max(candidates, run.candidates());
        }
        String names =
                String.join(", ", runs.stream().map(run -> "Seed" + run.seed()).toList());
        return text + "AllRuns == <<" + names + ">>\nAllProcs == 1.." + candidates + "\n====\n";
    }

    /** The last state that the checker prints is the one in which a run got stuck, or became wrong. */
    private String rejected(String output) {
        int run = last(RUN, output);
        int at = last(AT, output);
        if (run == 0 || at == 0) {
            return output;
        }
        SimulatorTrace rejected = runs.get(run - 1);
        Matcher invariant = INVARIANT.matcher(output);
        String why = invariant.find()
                ? invariant.group(1) + " does not hold after " + rejected.event(at - 1)
                : "the specification has no step for " + rejected.event(at);
        return "seed " + rejected.seed() + ": " + why;
    }

    private static int last(Pattern pattern, String output) {
        return pattern.matcher(output)
                .results()
                .reduce((earlier, later) -> later)
                .map((MatchResult found) -> Integer.valueOf(found.group(1)))
                .orElse(0);
    }
}
