package dev.tenure.shop;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.loader.tools.Library;
import org.springframework.boot.loader.tools.LibraryScope;
import org.springframework.boot.loader.tools.Repackager;

/** The shop in one jar, with its libraries nested in it, as Spring Boot's plugin makes it. */
final class ShopJar {
    /** Of the class path of the tests: what only they use, and what Maven itself adds. */
    private static final Pattern OF_TESTS = Pattern.compile(
            ".*(test-classes|surefire|junit|assertj|testkit|spring-boot-test|spring-test|loader-tools|zonky).*");

    private ShopJar() {}

    /** Makes the jar. */
    static Path make(Path folder) throws IOException {
        Path classes = Path.of("target", "classes");
        Path plain = jar(classes, folder.resolve("plain.jar"));
        List<Path> libraries = new ArrayList<>();
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            Path path = Path.of(entry);
            if (!OF_TESTS.matcher(entry).matches() && !path.equals(classes.toAbsolutePath()) && Files.exists(path)) {
                libraries.add(Files.isDirectory(path) ? jar(path, folder.resolve(libraries.size() + ".jar")) : path);
            }
        }
        Repackager repackager = new Repackager(plain.toFile());
        repackager.setMainClass(Shop.class.getName());
        Path jar = folder.resolve("shop.jar");
        repackager.repackage(jar.toFile(), callback -> {
            for (Path library : libraries) {
                callback.library(new Library(library.toFile(), LibraryScope.RUNTIME));
            }
        });
        return jar;
    }

    private static Path jar(Path classes, Path jar) throws IOException {
        List<Path> files;
        try (Stream<Path> all = Files.walk(classes)) {
            files = all.filter(Files::isRegularFile).toList();
        }
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            for (Path file : files) {
                out.putNextEntry(
                        new JarEntry(classes.relativize(file).toString().replace(File.separatorChar, '/')));
                Files.copy(file, out);
            }
        }
        return jar;
    }
}
