package dev.tenure.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs a doctor with short timeouts. */
final class DoctorRun {
    private static final Duration SCRATCH_TTL = Duration.ofSeconds(5);

    private DoctorRun() {}

    static Deadline soon() {
        return Deadline.after(TimeSource.system(), Duration.ofSeconds(10));
    }

    static List<CheckResult> examine(LeaseStore store, Duration scratchTtl) throws InterruptedException {
        List<CheckResult> findings = new ArrayList<>();
        ScratchElection scratch = new ScratchElection(store, scratchTtl, Duration.ofMillis(500));
        new Doctor(store, Timing.local(), scratch, findings::add).examine();
        return findings;
    }

    static List<CheckResult> examine(LeaseStore store) throws InterruptedException {
        return examine(store, SCRATCH_TTL);
    }

    static List<CheckResult> wrong(LeaseStore store) throws InterruptedException {
        return examine(store).stream()
                .filter(finding -> finding.level() != Level.OK)
                .toList();
    }

    static void assertOnly(List<CheckResult> wrong, Level level, String subject, String words) {
        assertThat(wrong).singleElement().satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(level);
            assertThat(finding.subject()).isEqualTo(subject);
            assertThat(finding.text()).contains(words);
        });
    }
}
