package dev.tenure.shop;

import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The shop, running as a process of its own. */
final class ShopProcess implements AutoCloseable {
    /** For a Spring Boot application to start: seconds, and minutes on a machine that is busy with other tests. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final Pattern PORT = Pattern.compile("started on port (\\d+)");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private final Process process;
    private final Path log;

    private ShopProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** Starts the jar of the shop that is in this folder. */
    static ShopProcess start(Path folder, String name, String... arguments) throws IOException {
        Path log = folder.resolve(name + ".log");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-Xmx128m",
                "-jar",
                folder.resolve("shop.jar").toString(),
                "--server.port=0",
                "--tenure.name=" + name,
                "--shop.invoices.every=50ms"));
        command.addAll(Arrays.asList(arguments));
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        return new ShopProcess(process, log);
    }

    /** Waits for what a process does that was started a moment ago. */
    static void await(String what, BooleanSupplier condition) {
        StoreTestSteps.await(what, PATIENCE, condition);
    }

    String log() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the answer to a request, once the process serves. */
    String get(String path) {
        return send(HttpRequest.newBuilder(uri(path)).build());
    }

    String post(String path, String json) {
        return send(HttpRequest.newBuilder(uri(path))
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .build());
    }

    private URI uri(String path) {
        await("a port in the log", () -> {
            if (!process.isAlive()) {
                throw new AssertionError("the process has ended:\n" + log());
            }
            return PORT.matcher(log()).find();
        });
        Matcher port = PORT.matcher(log());
        if (!port.find()) {
            throw new AssertionError("no port");
        }
        return URI.create("http://localhost:" + port.group(1) + path);
    }

    private static String send(HttpRequest request) {
        try {
            return HTTP.send(request, HttpResponse.BodyHandlers.ofString()).body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    boolean leads() {
        return get("/actuator/tenure").contains("\"role\":\"leader\"");
    }

    boolean hasSentInvoices() {
        return !get("/invoices").contains("\"runs\":0");
    }

    /** Ends it as {@code kill -9} does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Asks it to stop, and waits until it has. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("the process does not stop:\n" + log());
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
