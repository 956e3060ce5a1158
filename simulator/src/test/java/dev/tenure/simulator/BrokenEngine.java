package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.testkit.MemoryCell;
import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;
import org.jspecify.annotations.Nullable;

/** A mutant, compiled, with the simulator around it: both in a class loader of their own. */
final class BrokenEngine implements AutoCloseable {
    private static final Path SOURCES = Path.of("..", "core", "src", "main", "java");

    private final URLClassLoader loader;
    private final Method run;
    private final Object options;

    /** Compiles the mutant into the given folder. */
    BrokenEngine(Mutant mutant, Path folder) throws IOException, ReflectiveOperationException {
        compile(sources(mutant, folder), folder);
        // The mutated classes come first; nothing is taken from the class loader of this test.
        URL[] path = {folder.toUri().toURL(), home(Timing.class), home(MemoryCell.class), home(Simulation.class)};
        loader = new URLClassLoader(path, ClassLoader.getPlatformClassLoader());
        Class<?> optionsType = loader.loadClass(Options.class.getName());
        options = optionsType.getMethod("standard").invoke(null);
        run = loader.loadClass(Simulation.class.getName()).getMethod("run", long.class, optionsType);
    }

    /** Runs one seed, and returns what was found first, or null. */
    @Nullable String firstFinding(long seed) throws ReflectiveOperationException {
        try {
            Object result = run.invoke(null, seed, options);
            List<?> findings = (List<?>) result.getClass().getMethod("findings").invoke(result);
            return findings.isEmpty() ? null : findings.get(0).toString();
        } catch (InvocationTargetException e) {
            throw new AssertionError("seed " + seed + " broke the simulator itself", e.getCause());
        }
    }

    private static List<Path> sources(Mutant mutant, Path folder) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (Mutant.Edit edit : mutant.edits()) {
            String text = texts.containsKey(edit.file())
                    ? texts.get(edit.file())
                    : Files.readString(SOURCES.resolve(edit.file()));
            assertThat(text.split(Pattern.quote(edit.find()), -1))
                    .as("'%s' in %s: the engine has changed, so the mutant must follow", edit.find(), edit.file())
                    .hasSize(2);
            texts.put(edit.file(), text.replace(edit.find(), edit.replace()));
        }
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = folder.resolve("src").resolve(text.getKey());
            Files.createDirectories(file.getParent());
            files.add(Files.writeString(file, text.getValue()));
        }
        return files;
    }

    private static void compile(List<Path> files, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = Path.of(uri(home(Timing.class))) + File.pathSeparator + Path.of(uri(home(NullMarked.class)));
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
