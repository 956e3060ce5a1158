package dev.tenure.chaos;

import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** One ZooKeeper server as a process that can be stopped, killed and restarted on its data. Not thread-safe. */
final class ZooKeeperProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 20;

    private final Path folder;
    private final Path configuration;
    private final int port;
    private Process process;

    /** Starts a server that keeps its data in the folder. */
    ZooKeeperProcess(Path folder) {
        this.folder = folder;
        this.configuration = folder.resolve("zoo.cfg");
        this.port = ServerPorts.free();
        try {
            Files.createDirectories(folder);
            Files.write(
                    configuration,
                    List.of(
                            "clientPortAddress=127.0.0.1",
                            "clientPort=" + port,
                            "dataDir=" + folder.resolve("data"),
                            // Sessions end at a multiple of this.
                            "tickTime=500",
                            "minSessionTimeout=1000",
                            "maxSessionTimeout=60000",
                            "admin.enableServer=false"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        process = launch();
    }

    private Process launch() {
        try {
            Process started = new ProcessBuilder(
                            JavaCommand.of(ZooKeeperMain.class.getName(), List.of(configuration.toString())))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.appendTo(
                            folder.resolve("server.log").toFile()))
                    .start();
            StoreTestSteps.await("the ZooKeeper server listens", this::isListening);
            return started;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private boolean isListening() {
        try (Socket client = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return client.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    int port() {
        return port;
    }

    String uri() {
        return "zookeeper://127.0.0.1:" + port;
    }

    /** Stops the server by SIGSTOP. */
    void stop() throws IOException, InterruptedException {
        Signals.send("STOP", process.pid());
    }

    /** Lets a stopped server go on. */
    void resume() throws IOException, InterruptedException {
        Signals.send("CONT", process.pid());
    }

    /** Kills the server by SIGKILL. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Restarts a killed server. */
    void restart() {
        process = launch();
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
