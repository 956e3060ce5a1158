package dev.tenure.cli.demo;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.spi.TimeSource;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * Runs three processes that elect a leader, and kills the leader. Only {@link #close} may be called from another
 * thread.
 */
final class Demo implements Closeable {
    private static final int NODES = 3;
    private static final long REDRAW_MILLIS = 100;
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final TimeSource time = TimeSource.system();
    private final BlockingQueue<Lead> leads = new LinkedBlockingQueue<>();
    private final List<DemoNode> nodes = new ArrayList<>();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Class<?> main;
    private final DemoScreen screen;
    private final Path folder;

    /** A node whose command began to run. */
    private record Lead(int node, long token, long atNanos) {}

    private Demo(Class<?> main, DemoScreen screen, Path folder) {
        this.main = main;
        this.screen = screen;
        this.folder = folder;
    }

    /** Starts the nodes as processes of the given main class. */
    static Demo start(Class<?> main, DemoScreen screen) throws IOException {
        Demo demo = new Demo(main, screen, Files.createTempDirectory("tenure-demo-"));
        for (int i = 0; i < NODES; i++) {
            demo.nodes.add(demo.startNode(i));
        }
        return demo;
    }

    private DemoNode startNode(int index) throws IOException {
        return DemoNode.start(
                main, "node-" + (index + 1), folder, token -> leads.add(new Lead(index, token, time.nanos())));
    }

    /** Kills the leader that many times, and returns a summary. */
    String play(int rounds, Duration every) throws IOException, InterruptedException {
        screen.say("Three processes. Every " + Durations.show(every) + " the one that leads is killed with kill -9.");
        DemoRounds played = new DemoRounds();
        Lead leader = next();
        while (played.size() < rounds) {
            leader = watch(leader, every);
            DemoNode victim = nodes.get(leader.node());
            long killedAt = time.nanos();
            victim.kill();
            Lead next = next();
            DemoRounds.Round round = new DemoRounds.Round(
                    played.size() + 1,
                    victim.name(),
                    nodes.get(next.node()).name(),
                    TimeUnit.NANOSECONDS.toMillis(next.atNanos() - killedAt),
                    next.token());
            played.add(round);
            screen.round(round);
            victim.close();
            nodes.set(leader.node(), startNode(leader.node()));
            leader = next;
        }
        return played.summary();
    }

    /** Waits for the next term. */
    private Lead next() throws InterruptedException {
        long giveUpAt = time.nanos() + PATIENCE_NANOS;
        while (time.nanos() - giveUpAt < 0) {
            screen.draw(picture(-1, 0));
            Lead next = leads.poll(REDRAW_MILLIS, TimeUnit.MILLISECONDS);
            if (next != null) {
                return next;
            }
        }
        throw new CommandFailure(ExitStatus.UNREACHABLE, "nobody has led for 30 s: give the demo a less busy machine");
    }

    /** Shows the leader for that time, and returns the leader at its end: on a busy machine that may be another. */
    private Lead watch(Lead leader, Duration duration) throws InterruptedException {
        Lead current = leader;
        long end = time.nanos() + duration.toNanos();
        while (time.nanos() - end < 0) {
            screen.draw(picture(current.node(), current.token()));
            Lead next = leads.poll(REDRAW_MILLIS, TimeUnit.MILLISECONDS);
            current = next == null ? current : next;
        }
        return current;
    }

    private List<String> picture(int leader, long token) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < nodes.size(); i++) {
            lines.add("  " + nodes.get(i).name() + (i == leader ? "  LEADS  token " + token : "  follows"));
        }
        return lines;
    }

    /** Lets the nodes release and end, then removes their store. A second call returns at once. */
    @Override
    public void close() {
        if (!closed.compareAndSet(false, true)) {
            return;
        }
        List<DemoNode> all = List.copyOf(nodes);
        all.forEach(DemoNode::close);
        try {
            for (DemoNode node : all) {
                node.awaitEnd();
            }
            removeStore();
        } catch (IOException | UncheckedIOException e) {
            Verbosity.say("the folder " + folder + " is left behind: " + e.getMessage());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void removeStore() throws IOException {
        List<Path> deepestFirst;
        try (Stream<Path> files = Files.walk(folder)) {
            deepestFirst = files.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path file : deepestFirst) {
            Files.deleteIfExists(file);
        }
    }
}
