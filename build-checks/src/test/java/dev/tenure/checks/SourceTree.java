package dev.tenure.checks;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The files of the repository as an author left them, without what builds and editors add. */
record SourceTree(Path root, List<Path> files) {
    private static final Set<String> NOT_OURS = Set.of(".git", "target", ".idea", ".vscode");

    /** Reads the repository this test runs in: the nearest folder above that holds {@code .mvn}. */
    static SourceTree here() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.isDirectory(folder.resolve(".mvn"))) {
            folder = Optional.ofNullable(folder.getParent())
                    .orElseThrow(
                            () -> new IllegalStateException("no folder above holds .mvn: run inside the repository"));
        }
        return at(folder);
    }

    /** Reads the tree below a folder. */
    static SourceTree at(Path root) {
        List<Path> files = new ArrayList<>();
        try {
            Files.walkFileTree(root, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                    boolean skipped = NOT_OURS.contains(name(folder));
                    return skipped ? FileVisitResult.SKIP_SUBTREE : FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isRegularFile() && !NOT_OURS.contains(name(file))) {
                        files.add(file);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        files.sort(null);
        return new SourceTree(root, List.copyOf(files));
    }

    /** Returns the files whose path from the root, written with slashes, is accepted. */
    Stream<Path> matching(Predicate<String> path) {
        return files.stream().filter(file -> path.test(show(file)));
    }

    /** Returns the folders that hold a {@code pom.xml}, without the root. */
    Stream<Path> modules() {
        return matching(path -> path.endsWith("/pom.xml")).map(file -> file.resolveSibling(""));
    }

    /** Returns the folders directly below the given one that hold a {@code pom.xml}. */
    Stream<Path> modulesIn(String folder) {
        return modules().filter(module -> root.resolve(folder).equals(module.getParent()));
    }

    /** Returns a path as it is called from the root, with slashes on every system. */
    String show(Path file) {
        return root.relativize(file).toString().replace('\\', '/');
    }

    static String name(Path file) {
        return String.valueOf(file.getFileName());
    }

    static List<String> lines(Path file) {
        return text(file).lines().toList();
    }

    /** Returns the content of a text file, or nothing for a file that is no text. */
    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            return "";
        } catch (IOException e) {
            throw new UncheckedIOException(file.toString(), e);
        }
    }
}
