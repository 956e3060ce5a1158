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

/** The log and processes that tests of guardians share. */
@Timeout(60)
abstract class GuardianFixture {
    static final Duration GRACE = Duration.ofMillis(300);

    private static final long PATIENCE_MILLIS = 20_000;

    @TempDir
    Path folder;

    SharedLog log;

    private final List<RunProcesses> startedProcesses = new ArrayList<>();

    @BeforeEach
    void openLog() throws IOException, InterruptedException {
        log = SharedLog.in(folder);
    }

    @AfterEach
    void killAll() throws Exception {
        for (RunProcesses processes : startedProcesses) {
            processes.close();
            ProcessHandle.of(processes.guardian().pid())
                    .map(ProcessHandle::onExit)
                    .orElse(CompletableFuture.completedFuture(null))
                    .get(20, TimeUnit.SECONDS);
        }
        log.lines().stream()
                .filter(line -> line.matches("[0-9]+ .*"))
                .map(WriterLine::parse)
                .distinct()
                .forEach(entry -> ProcessSignals.killLeftover(entry.pid(), entry.token()));
        log.close();
    }

    /** Starts processes for a shell command, whose output goes to the log. */
    final RunProcesses processes(String script, Duration grace) throws IOException {
        List<String> command = List.of("sh", "-c", "exec >'" + log.file() + "'\n" + script);
        GuardFiles files = GuardFiles.in(folder.resolve("guards"), "demo");
        RunProcesses processes = RunProcesses.start(new GuardedCommand("demo", "node", command, grace, files, false));
        startedProcesses.add(processes);
        return processes;
    }

    /** Waits until the command of a term and its child have written. */
    final WriterLine awaitEntry(long token) throws InterruptedException {
        log.await("an entry of the child", line -> line.startsWith(token + " ") && line.contains(" child "));
        return WriterLine.parse(log.await(
                "an entry of the grandchild", line -> line.startsWith(token + " ") && line.contains(" grandchild ")));
    }

    /** Gives processes a term, as a wrapper would that may be stopped from then on. */
    static void elect(RunProcesses processes, FakeTerm term) throws InterruptedException {
        long until = UptimeClock.now() + UptimeClock.ticks(term.remaining());
        processes.guardian().term(term.token());
        processes.guardian().trust(until);
        awaitReport(processes, ProcessReport.Word.READY);

        assertThat(processes.runner().go(term, until)).isTrue();
    }

    /** Waits for a report, and skips others. */
    static void awaitReport(RunProcesses processes, ProcessReport.Word word) throws InterruptedException {
        ProcessReport report = processes.next(PATIENCE_MILLIS);
        while (report != null && report.word() != word) {
            report = processes.next(PATIENCE_MILLIS);
        }
        assertThat(report).as("the report " + word).isNotNull();
    }

    /** Waits for all of these reports, in any order. */
    static void awaitReports(RunProcesses processes, Set<ProcessReport.Word> words) throws InterruptedException {
        ProcessReport report = processes.next(PATIENCE_MILLIS);
        while (report != null) {
            words.remove(report.word());
            report = words.isEmpty() ? null : processes.next(PATIENCE_MILLIS);
        }
        assertThat(words).as("reports that did not come").isEmpty();
    }
}
