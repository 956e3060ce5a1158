package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.LeaseOnlyProvider;
import dev.tenure.cli.fixtures.ProcessSignals;
import dev.tenure.cli.fixtures.SharedLog;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ends of one {@code tenure run}, and what remains. */
@Tag("process")
@Timeout(60)
class RunEndTest {
    @TempDir
    Path folder;

    private SharedLog log;
    private Path store;

    @BeforeEach
    void openLog() throws IOException, InterruptedException {
        log = SharedLog.in(folder);
        store = folder.resolve("store");
    }

    @AfterEach
    void closeLog() throws IOException {
        log.close();
    }

    private TenureProcess start(String script, String... options) throws IOException {
        return TenureProcess.start(log.file(), Map.of("TENURE_STORE", "file:" + store), arguments(script, options));
    }

    private static List<String> arguments(String script, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--as", "me"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("demo", "--", "sh", "-c", script));
        return arguments;
    }

    private void assertReleased() throws IOException, InterruptedException {
        TenureProcess.Finished status =
                TenureProcess.run(Map.of("TENURE_STORE", "file:" + store), "status", "demo", "--json");

        assertThat(status.code()).isEqualTo(1);
        assertThat(status.output()).contains("\"leader\" : null");
    }

    @Test
    void endedCommandPassesItsCodeAndReleasesTheLease() throws IOException, InterruptedException {
        TenureProcess wrapper = start("echo $TENURE_ELECTION $TENURE_CANDIDATE; exit 42");

        assertThat(wrapper.exitCode()).isEqualTo(42);
        assertThat(wrapper.stderr())
                .contains("me leads demo, token ")
                .endsWith("me gave up demo: its command ended with exit code 42\n");
        log.await("its names", line -> line.equals("demo me"));
        wrapper.forget();
        assertReleased();
    }

    /** It keeps leading while its lease lasts, because the store may recover, and exits afterwards. */
    @Test
    void revokedPermissionsEndTheRunWithItsLease() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of(
                "TENURE_STORE",
                "bare:" + store,
                "CLASSPATH",
                LeaseOnlyProvider.announceIn(folder).toString());
        TenureProcess wrapper =
                TenureProcess.start(log.file(), environment, arguments("echo runs; exec sleep 1000", "--ttl", "2s"));
        log.await("a run", line -> line.equals("runs"));

        Files.createFile(folder.resolve("store.locked"));

        assertThat(wrapper.exitCode()).isEqualTo(78);
        assertThat(wrapper.stderr())
                .contains("no permission: ask for it; it keeps leading while its lease lasts\n")
                .contains("me lost demo: ")
                .endsWith("no permission: ask for it\n");
        wrapper.forget();
    }

    /** Repeated, because of a former race: the candidate must not be closed before it knows that the work ended. */
    @Test
    void causeIsAlwaysThatTheWorkEnded() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("TENURE_STORE", "file:" + store);
        for (int i = 0; i < 4; i++) {
            assertThat(TenureProcess.run(environment, "run", "demo", "--", "sh", "-c", "exit " + i)
                            .code())
                    .isEqualTo(i);
        }

        String history =
                TenureProcess.run(environment, "history", "demo", "--json").output();

        assertThat(JsonReader.objects(history))
                .filteredOn(entry -> "resigned".equals(entry.get("what")))
                .allSatisfy(entry -> assertThat(entry).containsEntry("reason", "work-ended"))
                .extracting(entry -> String.valueOf(entry.get("cause")))
                .containsExactly(
                        "its command ended with exit code 0",
                        "its command ended with exit code 1",
                        "its command ended with exit code 2",
                        "its command ended with exit code 3");
    }

    @Test
    void terminatedWrapperStopsItsCommandThenReleases() throws IOException, InterruptedException {
        TenureProcess wrapper = start("trap 'echo asked; exit 3' TERM; echo started; while :; do sleep 0.01; done");
        log.await("its start", line -> line.equals("started"));

        wrapper.signal("TERM");

        assertThat(wrapper.exitCode()).isEqualTo(143);
        assertThat(log.lines()).containsExactly("started", "asked");
        wrapper.forget();
        assertReleased();
    }

    @Test
    void commandThatIgnoresTheStopIsKilled() throws IOException, InterruptedException {
        ProcessSignals.assumeInterruptsAreHeeded();
        TenureProcess wrapper = start("trap '' TERM; while :; do echo here; sleep 0.005; done", "--grace", "200ms");
        log.await("its start", line -> line.equals("here"));

        wrapper.signal("INT");

        assertThat(wrapper.exitCode()).isEqualTo(130);
        log.assertSilent();
        wrapper.forget();
        assertReleased();
    }

    @Test
    void onceExitsAfterLosingItsTerm() throws IOException, InterruptedException {
        TenureProcess wrapper = start("echo started; while :; do sleep 0.01; done", "--once", "--ttl", "2s");
        log.await("its start", line -> line.equals("started"));
        Path election = store.resolve("elections/demo");
        long highest;
        try (var records = Files.list(election)) {
            highest = records.map(file -> file.getFileName().toString())
                    .mapToLong(name -> Long.parseLong(name.substring(0, name.indexOf('.'))))
                    .max()
                    .orElseThrow();
        }

        Files.writeString(election.resolve((highest + 1000) + ".json"), "somebody else's");

        assertThat(wrapper.exitCode()).isEqualTo(76);
        assertThat(wrapper.stderr()).contains("me lost demo: ").contains("leadership of demo was lost");
        log.assertSilent();
        wrapper.forget();
    }

    @Test
    void corruptRecordIsReportedAndWaitedOut() throws IOException, InterruptedException {
        Path election = Files.createDirectories(store.resolve("elections/demo"));
        Files.writeString(election.resolve("1.json"), "no record");

        TenureProcess wrapper = start("echo started", "--ttl", "1s");

        assertThat(wrapper.exitCode()).isZero();
        assertThat(wrapper.stderr()).contains("warning in demo: the record is unreadable");
        log.await("its start", line -> line.equals("started"));
        wrapper.forget();
    }
}
