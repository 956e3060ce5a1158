package dev.tenure.chaos;

import dev.tenure.testkit.TcpFaultProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** One candidate of a run: its process, its proxies to the servers, and its clock. Not thread-safe. */
final class Node {
    private static final long STOP_SECONDS = 20;

    private final String name;
    private final Program program;
    private final List<String> arguments;
    private final Map<String, String> environment = new TreeMap<>();
    private final Map<Integer, TcpFaultProxy> proxies = new TreeMap<>();
    private final Path log;
    private final NodeControl control;
    private @Nullable Process process;

    /**
     * Prepares a node; {@link #start} starts its process.
     *
     * @param arguments the arguments of {@link NodeProcess} after the name
     */
    Node(String name, List<String> arguments, Scene scene) throws IOException {
        Path folder = scene.folder();
        Deployment deployment = scene.deployment();
        Optional<Path> library = scene.library();
        this.name = name;
        this.program = scene.options().program();
        this.arguments = arguments;
        this.log = folder.resolve(name + ".log");
        this.control = new NodeControl(folder.resolve(name + ".control"));
        environment.putAll(deployment.environment());
        // Where guardians keep their locks, unless the store has a folder.
        environment.put("XDG_STATE_HOME", folder.resolve("state").toString());
        if (library.isPresent()) {
            InetAddress here = InetAddress.getLoopbackAddress();
            deployment.ports().forEach(port -> proxies.put(port, new TcpFaultProxy(new InetSocketAddress(here, port))));
            environment.put("LD_PRELOAD", library.get().toString());
            environment.put("TENURE_CHAOS_CONTROL", control.file().toString());
            environment.put(
                    "TENURE_CHAOS_PORTS",
                    proxies.entrySet().stream()
                            .map(each -> each.getKey() + "="
                                    + each.getValue().address().getPort())
                            .collect(Collectors.joining(",")));
        }
    }

    String name() {
        return name;
    }

    NodeControl control() {
        return control;
    }

    /** Starts the process, with clocks that run at the rate if they can be changed. */
    void start(long rateInMillionths) throws IOException {
        List<String> all = new ArrayList<>(List.of(name));
        all.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.of(program.mainClass(), all))
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().putAll(environment);
        long rate = environment.containsKey("LD_PRELOAD") ? rateInMillionths : NodeClock.TRUE_RATE;
        builder.environment().put(NodeClock.RATE, Long.toString(rate));
        long startedNanos = System.nanoTime();
        Process started = builder.start();
        process = started;
        checkClock(started, startedNanos);
    }

    /** A preloaded clock that does not work as computed would make all times of this node worthless. */
    private void checkClock(Process started, long startedNanos) throws IOException {
        BufferedReader output = started.inputReader(StandardCharsets.UTF_8);
        String line = output.readLine();
        if (line == null || !line.startsWith("clock ")) {
            throw new IOException(name + " does not start: see " + log);
        }
        long told = Long.parseLong(line.substring("clock ".length()));
        if (told - startedNanos < 0 || told - System.nanoTime() > 0) {
            throw new IOException("the clock of " + name + " is not the host's: " + line);
        }
    }

    boolean isRunning() {
        return process != null && process.isAlive();
    }

    /** Starts the process again if it has ended. */
    void ensureRuns(long rateInMillionths) throws IOException {
        if (!isRunning()) {
            start(rateInMillionths);
        }
    }

    /** Sends a signal to the process. */
    void signal(String signal) throws IOException, InterruptedException {
        if (process != null) {
            Signals.send(signal, process.pid());
        }
    }

    /** Kills the process by SIGKILL. */
    void kill() throws InterruptedException {
        if (process != null) {
            process.destroyForcibly().waitFor();
        }
    }

    /** Gives the process an order, one line. One that is gone or stopped hears it later or never. */
    void order(String line) {
        try {
            if (process != null) {
                process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
                process.getOutputStream().flush();
            }
        } catch (IOException gone) {
            // Its successor does not need the order.
        }
    }

    /** Returns the processes that the process has started and those that they have, its guardian among them. */
    Tree tree() {
        return new Tree(process == null ? List.of() : process.descendants().toList());
    }

    /** Changes all lines between this node and the servers. */
    void lines(Consumer<TcpFaultProxy> change) {
        proxies.values().forEach(change);
    }

    boolean hasLines() {
        return !proxies.isEmpty();
    }

    /** Asks the process to terminate, and kills it if it does not. */
    void end() throws InterruptedException {
        if (process != null) {
            process.destroy();
            if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        }
        lines(TcpFaultProxy::close);
    }
}
