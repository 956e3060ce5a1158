package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.store.file.DiskWithHooks.Operation;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The checks of the doctor on a folder. */
@Timeout(60)
class FileDiagnosisTest {
    private static final Instant WHOLE = Instant.parse("2026-01-02T03:04:05Z");

    @TempDir
    Path root;

    private static List<CheckResult> findings(FileCell cell) {
        return cell.diagnose(Timing.local(), StoreTestSteps.soon());
    }

    private static CheckResult of(String subject, List<CheckResult> findings) {
        return findings.stream()
                .filter(finding -> finding.subject().equals(subject))
                .findAny()
                .orElseThrow(() -> new AssertionError("nothing about " + subject + " in " + findings));
    }

    private FileCell failing(Operation at, String reason) {
        return new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == at) {
                        throw new FileSystemException(path.toString(), null, reason);
                    }
                }),
                new FolderLayout(root));
    }

    @Test
    void diagnosisLeavesFolderUnchanged() {
        List<CheckResult> findings = findings(SampleRecords.cell(root));

        assertThat(findings)
                .extracting(CheckResult::subject)
                .containsExactly(
                        "permissions", "access", "file system", "space", "locks", "hard links", "syncs", "dates");
        for (String sure : List.of("permissions", "access", "locks", "hard links", "dates")) {
            assertThat(of(sure, findings).level()).as(sure).isEqualTo(Level.OK);
        }
        assertThat(root.resolve("drafts")).isEmptyDirectory();
        assertThat(SampleRecords.names(root)).containsExactly("drafts", "live");
    }

    @Test
    void missingHardLinksFail() {
        CheckResult links = of("hard links", findings(failing(Operation.LINK, "Operation not permitted")));

        assertThat(links.level()).isEqualTo(Level.FAIL);
        assertThat(links.remedy()).contains("a file system that has hard links");
        assertThat(root.resolve("drafts")).isEmptyDirectory();
    }

    @Test
    void linksThatReplaceFilesFail() {
        FileCell cell = new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == Operation.LINK) {
                        Files.deleteIfExists(path);
                    }
                }),
                new FolderLayout(root));

        CheckResult links = of("hard links", findings(cell));

        assertThat(links.level()).isEqualTo(Level.FAIL);
        assertThat(links.remedy()).contains("two could lead at once");
    }

    @Test
    void fullDiskFails() {
        CheckResult writing = of("writing", findings(failing(Operation.WRITE, "No space left on device")));

        assertThat(writing.level()).isEqualTo(Level.FAIL);
        assertThat(writing.remedy()).contains("make room");
    }

    @Test
    void missingLocksAreReported() throws IOException {
        Files.writeString(root.resolve("live"), "in the way");

        CheckResult locks = of("locks", findings(SampleRecords.cell(root)));

        assertThat(locks.level()).isEqualTo(Level.WARN);
        assertThat(locks.text()).contains("a crash costs others the ttl");
    }

    @ParameterizedTest
    @CsvSource({
        "ext4, OK, ext4",
        "xfs, OK, xfs",
        "tmpfs, OK, empty after a restart",
        "nfs4, WARN, shared between machines",
        "cifs, WARN, shared between machines",
        "fuse.sshfs, WARN, shared between machines",
        "overlay, WARN, other containers",
    })
    void fileSystemsAreRecognised(String type, Level level, String words) {
        assertThat(FileSystemCheck.type(type).level()).isEqualTo(level);
        assertThat(FileSystemCheck.type(type).text()).contains(words);
    }

    @ParameterizedTest
    @CsvSource({"50000000, OK", "49999999, WARN", "200000, WARN", "199999, FAIL", "0, FAIL"})
    void littleSpaceIsReported(long bytes, Level level) {
        assertThat(FileSystemCheck.space(bytes).level()).isEqualTo(level);
    }

    @Test
    void slowSyncsAreJudgedByTiming() {
        long[] nanos = {301_000_000, 1_000_000, 2_000_000};

        CheckResult slow = FileDiagnosis.syncs(nanos, Timing.local());

        assertThat(slow.level()).isEqualTo(Level.WARN);
        assertThat(slow.text()).contains("after 2.0 ms, the slowest of 3 after 301.0 ms");
        assertThat(FileDiagnosis.syncs(nanos, Timing.fast()).level()).isEqualTo(Level.OK);
        assertThat(FileDiagnosis.syncs(new long[0], Timing.local()).level()).isEqualTo(Level.WARN);
    }

    @Test
    void coarseDatesAndOtherClocksAreReported() {
        Instant fine = WHOLE.plusNanos(1);

        assertThat(FileDiagnosis.dates(List.of(WHOLE, WHOLE), WHOLE).text()).contains("whole seconds");
        assertThat(FileDiagnosis.dates(List.of(WHOLE, fine), WHOLE).level()).isEqualTo(Level.OK);
        assertThat(FileDiagnosis.dates(List.of(fine), WHOLE.plusSeconds(60)).text())
                .contains("59 s apart");
    }
}
