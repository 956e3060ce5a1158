package dev.tenure.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code tenure doctor} as a process, on healthy and broken folders. */
@Tag("process")
@Timeout(120)
class DoctorCommandTest {
    @TempDir
    Path folder;

    private TenureProcess.Finished doctor(String... arguments) throws IOException, InterruptedException {
        return tenure("doctor", arguments);
    }

    private TenureProcess.Finished tenure(String command, String... arguments)
            throws IOException, InterruptedException {
        String[] all = new String[arguments.length + 3];
        all[0] = command;
        all[1] = "--store";
        all[2] = "file:" + folder;
        System.arraycopy(arguments, 0, all, 3, arguments.length);
        return TenureProcess.run(Map.of(), all);
    }

    private static List<String> lines(TenureProcess.Finished finished, String level) {
        return finished.output().lines().filter(line -> line.startsWith(level)).toList();
    }

    @Test
    void healthyFolderPassesAllChecks() throws IOException, InterruptedException {
        doctor();

        TenureProcess.Finished finished = doctor("--ttl", "60s"); // the disk of a busy machine is slow

        assertThat(lines(finished, "fail")).isEmpty();
        assertThat(finished.output())
                .contains("ok   hard links: ")
                .contains("ok   locks: ")
                .contains("ok   race: 16 claims at once, 5 times: one was granted each time\n")
                .contains("ok   wake-ups: ")
                .contains("every one must answer within 12s");
        assertThat(finished.output().lines().reduce((one, next) -> next).orElseThrow())
                .matches("checks=27 ok=[0-9]+ warn=[0-9]+ fail=0");
        assertThat(finished.errors()).isEmpty();
        assertThat(finished.code()).isZero();
        assertThat(tenure("status").output().lines()).hasSize(2).anyMatch(line -> line.startsWith("tenure-doctor "));
        assertThat(folder.resolve("drafts")).isEmptyDirectory();
    }

    @Test
    void latenciesAreJudgedByGivenTtl() throws IOException, InterruptedException {
        Map<String, Object> report =
                JsonReader.object(doctor("--ttl", "60s", "--json").output());

        assertThat(report).containsEntry("store", "file").containsEntry("ttlMillis", 60_000L);
        assertThat(report.get("findings"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .anySatisfy(finding -> assertThat(finding.toString()).contains("ttl of 60s", "within 12s"));
    }

    @Test
    void brokenFolderIsReportedWithRemedyAndNoStackTrace() throws IOException, InterruptedException {
        Files.writeString(folder.resolve("elections"), "in the way");
        Files.writeString(folder.resolve("drafts"), "in the way");

        TenureProcess.Finished finished = doctor();

        assertThat(lines(finished, "fail"))
                .hasSizeGreaterThanOrEqualTo(3)
                .allMatch(line -> line.contains("a file stands where a folder should be: remove it"));
        assertThat(finished.output() + finished.errors()).doesNotContain("\tat ");
        assertThat(finished.code()).isEqualTo(1);
    }

    @Test
    void missingFolderIsNotCreated() throws IOException, InterruptedException {
        Path typo = folder.resolve("typo");

        TenureProcess.Finished finished = TenureProcess.run(Map.of(), "doctor", "--store", "file:" + typo);

        assertThat(lines(finished, "fail")).singleElement().asString().contains("there is no folder " + typo);
        assertThat(finished.code()).isEqualTo(1);
        assertThat(typo).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource({"nowhere:x, known here: dynamodb", "file:/tmp?y=1, it takes none", "nowhere, file:DIR"})
    void wrongAddressIsAFinding(String uri, String text) throws IOException, InterruptedException {
        TenureProcess.Finished finished =
                TenureProcess.run(Map.of(), "doctor", "--json", "--ttl", "60s", "--store", uri);

        Map<String, Object> report = JsonReader.object(finished.output());
        assertThat(report)
                .containsEntry("store", null)
                .containsEntry("ttlMillis", 60_000L)
                .containsEntry("result", "fail");
        assertThat(report.get("findings"))
                .asInstanceOf(InstanceOfAssertFactories.LIST)
                .singleElement()
                .asString()
                .contains("level=fail, subject=store", text, "remedy=fix that first");
        assertThat(finished.errors()).startsWith("tenure: ").contains(text);
        assertThat(finished.code()).isEqualTo(78);
    }

    @Test
    void killedDoctorDoesNotDelayTheNext() throws IOException, InterruptedException {
        Path output = Files.createTempFile("tenure-", ".out");
        TenureProcess killed = TenureProcess.start(output, Map.of(), List.of("doctor", "--store", "file:" + folder));
        while (!Files.readString(output).contains("ok   claims: ")) {
            Thread.onSpinWait();
        }
        killed.forget();
        Files.delete(output);

        assertThat(lines(doctor("--ttl", "60s"), "fail")).isEmpty();
    }
}
