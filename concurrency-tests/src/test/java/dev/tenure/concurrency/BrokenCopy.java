package dev.tenure.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/**
 * A class of the engine with a deliberate mistake about threads, as a change to its source text.
 *
 * @param name the mistake
 * @param scenario the scenario that must find it
 * @param file the file, below {@code dev.tenure.internal}
 * @param find text that occurs once in that file, white space aside
 * @param replace what it is replaced with
 */
record BrokenCopy(String name, String scenario, String file, String find, String replace) {
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Path SOURCES = Path.of("..", "core", "src", "main", "java", "dev", "tenure", "internal");

    /** Returns the scenario as it runs on the broken class, compiled into the given folder. */
    Runnable scenarioIn(Path folder) throws IOException, ReflectiveOperationException {
        String[] text = Files.readString(SOURCES.resolve(file)).split(pattern(), -1);
        assertThat(text)
                .as("'%s' splits %s in two: the engine has changed, so this must follow", find, file)
                .hasSize(2);
        Path source = folder.resolve(Path.of(file).getFileName());
        compile(Files.writeString(source, text[0] + replace + text[1]), folder);
        Class<?> scenarios = new RenamedClasses(folder, prefix()).load(Scenarios.class);
        Map<?, ?> all = (Map<?, ?>) scenarios.getMethod("all").invoke(null);
        return (Runnable) all.get(scenario);
    }

    /** Returns a name of its own for each mistake. */
    private String prefix() {
        return "broken" + Integer.toHexString(name.hashCode());
    }

    private String pattern() {
        return SPACE.splitAsStream(find).map(Pattern::quote).collect(Collectors.joining("\\s+"));
    }

    private static void compile(Path file, Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        String path = Path.of(uri(home(Timing.class))) + File.pathSeparator + Path.of(uri(home(NullMarked.class)));
        List<String> arguments = List.of("-proc:none", "-nowarn", "-d", folder.toString(), "-classpath", path);
        try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
            boolean compiled = compiler.getTask(null, manager, null, arguments, null, manager.getJavaFileObjects(file))
                    .call();
            assertThat(compiled).as("the broken copy compiles").isTrue();
        }
    }

    private static URI uri(URL url) {
        return URI.create(url.toString());
    }

    private static URL home(Class<?> type) {
        return type.getProtectionDomain().getCodeSource().getLocation();
    }

    @Override
    public String toString() {
        return name;
    }
}
