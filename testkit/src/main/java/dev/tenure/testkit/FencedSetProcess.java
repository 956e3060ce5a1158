package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StaleTokenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** An old leader in a process of its own, which adds words to a {@link FencedSet} and can be stopped meanwhile. */
final class FencedSetProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    /** How it keeps from writing when its term is over. */
    enum Way {
        FENCE,
        CHECK
    }

    FencedSetProcess(FencedSet set, Way way, String election) throws IOException {
        this.process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        FencedSetProcess.class.getName(),
                        set.getClass().getName(),
                        set.address(),
                        way.name(),
                        election)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Has it read the set, and waits until it is about to write. */
    void beginToAdd(long token, String word) throws IOException {
        say(token + " " + word);
        assertThat(output.readLine()).isEqualTo("read");
    }

    /** Stops it, and returns when it stands: where the machine is busy, the signal alone takes effect much later. */
    void stop() throws IOException, InterruptedException {
        signal("STOP");
        Path state = Path.of("/proc", Long.toString(process.pid()), "stat");
        if (Files.exists(state)) {
            StoreTestSteps.await("the process stands", () -> isStopped(state));
        }
    }

    /** The state follows the name of the program, which is in parentheses. */
    private static boolean isStopped(Path state) {
        try {
            return Files.readString(state).replaceFirst(".*\\) ", "").startsWith("T");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(code).as("kill -%s", name).isZero();
    }

    /** Lets it write, and returns what came of that: it has written, or was refused. */
    String write() throws IOException {
        say("write");
        return String.valueOf(output.readLine());
    }

    private void say(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // libraries may write there
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        FencedSet set = Class.forName(arguments[0])
                .asSubclass(FencedSet.class)
                .getConstructor(String.class)
                .newInstance(arguments[1]);
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] parts = line.split(" ", -1);
            out.println(outcome(set, Way.valueOf(arguments[2]), new Addition(arguments[3], parts[0], parts[1]), () -> {
                out.println("read");
                in.readLine();
            }));
        }
        Runtime.getRuntime().halt(0);
    }

    private record Addition(String election, String token, String word) {}

    private static String outcome(FencedSet set, Way way, Addition addition, FencedSet.Pause pause) throws Exception {
        long token = Long.parseLong(addition.token());
        try {
            switch (way) {
                case FENCE -> set.add(addition.election(), token, addition.word(), pause);
                case CHECK -> set.addAfterCheck(addition.election(), token, addition.word(), pause);
            }
            return "written";
        } catch (StaleTokenException e) {
            return "refused: " + e.getMessage();
        }
    }
}
