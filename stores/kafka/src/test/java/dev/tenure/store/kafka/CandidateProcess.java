package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.testkit.StoreTestSteps;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A {@link CandidateMain} in its own JVM, which a test can stop and kill. */
public final class CandidateProcess implements AutoCloseable {
    /** A JVM takes long to start on a busy machine. */
    private static final Duration LIMIT = StoreTestSteps.LIMIT.multipliedBy(2);

    private final Process process;
    private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();

    public CandidateProcess(Map<String, String> environment, String... arguments) {
        this(CandidateMain.class, environment, arguments);
    }

    public CandidateProcess(Class<?> main, Map<String, String> environment, String... arguments) {
        this(main, System.getProperty("java.class.path"), environment, arguments);
    }

    public CandidateProcess(Class<?> main, String classPath, Map<String, String> environment, String... arguments) {
        try {
            ProcessBuilder builder = new ProcessBuilder(JavaCommand.of("128m", classPath, main.getName(), arguments))
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            builder.environment().putAll(environment);
            this.process = builder.start();
            Thread reading = new Thread(this::read, "process-reader");
            reading.setDaemon(true);
            reading.start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void read() {
        try (BufferedReader output = process.inputReader(StandardCharsets.UTF_8)) {
            for (String line = output.readLine(); line != null; line = output.readLine()) {
                lines.add(line);
            }
        } catch (IOException e) {
            lines.add("failed: " + e);
        }
    }

    public long pid() {
        return process.pid();
    }

    /** Waits until the process prints a line that begins like this, and returns the number that follows. */
    public long await(String beginning) throws InterruptedException {
        while (true) {
            String line = lines.poll(LIMIT.toSeconds(), TimeUnit.SECONDS);
            if (line == null) {
                throw new AssertionError("the process does not print '" + beginning + "'");
            }
            if (line.startsWith(beginning + " ")) {
                return Long.parseLong(line.substring(beginning.length() + 1));
            }
        }
    }

    /** Prints what the process prints, until it ends. */
    @SuppressWarnings("SystemOut") // for measurements
    public void printUntilEnd() throws InterruptedException {
        process.waitFor();
        for (String line = lines.poll(1, TimeUnit.SECONDS); line != null; line = lines.poll(1, TimeUnit.SECONDS)) {
            System.out.println(line);
        }
    }

    /** Steps the wall clock of a process that was started with a {@link SteppedClock}. */
    public void stepWall(Duration step) throws IOException, InterruptedException {
        BufferedWriter input = process.outputWriter(StandardCharsets.UTF_8);
        input.write(step.toMillis() + "\n");
        input.flush();
        await("stepped");
    }

    /** Stops the process with SIGSTOP, and waits until it has stopped. */
    public void stop() throws IOException, InterruptedException {
        signal("STOP");
        Path state = Path.of("/proc", Long.toString(process.pid()), "stat");
        while (!Files.readString(state).contains(") T ")) {
            Thread.onSpinWait();
        }
    }

    public void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    /** Ends the process with SIGTERM, so that its shutdown hook runs. */
    public void terminate() throws IOException, InterruptedException {
        signal("TERM");
        process.waitFor();
    }

    public void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).start();
        assertThat(kill.waitFor()).isZero();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
