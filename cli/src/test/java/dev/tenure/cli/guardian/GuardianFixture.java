package dev.tenure.cli.guardian;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.ProcessSignals;
import dev.tenure.cli.fixtures.SharedLog;
import dev.tenure.cli.fixtures.WriterLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What tests of guardians share: a tape, crews on one election, and their end. */
@Timeout(60)
abstract class GuardianFixture {
    static final Duration GRACE = Duration.ofMillis(300);

    private static final long PATIENCE_MILLIS = 20_000;

    @TempDir
    Path folder;

    SharedLog tape;

    private final List<RunProcesses> crews = new ArrayList<>();

    @BeforeEach
    void openTape() throws IOException, InterruptedException {
        tape = SharedLog.in(folder);
    }

    @AfterEach
    void killAll() throws Exception {
        for (RunProcesses crew : crews) {
            crew.close();
            ProcessHandle.of(crew.guardian().pid())
                    .map(ProcessHandle::onExit)
                    .orElse(CompletableFuture.completedFuture(null))
                    .get(20, TimeUnit.SECONDS);
        }
        tape.lines().stream()
                .filter(line -> line.matches("[0-9]+ .*"))
                .map(WriterLine::parse)
                .distinct()
                .forEach(entry -> ProcessSignals.killLeftover(entry.pid(), entry.token()));
        tape.close();
    }

    /** Starts a crew for a command in the shell, whose output goes to the tape. */
    final RunProcesses crew(String script, Duration grace) throws IOException {
        List<String> command = List.of("sh", "-c", "exec >'" + tape.file() + "'\n" + script);
        GuardFiles files = GuardFiles.in(folder.resolve("guards"), "demo");
        RunProcesses crew = RunProcesses.start(new GuardedCommand("demo", "node", command, grace, files));
        crews.add(crew);
        return crew;
    }

    /** Waits until the command of a term and its child have written. */
    final WriterLine awaitEntry(long token) throws InterruptedException {
        tape.await("an entry of the child", line -> line.startsWith(token + " ") && line.contains(" child "));
        return WriterLine.parse(tape.await(
                "an entry of the grandchild", line -> line.startsWith(token + " ") && line.contains(" grandchild ")));
    }

    /** Elects a crew by hand, as a wrapper would that may stand still from then on. */
    static void elect(RunProcesses crew, FakeTerm term) throws InterruptedException {
        long until = UptimeClock.now() + UptimeClock.ticks(term.remaining());
        crew.guardian().term(term.token());
        crew.guardian().trust(until);
        awaitSign(crew, ProcessReport.Word.READY);

        assertThat(crew.runner().go(term, until)).isTrue();
    }

    /** Waits for a sign, past others. */
    static void awaitSign(RunProcesses crew, ProcessReport.Word word) throws InterruptedException {
        ProcessReport sign = crew.next(PATIENCE_MILLIS);
        while (sign != null && sign.word() != word) {
            sign = crew.next(PATIENCE_MILLIS);
        }
        assertThat(sign).as("the sign " + word).isNotNull();
    }

    /** Waits for all of these signs, in whichever order they come. */
    static void awaitSigns(RunProcesses crew, Set<ProcessReport.Word> words) throws InterruptedException {
        ProcessReport sign = crew.next(PATIENCE_MILLIS);
        while (sign != null) {
            words.remove(sign.word());
            sign = words.isEmpty() ? null : crew.next(PATIENCE_MILLIS);
        }
        assertThat(words).as("signs that did not come").isEmpty();
    }
}
