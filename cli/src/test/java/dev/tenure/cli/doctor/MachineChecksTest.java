package dev.tenure.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.CheckResult;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@link MachineChecks}. */
class MachineChecksTest {
    @TempDir
    Path folder;

    private long nanos;
    private long wallMillis;

    private final TimeSource time = new TimeSource() {
        @Override
        public long nanos() {
            return nanos;
        }

        @Override
        public long wallMillis() {
            return wallMillis;
        }
    };

    @Test
    void libraryInTwoVersionsIsNamed() {
        CheckResult twice =
                MachineChecks.classPath("/a/jedis-5.2.0.jar:/b/jedis-8.0.2.jar:/a/tenure-core-0.1.0.jar:/c");

        assertThat(twice.level()).isEqualTo(CheckResult.Level.WARN);
        assertThat(twice.text()).endsWith(": jedis-5.2.0.jar and jedis-8.0.2.jar");
        assertThat(MachineChecks.classPath("/a/jedis-5.2.0.jar:/a/tenure-core-0.1.0.jar")
                        .text())
                .isEqualTo("2 libraries, each in one version");
    }

    @Test
    void slowClockIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("clock"), "hpet\n");
        assertThat(MachineChecks.clockSource(file).level()).isEqualTo(CheckResult.Level.WARN);

        Files.writeString(file, "tsc\n");
        assertThat(MachineChecks.clockSource(file).text()).isEqualTo("tsc");
        assertThat(MachineChecks.clockSource(folder.resolve("none")).level()).isEqualTo(CheckResult.Level.OK);
    }

    @Test
    void clockThatWasSetIsNamed() {
        MachineChecks checks = new MachineChecks(time);
        nanos += Duration.ofSeconds(4).toNanos();
        wallMillis += 4400;
        assertThat(checks.timeStep().text()).isEqualTo("none within 4s");

        wallMillis -= 2000;
        assertThat(checks.timeStep().level()).isEqualTo(CheckResult.Level.WARN);
        assertThat(checks.timeStep().text()).startsWith("the wall clock moved 1600ms back within 4s");
    }
}
