package dev.tenure.spec;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tlc2.TLC;

/**
 * One model to check: a module of the specification, bounds, and the rules that are broken in it beside the true one.
 *
 * <p>TLC keeps its state in static fields, so each model has a JVM of its own.
 *
 * @param config the file with its bounds, which names its module in the first line
 */
record Model(Path config) {
    /** By {@code -Dspec.bounds=large} the models are checked on larger bounds; that takes from minutes to hours. */
    private static final String BOUNDS = System.getProperty("spec.bounds", "small");

    private static final Pattern MODULE = Pattern.compile("MODULE (\\w+)");
    private static final Pattern BREAKS = Pattern.compile("Breaks = \\{(.*)}");
    private static final Pattern NAME = Pattern.compile("\"([^\"]+)\"");
    private static final Pattern FOUND = Pattern.compile("<<\"found\", \"([^\"]+)\", \\d+>>");
    private static final Pattern STATES =
            Pattern.compile("(\\d+) states generated, (\\d+) distinct states found, 0 states left");
    private static final Pattern DEPTH = Pattern.compile("depth of the complete state graph search is (\\d+)");

    /**
     * What the checker said.
     *
     * @param exit its exit code: 0 if nothing is wrong with the true specification
     * @param found the broken rules that it noticed
     * @param summary how many states it visited, for people
     * @param output all that it printed
     */
    record Verdict(int exit, Set<String> found, String summary, String output) {}

    /** Returns the models whose names begin so, for the bounds that are asked for. */
    static List<Model> named(String prefix) {
        Path folder = sources().resolve(BOUNDS);
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            nameOf(file).startsWith(prefix) && nameOf(file).endsWith(".cfg"))
                    .sorted()
                    .map(Model::new)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Path sources() {
        Path here = Path.of("src/main/tla");
        return (Files.isDirectory(here) ? here : Path.of("spec").resolve(here)).toAbsolutePath();
    }

    private static String nameOf(Path file) {
        return String.valueOf(file.getFileName());
    }

    String name() {
        return nameOf(config).replace(".cfg", "");
    }

    /** Returns the rules that are broken in this model, each of which must be noticed. */
    Set<String> broken() {
        Set<String> names = new TreeSet<>(names(NAME, first(BREAKS, read(config))));
        names.remove("none");
        return names;
    }

    /** Checks the model. What the checker writes goes to the given folder. */
    Verdict check(Path scratch) throws IOException, InterruptedException {
        List<String> arguments = List.of(
                "-workers",
                "1",
                "-metadir",
                scratch.resolve(name() + ".states").toString(),
                "-config",
                config.toString(),
                first(MODULE, read(config)) + ".tla");
        return run(arguments, sources(), scratch.resolve(name() + ".out"));
    }

    /** Runs the checker in the folder of its modules, prints one line about the result, and returns what it said. */
    static Verdict run(List<String> arguments, Path modules, Path out) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx" + System.getProperty("spec.heap", "512m"),
                "-XX:+UseSerialGC"));
        if (BOUNDS.equals("small")) {
            command.add("-XX:TieredStopAtLevel=1"); // most runs are over before the better compiler pays
        }
        command.addAll(List.of("-cp", tools(), TLC.class.getName()));
        command.addAll(arguments);
        Process process = new ProcessBuilder(command)
                .directory(modules.toFile())
                .redirectErrorStream(true)
                .redirectOutput(out.toFile())
                .start();
        try {
            if (!process.waitFor(BOUNDS.equals("small") ? 1 : 24, TimeUnit.HOURS)) {
                throw new IllegalStateException("the checker has not ended: " + command);
            }
        } finally {
            process.destroyForcibly();
        }
        String output = read(out);
        return new Verdict(process.exitValue(), new TreeSet<>(names(FOUND, output)), summary(output), output);
    }

    private static String tools() {
        return Path.of(TLC.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .getPath())
                .toString();
    }

    private static String summary(String output) {
        Matcher states = STATES.matcher(output);
        String depth = first(DEPTH, output);
        return states.find()
                ? states.group(1) + " states, " + states.group(2) + " distinct, depth " + depth
                : "not completed";
    }

    private static Collection<String> names(Pattern pattern, String text) {
        return pattern.matcher(text).results().map(result -> result.group(1)).toList();
    }

    private static String first(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
