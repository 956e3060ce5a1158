package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StaleTokenException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/** A leader in a process of its own, which adds one word to a {@link FencedSet} and can be stopped meanwhile. */
final class FencedSetProcess implements AutoCloseable {
    private final Process process;
    private final BufferedReader output;

    FencedSetProcess(FencedSet set, String election, long token, String word) throws IOException {
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
                        election,
                        Long.toString(token),
                        word)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        this.output = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Waits until it has read the set, and is about to write. */
    void awaitRead() throws IOException {
        assertThat(output.readLine()).isEqualTo("read");
    }

    void signal(String name) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                .start()
                .waitFor();
        assertThat(code).as("kill -%s", name).isZero();
    }

    /** Lets it write, and returns what came of that. */
    String write() throws IOException {
        process.getOutputStream().write('\n');
        process.getOutputStream().flush();
        return String.valueOf(output.readLine());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    public static void main(String[] arguments) throws Exception {
        PrintStream out = System.out;
        System.setOut(System.err); // libraries may write there
        FencedSet set = Class.forName(arguments[0])
                .asSubclass(FencedSet.class)
                .getConstructor(String.class)
                .newInstance(arguments[1]);
        try {
            set.add(arguments[2], Long.parseLong(arguments[3]), arguments[4], () -> {
                out.println("read");
                out.flush();
                System.in.read();
            });
            out.println("written");
        } catch (StaleTokenException e) {
            out.println("refused: " + e.getMessage());
        } finally {
            out.flush();
            Runtime.getRuntime().halt(0);
        }
    }
}
