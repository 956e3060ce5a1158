package dev.tenure.cli.launcher;

import static java.util.Objects.requireNonNull;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;

/** A folder with the launcher and what a build leaves for it, made of the class path of the tests. */
final class BuiltCheckout {
    private static final String LIBRARIES = "(tenure|picocli|jackson-core|postgresql|jedis|slf4j)-.*\\.jar";

    /** What the build puts where only stores on AWS and Kafka look, by the folder or the jar of the module. */
    private static final String SELDOM_USED = "(tenure-)?(aws|(store-)?(dynamodb|s3|route53|kafka))([-.].*)?";

    private static final long PATIENCE_SECONDS = 600;

    private final Path root;

    private BuiltCheckout(Path root) {
        this.root = root;
    }

    static BuiltCheckout in(Path root) throws IOException {
        Path libraries = Files.createDirectories(root.resolve("cli/target/lib/usual"));
        Path seldomUsed = Files.createDirectories(root.resolve("cli/target/lib/more"));
        Files.copy(Path.of("..", "tenure"), root.resolve("tenure"), StandardCopyOption.COPY_ATTRIBUTES);
        Path shared = Files.createDirectories(root.resolve("cli/src/launcher"));
        Files.copy(Path.of("src/launcher/start.sh"), shared.resolve("start.sh"), StandardCopyOption.COPY_ATTRIBUTES);
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        for (String entry : classPath.split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            boolean module = path.endsWith("target/classes");
            String name = name(module ? path.resolve("../..").normalize() : path);
            Path folder = name.matches(SELDOM_USED) ? seldomUsed : libraries;
            if (module) {
                boolean command = name.equals("cli");
                jar(path, command ? root.resolve("cli/target/tenure-cli.jar") : folder.resolve(name + ".jar"));
            } else if (name.matches(LIBRARIES)) {
                Files.copy(path, folder.resolve(name), StandardCopyOption.COPY_ATTRIBUTES);
            }
        }
        return new BuiltCheckout(root);
    }

    private static String name(Path path) {
        return requireNonNull(path.getFileName()).toString();
    }

    private static void jar(Path classes, Path jar) throws IOException {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
                Stream<Path> files = Files.walk(classes)) {
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                out.putNextEntry(new ZipEntry(classes.relativize(file).toString()));
                Files.copy(file, out);
            }
        }
    }

    Path built() {
        return root.resolve("cli/target");
    }

    /** Returns the archives there are. */
    List<Path> archives() throws IOException {
        try (Stream<Path> files = Files.list(built())) {
            return files.filter(file -> file.getFileName().toString().matches("start-.*\\.jsa"))
                    .toList();
        }
    }

    Process start(Map<String, String> environment, String... arguments) throws IOException {
        List<String> line = new ArrayList<>(List.of(root.resolve("tenure").toString()));
        line.addAll(List.of(arguments));
        ProcessBuilder builder = new ProcessBuilder(line);
        builder.environment().keySet().removeIf(name -> name.startsWith("TENURE_"));
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        return builder.start();
    }

    /** Runs a command to its end, which must be a good one. */
    Printed run(Map<String, String> environment, String... arguments) throws IOException, InterruptedException {
        Process process = start(environment, arguments);
        String output = read(process.getInputStream());
        String errors = read(process.getErrorStream());
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError("it failed: " + output + errors);
        }
        return new Printed(output, errors);
    }

    private static String read(InputStream stream) throws IOException {
        return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }

    /** What a command printed. */
    record Printed(String output, String errors) {}

    /** Waits until an archive is there that was made in the background, and is not as old as a test can make it. */
    void awaitArchive() throws IOException, InterruptedException {
        try (WatchService changes = built().getFileSystem().newWatchService()) {
            built().register(changes, StandardWatchEventKinds.ENTRY_CREATE);
            while (!hasArchive()) {
                WatchKey change = changes.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
                if (change == null) {
                    throw new AssertionError("no archive of classes was made");
                }
                change.pollEvents();
                change.reset();
            }
        }
    }

    private boolean hasArchive() throws IOException {
        for (Path archive : archives()) {
            if (Files.getLastModifiedTime(archive).toMillis() > 0) {
                return true;
            }
        }
        return false;
    }
}
