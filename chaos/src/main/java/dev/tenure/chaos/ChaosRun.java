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
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/** One run: nodes on a store, random faults for a time, then none, and a verdict. */
final class ChaosRun {
    private final ChaosOptions options;
    private final Path folder;
    private final Supplier<Deployment> servers;

    /** What came of a run: the line to print, the faults of each kind, and every problem in words. */
    record Result(String line, Map<String, Integer> faults, List<String> problems) {
        boolean isClean() {
            return problems.isEmpty();
        }
    }

    /** Prepares a run on the store that the options name, with its files in the folder. */
    ChaosRun(ChaosOptions options, Path folder) {
        this(options, folder, () -> Deployments.start(options, folder));
    }

    /** Prepares a run on other servers than those that the options name. */
    ChaosRun(ChaosOptions options, Path folder, Supplier<Deployment> servers) {
        this.options = options;
        this.folder = folder;
        this.servers = servers;
    }

    Result run() throws Exception {
        Optional<Path> library = Preload.compile(folder);
        try (FaultLog log = new FaultLog(folder.resolve("faults.log"));
                RegisterServer register = new RegisterServer();
                Deployment all = servers.get()) {
            Deployment deployment = options.program().isForOneElection() ? all.withOneElection() : all;
            Scene scene = new Scene(options, deployment, register, folder, library, new ReentrantLock());
            List<Node> nodes = nodes(scene);
            Optional<Duration> healed;
            long fromNanos = System.nanoTime();
            try {
                NodeFaults nodeFaults = new NodeFaults(nodes, scene);
                Random random = new Random(options.seed());
                for (Node node : nodes) {
                    node.start(nodeFaults.rate(random));
                }
                if (options.program().asks()) {
                    awaitNodes(nodes, scene, fromNanos);
                }
                healed = awaitLeaders(scene, log, options.startBound());
                if (healed.isPresent()) {
                    copyData(deployment);
                    injectFaults(nodeFaults, scene, log);
                    healed = awaitLeaders(scene, log, options.bound());
                }
            } finally {
                for (Node node : nodes) {
                    node.end();
                }
            }
            List<String> names = nodes.stream().map(Node::name).toList();
            VacancyCheck vacancy = new VacancyCheck(names, log.past(), options.vacancyBound());
            Verdict verdict = Verdict.of(folder, deployment.elections(), vacancy);
            Result result = result(verdict, register.errors(), log, healed, library.isPresent());
            new Plot(result.line(), names, verdict.terms(), log.past(), fromNanos, System.nanoTime())
                    .write(folder.resolve("plot.svg"));
            return result;
        }
    }

    /** What is put back later: the data with the first terms in them. */
    private void copyData(Deployment deployment) throws Exception {
        if (deployment.data().isPresent()
                && (options.draws(NodeFaults.RESTORE) || options.draws(Deployments.ROLL_BACK))) {
            deployment.data().get().copy();
        }
    }

    private List<Node> nodes(Scene scene) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                scene.deployment().uri(),
                Long.toString(options.ttl().toMillis()),
                Integer.toString(scene.register().port()),
                folder.toString(),
                options.work().word()));
        arguments.addAll(scene.deployment().elections());
        List<Node> nodes = new ArrayList<>();
        for (int i = 1; i <= options.nodes(); i++) {
            nodes.add(new Node("node" + i, arguments, scene));
        }
        return nodes;
    }

    /** A node that came late or never would make the run an easier one than it looks. */
    private void awaitNodes(List<Node> nodes, Scene scene, long fromNanos) throws IOException, InterruptedException {
        for (Node node : nodes) {
            node.order(AskingLoop.ASK);
        }
        for (Node node : nodes) {
            if (!scene.register().awaitAsked(node.name(), fromNanos, options.startBound())) {
                throw new IOException(node.name() + " does not stand: see " + folder.resolve(node.name() + ".log"));
            }
        }
    }

    private static Optional<Duration> awaitLeaders(Scene scene, FaultLog log, Duration bound)
            throws InterruptedException {
        Optional<Duration> vacancy =
                scene.register().awaitWrites(scene.deployment().elections(), System.nanoTime(), bound);
        log.note(vacancy.map(length -> "leaders after " + length)
                .orElse("no leader within " + bound.toSeconds() + " s"));
        return vacancy;
    }

    private void injectFaults(NodeFaults nodeFaults, Scene scene, FaultLog log) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Duration ttl = options.ttlOrDefault();
        List<Thread> lanes = new ArrayList<>();
        if (!nodeFaults.isEmpty()) {
            lanes.add(lane(new FaultLane(
                    new Random(options.seed()), nodeFaults::draw, ttl.multipliedBy(2), ttl.dividedBy(2), log, end)));
        }
        List<Fault> ofServers = scene.deployment().faults().stream()
                .filter(fault -> options.draws(fault.kind()))
                .map(fault -> fault.holding(scene.servers()))
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
            problems.add("an election has no leader although nothing is broken: see the end of faults.log");
        }
        if (log.failures() > 0) {
            problems.add(log.failures() + " faults could not be injected or repaired: see faults.log");
        }
        String line = String.format(
                Locale.ROOT,
                "store=%s%s seed=%d minutes=%.1f faults=%d terms=%d overlaps=%d token_errors=%d fence_errors=%d late_work=%d"
                        + " vacancies=%d longest_vacancy=%.1fs vacancy_after_heal=%s%s",
                options.store(),
                options.program() == Program.LIBRARY
                        ? ""
                        : " program=" + options.program().word(),
                options.seed(),
                options.minutes(),
                log.faults(),
                verdict.termCount(),
                verdict.overlaps(),
                verdict.tokenErrors(),
                fenceErrors.size(),
                verdict.lateWork(),
                verdict.vacancies(),
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
