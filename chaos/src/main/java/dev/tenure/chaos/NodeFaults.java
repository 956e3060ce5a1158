package dev.tenure.chaos;

import dev.tenure.testkit.TcpFaultProxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/** Draws faults of nodes: their process, their lines to the servers, their clocks and their disk. */
final class NodeFaults {
    private static final int MOST_RATE_CHANGE = 40_000;
    private static final int MOST_LATENCY_MILLIS = 1_500;
    private static final int LEADER_PERCENT = 60;
    private static final int MOST_STEP_SECONDS = 3_600;

    private final List<Node> nodes;
    private final ChaosOptions options;
    private final Deployment deployment;
    private final RegisterServer register;
    private final boolean preloaded;

    NodeFaults(
            List<Node> nodes, ChaosOptions options, Deployment deployment, RegisterServer register, boolean preloaded) {
        this.nodes = nodes;
        this.options = options;
        this.deployment = deployment;
        this.register = register;
        this.preloaded = preloaded;
    }

    /** Returns the rate of a node's clocks, in millionths. */
    long rate(Random random) {
        return options.draws("clock-rate")
                ? NodeClock.TRUE_RATE + random.nextInt(2 * MOST_RATE_CHANGE + 1) - MOST_RATE_CHANGE
                : NodeClock.TRUE_RATE;
    }

    /** Draws a fault of some node, more often of one that leads. */
    Fault draw(Random random) {
        Node node = victim(random);
        List<Fault> possible = possible(node, random);
        Fault drawn = possible.get(random.nextInt(possible.size()));
        return new Fault(drawn.kind() + " " + node.name(), drawn.begin(), drawn.end());
    }

    /** Tells whether there is anything to draw. */
    boolean isEmpty() {
        return possible(nodes.get(0), new Random(0)).isEmpty();
    }

    private Node victim(Random random) {
        Node any = nodes.get(random.nextInt(nodes.size()));
        String election =
                deployment.elections().get(random.nextInt(deployment.elections().size()));
        if (random.nextInt(100) >= LEADER_PERCENT) {
            return any;
        }
        return register.lastWriter(election)
                .flatMap(name ->
                        nodes.stream().filter(node -> node.name().equals(name)).findFirst())
                .orElse(any);
    }

    private List<Fault> possible(Node node, Random random) {
        List<Fault> faults = new ArrayList<>(List.of(
                new Fault("stop", () -> node.signal("STOP"), () -> node.signal("CONT")),
                new Fault("kill", node::kill, () -> node.start(rate(random)))));
        if (preloaded && node.hasLines()) {
            Duration latency = Duration.ofMillis(50 + random.nextInt(MOST_LATENCY_MILLIS));
            faults.add(line("cut", node, TcpFaultProxy::blackHole));
            faults.add(line("lose-answers", node, TcpFaultProxy::loseAnswers));
            faults.add(line("latency", node, proxy -> proxy.delay(latency)));
            faults.add(line("refuse", node, TcpFaultProxy::refuse));
            faults.add(Fault.once("reset", () -> node.lines(TcpFaultProxy::reset)));
        }
        if (preloaded) {
            Duration step = Duration.ofSeconds(random.nextInt(2 * MOST_STEP_SECONDS) - MOST_STEP_SECONDS);
            faults.add(Fault.once("wall-step", () -> node.control().stepWall(step)));
        }
        if (preloaded && options.store().equals("file")) {
            faults.add(new Fault(
                    "disk-stall",
                    () -> node.control().stallDisk(true),
                    () -> node.control().stallDisk(false)));
        }
        faults.removeIf(fault -> !options.draws(fault.kind()));
        return faults;
    }

    private static Fault line(String kind, Node node, Consumer<TcpFaultProxy> change) {
        return new Fault(kind, () -> node.lines(change), () -> node.lines(TcpFaultProxy::pass));
    }
}
