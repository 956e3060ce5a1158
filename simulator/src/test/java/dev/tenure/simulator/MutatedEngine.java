package dev.tenure.simulator;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.simulator.scenario.RunOptions;
import dev.tenure.store.memory.MemoryCell;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A compiled mutant and the simulator, in a separate class loader. */
public final class MutatedEngine implements AutoCloseable {
    /** The engine, what a peer channel decides, and the rules of stores on Redis and Kafka as simulated. */
    private static final List<Path> SOURCES = List.of(
            Path.of("..", "core", "src", "main", "java"),
            Path.of("..", "http", "src", "main", "java", "dev", "tenure", "http", "peer"),
            Path.of("..", "simulator", "src", "main", "java", "dev", "tenure", "simulator", "store"));

    /** The parser that the messages of the peer channel need. */
    private static final String JACKSON = "com.fasterxml.jackson.core.JsonFactory";

    private final URLClassLoader loader;
    private final Method run;
    private final Constructor<?> newOptions;

    /** Compiles the mutant into the given folder. */
    public MutatedEngine(Mutant mutant, Path folder) throws IOException, ReflectiveOperationException {
        compile(sources(mutant, folder), folder);
        // The mutated classes come first. The class loader of this test is not used.
        URL[] path = {
            folder.toUri().toURL(),
            home(Timing.class),
            home(PeerState.class),
            home(Class.forName(JACKSON)),
            home(MemoryCell.class),
            home(Simulation.class)
        };
        loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        Class<?> optionsType = loader.loadClass(RunOptions.class.getName());
        newOptions = optionsType.getConstructors()[0];
        run = loader.loadClass(Simulation.class.getName()).getMethod("run", long.class, optionsType);
    }

    /** Runs one seed and returns the first finding, or null. */
    @Nullable String firstFinding(long seed) throws ReflectiveOperationException {
        List<?> findings = resultOf(seed, RunOptions.standard(), "findings");
        return findings.isEmpty() ? null : findings.get(0).toString();
    }

    /** Runs one seed and returns its trace. */
    public List<String> trace(long seed, RunOptions options) throws ReflectiveOperationException {
        return resultOf(seed, options.withTrace(), "trace").stream()
                .map(String::valueOf)
                .toList();
    }

    private List<?> resultOf(long seed, RunOptions options, String part) throws ReflectiveOperationException {
        Object result;
        try {
            result = run.invoke(null, seed, inItsClassLoader(options));
        } catch (InvocationTargetException e) {
            throw new AssertionError("seed " + seed + " broke the simulator itself", e.getCause());
        }
        return (List<?>) result.getClass().getMethod(part).invoke(result);
    }

    private Object inItsClassLoader(RunOptions options) throws ReflectiveOperationException {
        List<Object> values = new ArrayList<>();
        for (RecordComponent component : RunOptions.class.getRecordComponents()) {
            values.add(component.getAccessor().invoke(options));
        }
        return newOptions.newInstance(values.toArray());
    }

    /** Writes the changed files of the engine and returns their paths. */
    private static List<Path> sources(Mutant mutant, Path folder) throws IOException {
        Map<Path, String> engine = engine();
        Map<Path, String> changed = new TreeMap<>();
        for (Mutant.Edit edit : mutant.edits()) {
            List<Path> places = engine.entrySet().stream()
                    .flatMap(file ->
                            edit.pattern().matcher(file.getValue()).results().map(match -> file.getKey()))
                    .toList();
            assertThat(places)
                    .as("places of '%s': the engine has changed, so the mutant must follow", edit.find())
                    .hasSize(1);
            Path file = places.get(0);
            String text = edit.applyTo(requireNonNull(engine.get(file)));
            engine.put(file, text);
            changed.put(file, text);
        }
        List<Path> files = new ArrayList<>();
        for (Map.Entry<Path, String> text : changed.entrySet()) {
            Path file = folder.resolve("src").resolve(text.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, text.getValue()));
        }
        return files;
    }

    /** Returns the source texts by path. */
    private static Map<Path, String> engine() throws IOException {
        Map<Path, String> texts = new TreeMap<>();
        for (Path sources : SOURCES) {
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    texts.put(sources.relativize(file), Files.readString(file));
                }
            }
        }
        return texts;
    }

    private static void compile(List<Path> files, Path folder) throws IOException, ClassNotFoundException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = Stream.of(
                        Timing.class,
                        PeerState.class,
                        Class.forName(JACKSON),
                        MemoryCell.class,
                        Simulation.class,
                        NullMarked.class)
                .map(type -> Path.of(uri(home(type))).toString())
                .collect(Collectors.joining(File.pathSeparator));
        List<String> arguments = List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-classpath", path);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(
                            null, manager, null, arguments, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiled).as("the mutant compiles").isTrue();
        }
    }

    private static URI uri(URL url) {
        return URI.create(url.toString());
    }

    private static URL home(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    public void close() throws IOException {
        loader.close();
    }
}
