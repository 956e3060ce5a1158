package dev.tenure.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** One run: nodes on a store, random faults for a time, then none, and a verdict. */
final class ChaosRun {
    private final ChaosOptions options;
    private final Path folder;

    /** What came of a run: the line to print, the faults of each kind, and every problem in words. */
    record Result(String line, Map<String, Integer> faults, List<String> problems) {
        boolean isClean() {
            return problems.isEmpty();
        }
    }

    ChaosRun(ChaosOptions options, Path folder) {
        this.options = options;
        this.folder = folder;
    }

    Result run() throws Exception {
        Optional<Path> library = Preload.compile(folder);
        try (FaultLog log = new FaultLog(folder.resolve("faults.log"));
                RegisterServer register = new RegisterServer();
                Deployment deployment = Deployments.start(options.store(), folder)) {
            List<Node> nodes = nodes(deployment, register, library);
            Optional<Duration> healed;
            try {
                NodeFaults nodeFaults = new NodeFaults(nodes, options, deployment, register, library.isPresent());
                Random random = new Random(options.seed());
                for (Node node : nodes) {
                    node.start(nodeFaults.rate(random));
                }
                healed = awaitLeaders(register, deployment, log, "started");
                if (healed.isPresent()) {
                    injectFaults(nodeFaults, deployment, log);
                    healed = awaitLeaders(register, deployment, log, "healed");
                }
            } finally {
                for (Node node : nodes) {
                    node.end();
                }
            }
            Verdict verdict = Verdict.of(folder, deployment.elections());
            return result(verdict, register.errors(), log, healed, library.isPresent());
        }
    }

    private List<Node> nodes(Deployment deployment, RegisterServer register, Optional<Path> library)
            throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                deployment.uri(),
                Long.toString(options.ttl().toMillis()),
                Integer.toString(register.port()),
                folder.toString(),
                options.interruptOnly() ? "interrupted" : "checked"));
        arguments.addAll(deployment.elections());
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= options.nodes(); i++) {
            nodes.add(new Node("node" + i, arguments, deployment, folder, library));
        }
        return nodes;
    }

    private Optional<Duration> awaitLeaders(RegisterServer register, Deployment deployment, FaultLog log, String since)
            throws InterruptedException {
        log.note(since);
        Optional<Duration> vacancy = register.awaitWrites(deployment.elections(), System.nanoTime(), options.bound());
        log.note("leaders after " + since + ": " + vacancy);
        return vacancy;
    }

    private void injectFaults(NodeFaults nodeFaults, Deployment deployment, FaultLog log) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Duration ttl = options.ttlOrDefault();
        List<Thread> lanes = new ArrayList<>();
        if (!nodeFaults.isEmpty()) {
            lanes.add(lane(new FaultLane(
                    new Random(options.seed()), nodeFaults::draw, ttl.multipliedBy(2), ttl.dividedBy(2), log, end)));
        }
        List<Fault> ofServers = deployment.faults().stream()
                .filter(fault -> options.draws(fault.kind()))
                .toList();
        if (!ofServers.isEmpty()) {
            lanes.add(lane(new FaultLane(
                    new Random(~options.seed()),
                    random -> ofServers.get(random.nextInt(ofServers.size())),
                    ttl.multipliedBy(2),
                    ttl.multipliedBy(3),
                    log,
                    end)));
        }
        // Nobody else counts it down: this is the length of the run.
        end.await(options.length().toMillis(), TimeUnit.MILLISECONDS);
        end.countDown();
        for (Thread lane : lanes) {
            lane.join();
        }
    }

    private static Thread lane(FaultLane lane) {
        Thread thread = new Thread(lane, "faults");
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private Result result(
            Verdict verdict, List<String> fenceErrors, FaultLog log, Optional<Duration> healed, boolean preloaded) {
        List<String> problems = new ArrayList<>(verdict.problems());
        problems.addAll(fenceErrors);
        if (healed.isEmpty()) {
            problems.add("no leader within " + options.bound().toSeconds() + " s although nothing was broken");
        }
        if (log.failures() > 0) {
            problems.add(log.failures() + " faults could not be injected or repaired: see faults.log");
        }
        String line = String.format(
                Locale.ROOT,
                "store=%s seed=%d minutes=%.1f faults=%d terms=%d overlaps=%d token_errors=%d fence_errors=%d"
                        + " longest_vacancy=%.1fs vacancy_after_heal=%s%s",
                options.store(),
                options.seed(),
                options.minutes(),
                log.faults(),
                verdict.terms(),
                verdict.overlaps(),
                verdict.tokenErrors(),
                fenceErrors.size(),
                seconds(verdict.longestVacancy()),
                healed.map(vacancy -> String.format(Locale.ROOT, "%.1fs", seconds(vacancy)))
                        .orElse("none"),
                preloaded ? "" : " (no C compiler: clocks, lines and disks were left alone)");
        return new Result(line, log.kinds(), problems);
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }
}
