package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("process")
@DisplayName("R13 close(): a JVM that shuts down")
@Timeout(60)
class R13ShutdownTest {

    /** Runs a process that leads and then ends, and returns what it said. */
    private static String outputOf(String how) throws IOException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xshare:auto",
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ShutdownMain.class.getName(),
                        how)
                .redirectErrorStream(true)
                .start();
        try {
            return new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            child.destroyForcibly();
        }
    }

    @Test
    void aJvmThatShutsDownReleasesFirst() throws IOException {
        assertThat(outputOf("with-hook")).contains("leads true", "released payroll");
    }

    @Test
    void withoutTheHookTheLeaseIsLeftToRunOut() throws IOException {
        assertThat(outputOf("without-hook")).contains("leads true").doesNotContain("released");
    }

    @Test
    void aJvmDoesNotHaltWhileItsOwnWorkCloses() throws IOException {
        assertThat(outputOf("work-closes")).contains("released payroll");
    }
}
