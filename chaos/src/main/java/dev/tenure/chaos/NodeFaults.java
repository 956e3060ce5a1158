package dev.tenure.chaos;

import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Draws faults of nodes: their processes, their lines to the servers, their clocks, their disk and their settings. */
final class NodeFaults {
    static final String RESTORE = "restore";

    private static final int MOST_RATE_CHANGE = 40_000;
    private static final int MOST_LATENCY_MILLIS = 1_500;
    private static final int LEADER_PERCENT = 60;
    private static final int MOST_STEP_SECONDS = 3_600;
    private static final int LEAST_TTL_PERCENT = 60;

    private final List<Node> nodes;
    private final Scene scene;
    private final ChaosOptions options;
    private final HandOverRequest requests;

    NodeFaults(List<Node> nodes, Scene scene) {
        this.nodes = nodes;
        this.scene = scene;
        this.options = scene.options();
        this.requests = new HandOverRequest(scene.deployment(), scene.folder().resolve("requests.log"));
    }

    /** Returns the rate of a node's clocks, in millionths. */
    long rate(Random random) {
        return options.draws("clock-rate")
                ? NodeClock.TRUE_RATE + random.nextInt(2 * MOST_RATE_CHANGE + 1) - MOST_RATE_CHANGE
                : NodeClock.TRUE_RATE;
    }

    /** Draws a fault of some node, more often of one that leads. */
    Fault draw(Random random) {
        List<Fault> possible = possible(victim(random), random);
        return possible.get(random.nextInt(possible.size()));
    }

    /** Tells whether there is anything to draw. */
    boolean isEmpty() {
        return possible(nodes.get(0), new Random(0)).isEmpty();
    }

    private String election(Random random) {
        List<String> elections = scene.deployment().elections();
        return elections.get(random.nextInt(elections.size()));
    }

    private Node victim(Random random) {
        Node any = nodes.get(random.nextInt(nodes.size()));
        String election = election(random);
        if (random.nextInt(100) >= LEADER_PERCENT) {
            return any;
        }
        return leader(election).orElse(any);
    }

    private Optional<Node> leader(String election) {
        return scene.register()
                .lastWriter(election)
                .flatMap(name ->
                        nodes.stream().filter(node -> node.name().equals(name)).findFirst());
    }

    private List<Fault> possible(Node node, Random random) {
        long rate = rate(random);
        List<Fault> faults = new ArrayList<>(List.of(
                new Fault("stop", () -> node.signal("STOP"), () -> node.signal("CONT")),
                new Fault("kill", node::kill, () -> node.ensureRuns(rate))));
        addLines(node, random, faults);
        if (scene.library().isPresent()) {
            Duration step = Duration.ofSeconds(random.nextInt(2 * MOST_STEP_SECONDS) - MOST_STEP_SECONDS);
            faults.add(Fault.once("wall-step", () -> node.control().stepWall(step)));
        }
        if (scene.library().isPresent() && options.store().equals("file")) {
            faults.add(new Fault(
                    "disk-stall",
                    () -> node.control().stallDisk(true),
                    () -> node.control().stallDisk(false)));
        }
        int ttlPercent = LEAST_TTL_PERCENT + random.nextInt(101 - LEAST_TTL_PERCENT);
        if (options.program() == Program.LIBRARY && !options.ttl().isZero()) {
            long ttl = options.ttl().toMillis() * ttlPercent / 100;
            faults.add(Fault.once("ttl", () -> node.order(NodeMain.TTL + ttl)));
        }
        if (options.program() == Program.RUN) {
            addTrees(node, faults);
            faults.replaceAll(fault -> fault.after(() -> node.ensureRuns(rate)));
        }
        faults.replaceAll(fault -> fault.of(node));
        if (options.program().asks() && nodes.size() > 1) {
            String election = election(random);
            leader(election).ifPresent(leader -> faults.add(stopLeader(leader, election)));
        }
        addForAll(random, rate, faults);
        faults.removeIf(fault -> !options.draws(fault.kind().split(" ", -1)[0]));
        return faults;
    }

    /** Stops the leader until another node leads, and then until the first one has asked whether it still does. */
    private Fault stopLeader(Node leader, String election) {
        Duration limit = options.bound();
        return new Fault(
                        "stop-leader",
                        () -> {
                            leader.signal("STOP");
                            scene.register().awaitOtherWriter(election, leader.name(), System.nanoTime(), limit);
                        },
                        () -> {
                            long continuedNanos = System.nanoTime();
                            leader.signal("CONT");
                            leader.order(AskingLoop.ASK);
                            if (!scene.register().awaitAsked(leader.name(), continuedNanos, limit)) {
                                throw new IllegalStateException(leader.name() + " does not go on");
                            }
                        },
                        false)
                .of(leader);
    }

    private void addLines(Node node, Random random, List<Fault> faults) {
        Duration latency = Duration.ofMillis(50 + random.nextInt(MOST_LATENCY_MILLIS));
        if (node.hasLines()) {
            faults.add(line("cut", node, TcpFaultProxy::blackHole));
            faults.add(line("hold-requests", node, TcpFaultProxy::holdRequests));
            faults.add(line("lose-answers", node, TcpFaultProxy::loseAnswers));
            faults.add(line("latency", node, proxy -> proxy.delay(latency)));
            faults.add(line("refuse", node, TcpFaultProxy::refuse));
            faults.add(Fault.once("reset", () -> node.lines(TcpFaultProxy::reset)));
        }
    }

    private static Fault line(String kind, Node node, Consumer<TcpFaultProxy> change) {
        return new Fault(kind, () -> node.lines(change), () -> node.lines(TcpFaultProxy::pass));
    }

    /** The wrapper is hit by what hits every node; these hit the others of its tree. */
    private static void addTrees(Node node, List<Fault> faults) {
        faults.add(Fault.once("kill-guardian", () -> node.tree().signalGuardian("KILL")));
        faults.add(Fault.once("kill-command", () -> node.tree().signalCommand("KILL")));
        faults.add(new Fault(
                "stop-guardian",
                () -> node.tree().signalGuardian("STOP"),
                () -> node.tree().signalGuardian("CONT")));
        faults.add(new Fault(
                "stop-command",
                () -> node.tree().signalCommand("STOP"),
                () -> node.tree().signalCommand("CONT")));
        faults.add(new Fault(
                "stop-tree",
                () -> {
                    Tree tree = node.tree();
                    node.signal("STOP");
                    tree.signalGuardian("STOP");
                    tree.signalCommand("STOP");
                },
                () -> {
                    Tree tree = node.tree();
                    node.signal("CONT");
                    tree.signalGuardian("CONT");
                    tree.signalCommand("CONT");
                }));
    }

    /** Requests, and a restored data directory: these hit no single node. */
    private void addForAll(Random random, long rate, List<Fault> faults) {
        String election = election(random);
        String to = nodes.get(random.nextInt(nodes.size())).name();
        if (!options.program().isPeer()) {
            faults.add(Fault.once("resign", () -> requests.resign(election)));
            faults.add(Fault.once("transfer", () -> requests.transfer(election, to)));
        }
        scene.deployment()
                .data()
                .ifPresent(data -> faults.add(Fault.once(RESTORE, () -> {
                            for (Node each : nodes) {
                                each.kill();
                            }
                            data.putBack();
                            for (Node each : nodes) {
                                each.start(rate);
                            }
                        })
                        .holding(scene.servers())));
    }
}
