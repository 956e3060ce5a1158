package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import dev.tenure.Candidate;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** An application as a module, and as one jar with everything in it. */
@Tag("process")
@Timeout(120)
class PackagingTest {
    private static final String MODULE = "module shop { requires dev.tenure; }";
    private static final String MAIN = """
            package shop;

            import dev.tenure.Candidate;
            import dev.tenure.Election;
            import java.time.Duration;

            public class Main {
                public static void main(String[] stores) throws InterruptedException {
                    System.out.println("module " + Main.class.getModule().getName());
                    System.out.println("recorder " + ModuleLayer.boot().findModule("jdk.jfr").isPresent());
                    for (String store : stores) {
                        try (Candidate node = Candidate.on(store).start()) {
                            Election orders = node.stand("orders");
                            System.out.println("leads " + orders.awaitLeadership(Duration.ofMinutes(1)).isPresent());
                        }
                    }
                }
            }
            """;

    @TempDir
    Path folder;

    @Test
    void aModuleFindsItsStoreAlsoInAnImageWithoutAFlightRecorder() throws Exception {
        Path module = folder.resolve("module");
        List<Path> libraries = libraries("dev.tenure.store.file.FileStoreProvider");
        compile(module, List.of("--module-path", path(libraries)), Map.of("module-info", MODULE, "shop/Main", MAIN));

        List<Path> modules = new ArrayList<>(libraries);
        modules.add(module);
        List<String> said = java(
                "--module-path",
                path(modules),
                "--limit-modules",
                "shop,dev.tenure.store.file",
                "--module",
                "shop/shop.Main",
                "file:" + folder.resolve("store"));

        assertThat(said).contains("module shop", "recorder false", "leads true");
    }

    /** As the shade plugin makes it with its ServicesResourceTransformer: files of services are joined. */
    @Test
    void oneJarFindsEveryStoreInIt() throws Exception {
        Path classes = folder.resolve("classes");
        List<Path> libraries =
                libraries("dev.tenure.store.file.FileStoreProvider", "dev.tenure.store.memory.MemoryStoreProvider");
        compile(classes, List.of("-cp", path(libraries)), Map.of("shop/Main", MAIN));
        List<Path> all = new ArrayList<>(libraries);
        all.add(classes);
        Path jar = folder.resolve("shop.jar");
        shade(all, jar);

        List<String> said = java("-jar", jar.toString(), "file:" + folder.resolve("store"), "memory:shop");

        assertThat(said).filteredOn("leads true"::equals).hasSize(2);
    }

    /** Returns what an application with these stores has on its path: jars, or folders of classes. */
    private static List<Path> libraries(String... providers) throws ReflectiveOperationException, URISyntaxException {
        List<Class<?>> inside = new ArrayList<>(
                List.of(Candidate.class, Class.forName("dev.tenure.store.support.UriParameters"), JsonFactory.class));
        for (String provider : providers) {
            inside.add(Class.forName(provider));
        }
        List<Path> found = new ArrayList<>();
        for (Class<?> each : inside) {
            found.add(Path.of(
                    each.getProtectionDomain().getCodeSource().getLocation().toURI()));
        }
        return found;
    }

    private static String path(List<Path> entries) {
        return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private void compile(Path to, List<String> options, Map<String, String> sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("-d", to.toString()));
        arguments.addAll(options);
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolve("source").resolve(source.getKey() + ".java");
            Files.createDirectories(file.resolveSibling("."));
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        OutputStream said = new ByteArrayOutputStream();
        int result = ToolProvider.getSystemJavaCompiler().run(null, said, said, arguments.toArray(new String[0]));
        assertThat(result).as(said.toString()).isZero();
    }

    private static void shade(List<Path> parts, Path jar) throws IOException {
        Map<String, byte[]> content = new TreeMap<>();
        for (Path part : parts) {
            if (Files.isDirectory(part)) {
                collect(part, content);
            } else {
                try (FileSystem inside = FileSystems.newFileSystem(part)) {
                    collect(inside.getPath("/"), content);
                }
            }
        }
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, "shop.Main");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest)) {
            for (Map.Entry<String, byte[]> each : content.entrySet()) {
                out.putNextEntry(new JarEntry(each.getKey()));
                out.write(each.getValue());
            }
        }
    }

    private static void collect(Path root, Map<String, byte[]> content) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(root)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        for (Path file : files) {
            String name = root.relativize(file).toString().replace(File.separatorChar, '/');
            byte[] bytes = Files.readAllBytes(file);
            if (name.startsWith("META-INF/services/")) {
                content.merge(name, bytes, PackagingTest::lines);
            } else if (!name.endsWith("MANIFEST.MF") && !name.endsWith("module-info.class")) {
                content.putIfAbsent(name, bytes);
            }
        }
    }

    private static byte[] lines(byte[] one, byte[] other) {
        return (new String(one, StandardCharsets.UTF_8) + "\n" + new String(other, StandardCharsets.UTF_8))
                .getBytes(StandardCharsets.UTF_8);
    }

    private static List<String> java(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC"));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return said.lines().toList();
        } finally {
            process.destroyForcibly();
        }
    }
}
