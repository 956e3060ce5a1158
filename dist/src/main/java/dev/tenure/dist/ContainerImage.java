package dev.tenure.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * An image of the Open Container Initiative as a tar, made without a container engine; {@code docker load} reads it
 * too.
 *
 * <p>Three layers: what the machine that builds gives, the Java runtime, and the command.
 */
final class ContainerImage {
    /** The user in it, who is nobody on any machine. */
    static final int USER = 10001;

    private static final String CONFIG = """
            {"created":"%1$s","architecture":"%2$s","os":"linux","config":{"User":"%3$d:%3$d",\
            "Env":["PATH=/opt/tenure/bin:/usr/bin","LANG=C.UTF-8","XDG_STATE_HOME=/var/lib"],\
            "Entrypoint":["/opt/tenure/bin/tenure"],"Cmd":["--help"],"WorkingDir":"/",\
            "Labels":{"org.opencontainers.image.title":"tenure","org.opencontainers.image.version":"%4$s",\
            "org.opencontainers.image.licenses":"Apache-2.0"}},\
            "rootfs":{"type":"layers","diff_ids":[%5$s]}}""";

    private static final String MANIFEST = """
            {"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json",\
            "config":%s,"layers":[%s]}""";

    private static final String INDEX = """
            {"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[%s]}""";

    /** What {@code docker load} reads. */
    private static final String DOCKER = """
            [{"Config":"blobs/sha256/%s","RepoTags":["tenure:%s"],"Layers":[%s]}]""";

    private final Build build;
    private final Installation installation;
    private final FileTree image = new FileTree();
    private final List<String> layers = new ArrayList<>();
    private final List<String> layerDescriptors = new ArrayList<>();
    private final List<String> contents = new ArrayList<>();

    ContainerImage(Build build, Installation installation) {
        this.build = build;
        this.installation = installation;
    }

    Path write() throws IOException {
        Path runtime = JavaRuntime.in(build.target().resolve("runtime"));
        addLayer(MachineFiles.with(runtime).tree().tree("", system()));
        addLayer(new FileTree().all("opt/tenure/runtime", runtime));
        addLayer(new FileTree().tree("opt/tenure", installation.program()).tree("usr/share", installation.shared()));
        String config = text(
                CONFIG,
                build.date(),
                JavaRuntime.processor(),
                USER,
                build.version(),
                contents.stream().map(each -> "\"sha256:" + each + "\"").collect(Collectors.joining(",")));
        String configDescriptor = blob("application/vnd.oci.image.config.v1+json", utf8(config));
        String manifest = text(MANIFEST, configDescriptor, String.join(",", layerDescriptors));
        String manifestDescriptor = blob("application/vnd.oci.image.manifest.v1+json", utf8(manifest));
        image.text("oci-layout", "{\"imageLayoutVersion\":\"1.0.0\"}");
        image.text("index.json", text(INDEX, manifestDescriptor));
        String paths =
                layers.stream().map(each -> "\"blobs/sha256/" + each + "\"").collect(Collectors.joining(","));
        image.text("manifest.json", text(DOCKER, sha256(utf8(config)), build.version(), paths));
        Path file = build.target().resolve(build.name() + "-image-" + JavaRuntime.processor() + ".tar");
        try (OutputStream out = Files.newOutputStream(file)) {
            new TarWriter(out, build.date()).write(image);
        }
        return file;
    }

    /** Returns what a system needs beside its programs. */
    private static FileTree system() {
        return new FileTree()
                .text(
                        "etc/passwd",
                        "root:x:0:0:root:/:/bin/sh\ntenure:x:" + USER + ":" + USER
                                + ":tenure:/var/lib/tenure:/bin/sh\n")
                .text("etc/group", "root:x:0:\ntenure:x:" + USER + ":\n")
                .text("etc/nsswitch.conf", "hosts: files dns\n")
                .folder("dev", FileTree.FOLDER, 0)
                .folder("proc", 0555, 0)
                .folder("sys", 0555, 0)
                .folder("tmp", 01777, 0)
                .folder("var/lib/tenure", 0700, USER);
    }

    private void addLayer(FileTree files) throws IOException {
        ByteArrayOutputStream plain = new ByteArrayOutputStream();
        new TarWriter(plain, build.date()).write(files);
        contents.add(sha256(plain.toByteArray()));
        ByteArrayOutputStream zipped = new ByteArrayOutputStream();
        files.writeTarGz(zipped, build.date());
        layers.add(sha256(zipped.toByteArray()));
        layerDescriptors.add(blob("application/vnd.oci.image.layer.v1.tar+gzip", zipped.toByteArray()));
    }

    /** Adds content to the image, and returns what refers to it. */
    private String blob(String type, byte[] content) {
        String digest = sha256(content);
        image.bytes("blobs/sha256/" + digest, content);
        return text("{\"mediaType\":\"%s\",\"digest\":\"sha256:%s\",\"size\":%d}", type, digest, content.length);
    }

    private static String sha256(byte[] content) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
