package dev.tenure.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("R2 Time-checked: how long the machine slept")
class SleepMeterTest {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();

    @TempDir
    Path folder;

    private Path uptime;
    private Path mounts;
    private long nanos = Long.MAX_VALUE - 5 * SECOND;

    @BeforeEach
    void files() throws IOException {
        uptime = folder.resolve("uptime");
        mounts = Files.writeString(folder.resolve("mountinfo"), "22 28 0:20 / /proc rw shared:12 - proc proc rw\n");
        sinceBoot("1000.00");
    }

    private void sinceBoot(String text) throws IOException {
        Files.writeString(uptime, text + " 350735.47\n");
    }

    private SleepMeter meter() {
        return SleepMeter.open(uptime, mounts, () -> nanos);
    }

    private static long after(SleepMeter meter, long before) {
        return meter.sleptNanos() - before;
    }

    @Test
    void timeThatTheMonotonicClockDidNotSeeIsSleep() throws IOException {
        SleepMeter meter = meter();
        long before = meter.sleptNanos();
        nanos += 10 * SECOND;
        sinceBoot("1010.00");
        assertThat(after(meter, before)).isZero();

        nanos += SECOND;
        sinceBoot("1030.50");
        assertThat(after(meter, before)).isEqualTo(19 * SECOND + SECOND / 2);
    }

    @Test
    void theCoarsenessOfTheFileIsNoSleep() throws IOException {
        SleepMeter meter = meter();
        long before = meter.sleptNanos();
        nanos += SECOND;
        sinceBoot("1001.01");

        assertThat(after(meter, before)).isZero();
    }

    @Test
    void theFileIsReadOnceAMillisecondAtMost() throws IOException {
        SleepMeter meter = meter();
        long before = meter.sleptNanos();
        sinceBoot("1030.00");
        nanos += 999_999;
        assertThat(after(meter, before)).isZero();

        nanos += 1;
        assertThat(after(meter, before)).isGreaterThan(29 * SECOND);
    }

    @Test
    void aThreadHeldUpBetweenItsReadingsMeasuresNoSleepLater() throws IOException {
        SleepMeter meter = meter();
        long before = meter.sleptNanos();
        nanos += 5 * SECOND; // the file still says what it said before the thread was held up
        assertThat(after(meter, before)).isZero();

        nanos += SECOND;
        sinceBoot("1006.00");
        assertThat(after(meter, before)).isZero();
    }

    @Test
    void anInterruptDoesNotEndTheMeasuring() throws IOException {
        SleepMeter meter = meter();
        long before = meter.sleptNanos();
        Thread.currentThread().interrupt();
        nanos += SECOND;
        sinceBoot("1031.00");

        assertThat(after(meter, before)).isEqualTo(30 * SECOND);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void whereThereIsNoSuchFileNothingIsMeasured() {
        assertThat(SleepMeter.open(folder.resolve("nothing"), mounts, () -> nanos)
                        .sleptNanos())
                .isZero();
        assertThat(SleepMeter.open(uptime, folder.resolve("nothing"), () -> nanos)
                        .sleptNanos())
                .isZero();
    }

    @Test
    @DisplayName("a file that something else is mounted over, as lxcfs does, is left alone: it may hang")
    void aFileThatIsMountedOverIsLeftAlone() throws IOException {
        Files.writeString(mounts, "971 970 0:51 /proc/uptime " + uptime + " rw,nosuid - fuse.lxcfs lxcfs rw\n");

        assertThat(meter().sleptNanos()).isZero();
    }

    @Test
    void unreadableFileChangesNothing() throws IOException {
        SleepMeter meter = meter();
        long before = meter.sleptNanos();
        for (String text : new String[] {"", "x", "12", "-1.00", "1.2.3"}) {
            nanos += SECOND;
            sinceBoot(text);
            assertThat(after(meter, before)).as(text).isZero();
        }
    }
}
