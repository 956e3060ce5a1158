package dev.tenure.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The tar.gz that brings its own Java runtime. */
@Tag("process")
@Timeout(600)
class RuntimeTest {
    @TempDir
    private static Path folder;

    private static Path home;

    @BeforeAll
    static void unpack() throws IOException, InterruptedException {
        assumeTrue(Packages.has("runtime"), "made by -Pdist only");
        String name = "tenure-" + Packages.VERSION;
        new Shell(folder)
                .output(
                        "tar",
                        "-xzf",
                        Packages.file(name + "-with-java-linux-" + JavaRuntime.processor() + ".tar.gz")
                                .toString());
        home = folder.resolve(name);
        Files.createDirectory(home.resolve("launcher.lock"));
    }

    /** A runtime that lacks a module would say so only when a client needs it. */
    @Test
    void everyStoreIsOpenedWithoutAnotherJava() throws IOException, InterruptedException {
        for (String store : List.of(
                "file:" + folder.resolve("none"),
                "postgres://u@127.0.0.1:1/d?sslmode=require",
                "rediss://127.0.0.1:1",
                "kafka://127.0.0.1:1/t",
                "dynamodb://t?endpoint=https://127.0.0.1:1&region=x",
                "s3://b?endpoint=https://127.0.0.1:1&region=x",
                "route53://Z1/a.b?endpoint=https://127.0.0.1:1")) {
            Shell.Ended ended = shell().run(tenure(), "status", "--store", store, "payroll");

            assertThat(ended.errors())
                    .as(store)
                    .startsWith("tenure: ")
                    .doesNotContain("bug in Tenure", "NoClassDefFound", "ClassNotFound", "NoSuchAlgorithm");
            assertThat(ended.code()).as(ended.errors()).isIn(66, 69, 78);
        }
    }

    @Test
    void commandRunsWithoutAnotherJava() throws IOException, InterruptedException {
        assertThat(shell().output(
                                tenure(), "run", "--ttl", "60s", "--health", "127.0.0.1:0", "p", "--", "echo", "paid"))
                .isEqualTo("paid\n");
    }

    private static Shell shell() {
        return new Shell(folder).without("JAVA_HOME").with("PATH", "/usr/bin:/bin");
    }

    private static String tenure() {
        return home.resolve("bin/tenure").toString();
    }
}
