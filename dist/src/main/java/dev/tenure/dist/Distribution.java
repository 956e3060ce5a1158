package dev.tenure.dist;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;

/** Makes the packages that are named: {@code tar}, {@code deb}, {@code runtime}, {@code image}. */
final class Distribution {
    private final Build build;
    private final Installation installation;

    private Distribution(Build build) {
        this.build = build;
        this.installation = new Installation(build);
    }

    /** Takes the root of the repository, the folder to write into, the version, the date, and names of packages. */
    public static void main(String[] args) throws IOException {
        Build build = new Build(Path.of(args[0]), Path.of(args[1]), args[2], Instant.parse(args[3]));
        Distribution distribution = new Distribution(build);
        for (String kind : List.of(args[4].split(",", -1))) {
            System.out.println(distribution.make(kind));
        }
    }

    private Path make(String kind) throws IOException {
        return switch (kind) {
            case "tar" -> tar(build.name() + ".tar.gz", installation.unpacked());
            case "deb" -> new DebPackage(build, installation).write();
            case "runtime" -> runtime();
            case "image" -> new ContainerImage(build, installation).write();
            default -> throw new IllegalArgumentException("no such package: " + kind);
        };
    }

    /** The tar.gz with a Java runtime in it, for machines like this one. */
    private Path runtime() throws IOException {
        Path runtime = JavaRuntime.in(build.target().resolve("runtime"));
        FileTree files = installation.unpacked().all(build.name() + "/runtime", runtime);
        return tar(build.name() + "-with-java-linux-" + JavaRuntime.processor() + ".tar.gz", files);
    }

    private Path tar(String name, FileTree files) throws IOException {
        Path file = build.target().resolve(name);
        try (OutputStream out = Files.newOutputStream(file)) {
            files.writeTarGz(out, build.date());
        }
        return file;
    }
}
