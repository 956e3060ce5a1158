package dev.tenure.store.redis;

import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/** A real server as a child process: it can be stopped, killed and restarted on the same data. */
final class TestServer implements AutoCloseable {
    private static final Path BINARY = unpack();

    private final Path folder;
    private final int port;
    private final List<String> command;
    private Process process;

    private TestServer(int port, List<String> arguments) {
        try {
            this.folder = Files.createTempDirectory("tenure-redis-");
            this.port = port;
            this.command = new ArrayList<>(List.of(BINARY.toString()));
            command.addAll(arguments);
            this.process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> process.destroyForcibly()));
    }

    /** Starts a server with these settings, two words each or more. */
    static TestServer start(String... settings) {
        return start(ServerPorts.free(), settings);
    }

    static TestServer start(int port, String... settings) {
        List<String> arguments = new ArrayList<>(List.of(
                "--port",
                String.valueOf(port),
                "--bind",
                "127.0.0.1",
                "--save",
                "",
                "--repl-diskless-sync-delay",
                "0"));
        arguments.addAll(List.of(settings));
        TestServer node = new TestServer(port, arguments);
        node.awaitAnswer();
        return node;
    }

    /** Starts a sentinel, which saves its state in its settings file. */
    static TestServer sentinel(String settings) {
        int port = ServerPorts.free();
        try {
            Path file = Files.createTempFile("tenure-sentinel-", ".conf");
            Files.writeString(file, "port " + port + "\nbind 127.0.0.1\n" + settings);
            TestServer node = new TestServer(port, List.of(file.toString(), "--sentinel"));
            node.awaitAnswer();
            return node;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Process launch() throws IOException {
        return new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
    }

    /**
     * A file that this process wrote may be "busy" for a moment: whatever another thread starts meanwhile inherits the
     * open file.
     */
    private static void writeByChild(InputStream in, Path file) throws IOException, InterruptedException {
        Process copy = new ProcessBuilder("tee", file.toString())
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (OutputStream out = copy.getOutputStream()) {
            in.transferTo(out);
        }
        if (copy.waitFor() != 0) {
            throw new IOException("cannot write " + file);
        }
    }

    private static Path unpack() {
        String name =
                "redis-server-7.0.15-linux-" + (System.getProperty("os.arch").equals("aarch64") ? "arm64" : "amd64");
        try (InputStream in = Objects.requireNonNull(
                redis.embedded.RedisServer.class.getClassLoader().getResourceAsStream(name), name)) {
            Path binary = Files.createTempDirectory("tenure-redis-").resolve("redis-server");
            writeByChild(in, binary);
            binary.toFile().setExecutable(true);
            binary.toFile().deleteOnExit();
            return binary;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    int port() {
        return port;
    }

    /** Returns the folder in which the server keeps its data. */
    Path folder() {
        return folder;
    }

    HostAndPort address() {
        return new HostAndPort("127.0.0.1", port);
    }

    String uri() {
        return "redis://127.0.0.1:" + port;
    }

    Jedis client() {
        return new Jedis("127.0.0.1", port, 2_000);
    }

    /** Tells whether the INFO section (or CLUSTER INFO) of the server contains a text. */
    boolean says(String subject, String text) {
        try (Jedis client = client()) {
            return (subject.equals("cluster") ? client.clusterInfo() : client.info(subject)).contains(text);
        } catch (JedisException e) {
            return false;
        }
    }

    private void awaitAnswer() {
        StoreTestSteps.await("a server answers at " + port, () -> {
            try (Jedis client = client()) {
                return "PONG".equals(client.ping());
            } catch (JedisException e) {
                if (e.getMessage() != null && e.getMessage().startsWith("NOAUTH")) {
                    return true;
                }
                return false;
            }
        });
    }

    /** Lets the server refuse to follow another than now; it can still be made a master. */
    void followNobodyElse() {
        try (Jedis client = client()) {
            client.aclSetUser("default", "-replicaof", "-slaveof", "+slaveof|no");
        }
    }

    void signal(String name) {
        try {
            Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
            if (kill.waitFor() != 0) {
                throw new IllegalStateException("no process to signal");
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** Kills the server without a word. */
    void kill() {
        process.destroyForcibly();
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Restarts the server on the data it left. */
    void restart() {
        try {
            process = launch();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        awaitAnswer();
    }

    @Override
    public void close() {
        kill();
    }
}
