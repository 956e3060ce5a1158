package dev.tenure.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Kills the leader of {@code leadAt} at random moments, again and again, and looks whether a slot was lost or run
 * twice.
 */
final class SlotRun {
    private static final int STANDBYS = 3;
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final long POLL_NANOS = 1_000_000;

    private final Deployment deployment;
    private final Path folder;
    private final Duration ttl;
    private final Random random;
    private final SlotLog log;
    private final Map<Long, Process> nodes = new HashMap<>();

    /**
     * Makes a run.
     *
     * @param folder where to write what happened
     * @param seed what the moments are drawn from
     */
    SlotRun(Deployment deployment, Path folder, Duration ttl, long seed) {
        this.deployment = deployment;
        this.folder = folder;
        this.ttl = ttl;
        this.random = new Random(seed);
        this.log = new SlotLog(folder.resolve("slots.log"));
    }

    /**
     * What was found.
     *
     * @param line all in one line
     * @param problems what is wrong
     */
    record Result(String line, List<String> problems) {}

    /** Kills the leader that often. */
    Result run(int kills) throws IOException, InterruptedException {
        try {
            while (nodes.size() < STANDBYS) {
                start();
            }
            for (int kill = 0; kill < kills; kill++) {
                Process leader = awaitLeader();
                LockSupport.parkNanos(random.nextLong(4 * SlotNodeMain.PERIOD.toNanos()));
                leader.destroyForcibly().waitFor();
                nodes.remove(leader.pid());
                start();
            }
            awaitLeader();
        } finally {
            for (Process node : nodes.values()) {
                node.destroyForcibly().waitFor();
            }
        }
        SlotVerdict verdict = new SlotVerdict(SlotNodeMain.PERIOD.toMillis()).of(log.lines());
        String line = "kills=" + kills + " slots=" + verdict.slots() + " repeated=" + verdict.repeated() + " problems="
                + verdict.problems().size();
        return new Result(line, verdict.problems());
    }

    private void start() throws IOException {
        List<String> arguments = List.of(deployment.uri(), log.file().toString(), Long.toString(ttl.toMillis()));
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(SlotNodeMain.class.getName(), arguments))
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("nodes.log").toFile()));
        builder.environment().putAll(deployment.environment());
        Process node = builder.start();
        nodes.put(node.pid(), node);
    }

    /** Waits until a node that lives has run a slot since now. */
    private Process awaitLeader() throws IOException {
        LogTail tail = new LogTail(log.file());
        tail.skip();
        long until = System.nanoTime() + TimeUnit.NANOSECONDS.convert(LIMIT);
        while (System.nanoTime() - until < 0) {
            for (long pid : tail.pids()) {
                Process node = nodes.get(pid);
                if (node != null) {
                    return node;
                }
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        throw new IllegalStateException("no node has run a slot for " + LIMIT + ": see " + folder);
    }
}
