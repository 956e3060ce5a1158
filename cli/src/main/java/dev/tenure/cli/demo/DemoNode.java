package dev.tenure.cli.demo;

import dev.tenure.cli.store.StoreOption;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One process of the demo: a real {@code tenure run}. */
final class DemoNode implements Closeable {
    /** Ends the node when its stdin, a pipe from the demo, is closed: also when the demo is killed. */
    private static final String LEASH = "\"$@\" </dev/null & echo \"pid $!\"; read -r _; kill -s TERM $!; wait";

    private static final String COMMAND = "echo \"leads $TENURE_TOKEN\"; exec sleep 86400";

    private final String name;
    private final Process leash;
    private volatile long pid;

    private DemoNode(String name, Process leash) {
        this.name = name;
        this.leash = leash;
    }

    /** Starts a node. A separate thread reports the token of each term that it leads. */
    static DemoNode start(Class<?> main, String name, Path store, Consumer<Long> leads) throws IOException {
        List<String> line = new ArrayList<>(List.of("sh", "-c", LEASH, "tenure-demo"));
        line.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx64m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        line.addAll(List.of("run", "--as", name, "demo", "--", "sh", "-c", COMMAND));
        ProcessBuilder builder = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put(StoreOption.VARIABLE, "file:" + store);
        Process leash = builder.start();
        DemoNode node = new DemoNode(name, leash);
        Thread reader = new Thread(() -> node.read(leads), "tenure-demo-" + name);
        reader.setDaemon(true);
        reader.start();
        return node;
    }

    private void read(Consumer<Long> leads) {
        try (BufferedReader lines = leash.inputReader(StandardCharsets.UTF_8)) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ", 2);
                if (words[0].equals("pid")) {
                    pid = Long.parseLong(words[1]);
                } else {
                    leads.accept(Long.parseLong(words[1]));
                }
            }
        } catch (IOException ended) {
            // killed, as intended
        }
    }

    String name() {
        return name;
    }

    /** Kills the node as {@code kill -9} does. */
    void kill() {
        ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Asks the node to release and end, without waiting for it. */
    @Override
    public void close() {
        try {
            leash.getOutputStream().close();
        } catch (IOException ended) {
            // it has ended already
        }
    }

    void awaitEnd() throws InterruptedException {
        leash.waitFor();
    }
}
