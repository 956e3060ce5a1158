package dev.tenure.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A package for Debian and what is made of it: an archive of the format {@code ar} with a version, what {@code dpkg}
 * has to know, and the files.
 */
final class DebPackage {
    private static final int KILOBYTE = 1024;

    private final Build build;
    private final Installation installation;

    DebPackage(Build build, Installation installation) {
        this.build = build;
        this.installation = installation;
    }

    /** Returns the version as Debian orders it: a snapshot comes before its release. */
    static String version(String version) {
        return version.replace("-SNAPSHOT", "~snapshot");
    }

    Path write() throws IOException {
        Path file = build.target().resolve("tenure_" + version(build.version()) + "_all.deb");
        FileTree files = files();
        try (OutputStream out = Files.newOutputStream(file)) {
            out.write("!<arch>\n".getBytes(StandardCharsets.US_ASCII));
            part(out, "debian-binary", "2.0\n".getBytes(StandardCharsets.US_ASCII));
            part(out, "control.tar.gz", packed(control(files.size())));
            part(out, "data.tar.gz", packed(files));
        }
        return file;
    }

    private FileTree files() throws IOException {
        FileTree shared = installation.shared();
        return new FileTree()
                .tree("usr/lib/tenure", installation.program())
                .link("usr/bin/tenure", "../lib/tenure/bin/tenure")
                .tree("usr/share", shared)
                .file("usr/share/doc/tenure/copyright", build.root().resolve("LICENSE"))
                .file("usr/lib/systemd/system/tenure@.service", build.file("systemd/tenure@.service"))
                .folder("etc/tenure", FileTree.FOLDER, 0)
                .folder("var/lib/tenure", 0700, 0);
    }

    private FileTree control(long size) throws IOException {
        String control =
                filled("control", Map.of("version", version(build.version()), "size", Long.toString(size / KILOBYTE)));
        FileTree tree = new FileTree().text("control", control);
        for (String script : List.of("postinst", "prerm", "postrm")) {
            tree.script(script, filled(script, Map.of()));
        }
        return tree;
    }

    private String filled(String name, Map<String, String> values) throws IOException {
        String text = Files.readString(build.file("deb/" + name));
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("@" + value.getKey() + "@", value.getValue());
        }
        return text;
    }

    private byte[] packed(FileTree files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        files.writeTarGz(out, build.date());
        return out.toByteArray();
    }

    private void part(OutputStream out, String name, byte[] content) throws IOException {
        String header = String.format(
                Locale.ROOT,
                "%-16s%-12d%-6d%-6d%-8s%-10d`\n",
                name,
                build.date().getEpochSecond(),
                0,
                0,
                "100644",
                content.length);
        out.write(header.getBytes(StandardCharsets.US_ASCII));
        out.write(content);
        out.write(new byte[content.length % 2]);
    }
}
