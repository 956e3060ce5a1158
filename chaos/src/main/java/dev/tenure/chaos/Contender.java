package dev.tenure.chaos;

import dev.tenure.testkit.TcpFaultProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** A process that competes for River's row, whatever it is written in, and its line to the server. Not thread-safe. */
final class Contender {
    private static final long STOP_SECONDS = 20;

    private final String name;
    private final TcpFaultProxy line;
    private final ProcessBuilder builder;
    private Process process;

    /**
     * Starts the process.
     *
     * @param name the name with which its reports begin
     * @param serverPort the port of the server
     * @param command the command of a process that reaches the server by the given port
     */
    Contender(String name, int serverPort, IntFunction<List<String>> command, Path log) throws IOException {
        this.name = name;
        line = new TcpFaultProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), serverPort));
        builder = new ProcessBuilder(command.apply(line.address().getPort()))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        process = builder.start();
    }

    String name() {
        return name;
    }

    /** Does harm to the process or its line. */
    void suffer(String fault) throws IOException, InterruptedException {
        switch (fault) {
            case "stop" -> stop();
            case "kill" -> process.destroyForcibly().waitFor();
            case "pause" -> Signals.send("STOP", process.pid());
            default -> line.blackHole();
        }
    }

    /** Undoes the harm. */
    void recover(String fault) throws IOException, InterruptedException {
        switch (fault) {
            case "stop", "kill" -> process = builder.start();
            case "pause" -> Signals.send("CONT", process.pid());
            default -> line.pass();
        }
    }

    /**
     * Asks the process to end, and kills it if it does not. A {@code destroy} would close its input, which kills it.
     */
    private void stop() throws IOException, InterruptedException {
        Signals.send("TERM", process.pid());
        if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    void close() throws IOException, InterruptedException {
        stop();
        line.close();
    }
}
