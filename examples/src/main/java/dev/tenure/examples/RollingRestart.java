package dev.tenure.examples;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionView;
import dev.tenure.Status;
import dev.tenure.Timing;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Five candidates of version 1 are restarted as version 2, one after the other, beginning with the leader: leadership
 * moves to the new version when that is there, and then stays.
 */
public final class RollingRestart {
    private static final String ELECTION = "orders";
    private static final int NODES = 5;
    private static final int MOST_CHANGES = 2;
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final String storeUri;
    private final Timing timing;
    private final Duration settle;
    private final Reigns reigns;

    /**
     * Makes a demonstration.
     *
     * @param storeUri where the candidates stand; the store must keep a roster
     * @param timing their timing
     * @param settle how long a restarted node is left alone before the next one is restarted: two intervals at least,
     *     so that the others know of it
     * @param reigns takes down who leads
     */
    public RollingRestart(String storeUri, Timing timing, Duration settle, Reigns reigns) {
        this.storeUri = storeUri;
        this.timing = timing;
        this.settle = settle;
        this.reigns = reigns;
    }

    /** Runs it on the store of the given URI, or else in a new folder. Exit code 1: there were too many changes. */
    public static void main(String[] args) throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("rolling-restart");
        Reigns reigns = new Reigns(System.out::println);
        System.out.println("Five candidates of version 1 are restarted as version 2, one after the other.");
        try {
            String uri = args.length > 0 ? args[0] : "file:" + folder;
            new RollingRestart(uri, Timing.local(), Duration.ofMillis(1500), reigns).run();
        } finally {
            remove(folder);
        }
        System.out.println(reigns.summary());
        System.exit(reigns.changes() <= MOST_CHANGES && reigns.overlaps() == 0 ? 0 : 1);
    }

    /** Starts all, restarts all, and closes all; what the closing changes is not taken down. */
    public void run() throws InterruptedException {
        List<Candidate> nodes = new ArrayList<>();
        try (Candidate console = candidate("console", "")) {
            ElectionView orders = console.observe(ELECTION);
            for (int i = 1; i <= NODES; i++) {
                nodes.add(start("node-" + i, "1"));
                awaitLeader(orders); // node-1, because it is there first
            }
            for (int i = 1; i <= NODES; i++) {
                nodes.get(i - 1).close();
                nodes.set(i - 1, start("node-" + i, "2"));
                orders.awaitAttempt(now().plus(settle), LIMIT);
            }
            awaitLeader(orders);
        } finally {
            reigns.finish();
            nodes.forEach(Candidate::close);
        }
    }

    private Candidate start(String name, String version) {
        Candidate node = candidate(name, version);
        Election orders = node.stand(ELECTION);
        orders.lead(reigns.of(name + " (version " + version + ")"));
        return node;
    }

    private Candidate candidate(String name, String version) {
        return Candidate.on(storeUri)
                .named(name)
                .version(version)
                .preferNewest()
                .timing(timing)
                .start();
    }

    private static void awaitLeader(ElectionView view) throws InterruptedException {
        Instant since = Instant.EPOCH;
        for (Status status = view.status(); status.leader() == null; ) {
            status = view.awaitAttempt(since, LIMIT)
                    .orElseThrow(() -> new IllegalStateException("nobody leads " + ELECTION + " after " + LIMIT));
            since = now();
        }
    }

    private static Instant now() {
        return Instant.ofEpochMilli(TimeSource.system().wallMillis());
    }

    private static void remove(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
