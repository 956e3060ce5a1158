package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

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

/** The ways in which one {@code tenure run} ends, and what it leaves. */
@Tag("process")
@Timeout(60)
class RunEndsTest {
    @TempDir
    Path folder;

    private Tape tape;
    private Path store;

    @BeforeEach
    void openTape() throws IOException, InterruptedException {
        tape = Tape.in(folder);
        store = folder.resolve("store");
    }

    @AfterEach
    void closeTape() throws IOException {
        tape.close();
    }

    private Wrapper start(String script, String... options) throws IOException {
        return Wrapper.start(tape.file(), Map.of("TENURE_STORE", "file:" + store), arguments(script, options));
    }

    private static List<String> arguments(String script, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--as", "me"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("demo", "--", "sh", "-c", script));
        return arguments;
    }

    private void assertReleased() throws IOException, InterruptedException {
        Wrapper.Finished status = Wrapper.run(Map.of("TENURE_STORE", "file:" + store), "status", "demo", "--json");

        assertThat(status.code()).isEqualTo(1);
        assertThat(status.output()).contains("\"leader\" : null");
    }

    @Test
    void aCommandThatEndsPassesItsCodeOnAndReleases() throws IOException, InterruptedException {
        Wrapper wrapper = start("echo $TENURE_ELECTION $TENURE_CANDIDATE; exit 42");

        assertThat(wrapper.exitCode()).isEqualTo(42);
        assertThat(wrapper.stderr()).contains("me leads demo, token ").endsWith("me gave up demo: resigned\n");
        tape.await("its names", line -> line.equals("demo me"));
        wrapper.forget();
        assertReleased();
    }

    /** It leads on while its lease lasts, for somebody may mend it, and does not wait for ever afterwards. */
    @Test
    void permissionsThatAreTakenAwayEndItWhenItsLeaseIsOver() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of(
                "TENURE_STORE",
                "bare:" + store,
                "CLASSPATH",
                BareProvider.announceIn(folder).toString());
        Wrapper wrapper =
                Wrapper.start(tape.file(), environment, arguments("echo runs; exec sleep 1000", "--ttl", "2s"));
        tape.await("a run", line -> line.equals("runs"));

        Files.createFile(folder.resolve("store.locked"));

        assertThat(wrapper.exitCode()).isEqualTo(78);
        assertThat(wrapper.stderr())
                .contains("no permission: ask for it; it leads on for as long as its lease lasts\n")
                .contains("me lost demo: ")
                .endsWith("no permission: ask for it\n");
        wrapper.forget();
    }

    /** Several times, for it was a race: the wrapper must not close what has not heard yet that the work ended. */
    @Test
    void theCauseIsAlwaysThatTheWorkEnded() throws IOException, InterruptedException {
        Map<String, String> environment = Map.of("TENURE_STORE", "file:" + store);
        for (int i = 0; i < 4; i++) {
            assertThat(Wrapper.run(environment, "run", "demo", "--", "true").code())
                    .isZero();
        }

        String history = Wrapper.run(environment, "history", "demo", "--json").output();

        assertThat(JsonTexts.objects(history))
                .filteredOn(entry -> "RESIGNED".equals(entry.get("what")))
                .extracting(entry -> String.valueOf(entry.get("cause")))
                .containsExactly("resigned", "resigned", "resigned", "resigned");
    }

    @Test
    void aWrapperThatIsToldToStopStopsItsCommandInGoodOrder() throws IOException, InterruptedException {
        Wrapper wrapper = start("trap 'echo asked; exit 3' TERM; echo started; while :; do sleep 0.01; done");
        tape.await("its start", line -> line.equals("started"));

        wrapper.signal("TERM");

        assertThat(wrapper.exitCode()).isEqualTo(143);
        assertThat(tape.lines()).containsExactly("started", "asked");
        wrapper.forget();
        assertReleased();
    }

    @Test
    void aCommandThatIgnoresTheStopIsKilled() throws IOException, InterruptedException {
        Signals.assumeInterruptsAreHeeded();
        Wrapper wrapper = start("trap '' TERM; while :; do echo here; sleep 0.005; done", "--grace", "200ms");
        tape.await("its start", line -> line.equals("here"));

        wrapper.signal("INT");

        assertThat(wrapper.exitCode()).isEqualTo(130);
        tape.assertSilent();
        wrapper.forget();
        assertReleased();
    }

    @Test
    void onceMeansThatALostTermIsTheEnd() throws IOException, InterruptedException {
        Wrapper wrapper = start("echo started; while :; do sleep 0.01; done", "--once", "--ttl", "2s");
        tape.await("its start", line -> line.equals("started"));
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
        tape.assertSilent();
        wrapper.forget();
    }

    @Test
    void aCorruptRecordIsToldAndWaitedOut() throws IOException, InterruptedException {
        Path election = Files.createDirectories(store.resolve("elections/demo"));
        Files.writeString(election.resolve("1.json"), "no record");

        Wrapper wrapper = start("echo started", "--ttl", "1s");

        assertThat(wrapper.exitCode()).isZero();
        assertThat(wrapper.stderr()).contains("warning in demo: the record is unreadable");
        tape.await("its start", line -> line.equals("started"));
        wrapper.forget();
    }
}
