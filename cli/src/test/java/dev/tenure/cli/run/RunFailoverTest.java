package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.ProcessSignals;
import dev.tenure.cli.fixtures.SharedLog;
import dev.tenure.cli.fixtures.TenureProcess;
import dev.tenure.cli.fixtures.WriterLine;
import dev.tenure.cli.fixtures.WritingCommand;
import java.io.IOException;
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

/** Three wrappers on one election under faults: two commands never run at once. */
@Tag("process")
@Timeout(90)
class RunFailoverTest {
    private static final String TTL = "3s";

    @TempDir
    Path folder;

    private SharedLog log;
    private final List<TenureProcess> wrappers = new ArrayList<>();

    @BeforeEach
    void startThree() throws IOException, InterruptedException {
        log = SharedLog.in(folder);
        for (int i = 0; i < 3; i++) {
            start("node-" + i);
        }
    }

    @AfterEach
    void endAll() throws IOException, InterruptedException {
        for (TenureProcess wrapper : wrappers) {
            wrapper.forget();
        }
        log.lines().stream()
                .map(WriterLine::parse)
                .distinct()
                .forEach(entry -> ProcessSignals.killLeftover(entry.pid(), entry.token()));
        log.close();
    }

    private void start(String name) throws IOException {
        wrappers.add(TenureProcess.start(
                log.file(),
                Map.of(),
                List.of(
                        "run",
                        "--store",
                        "file:" + folder.resolve("store"),
                        "--as",
                        name,
                        "--ttl",
                        TTL,
                        "demo",
                        "--",
                        "sh",
                        "-c",
                        WritingCommand.PLAIN.script())));
    }

    /** Returns the first line after the given one. */
    private WriterLine leader(int from) throws InterruptedException {
        return WriterLine.parse(log.await("a grandchild's entry", from, line -> line.contains(" grandchild ")));
    }

    private TenureProcess wrapperOf(WriterLine entry) {
        return wrappers.get(Integer.parseInt(entry.candidate().substring("node-".length())));
    }

    /** Waits until a later term's command and its child have written, and then some more. */
    private void assertSucceeded(WriterLine old) throws InterruptedException {
        WriterLine next = WriterLine.parse(log.await(
                "a later token than " + old.token(),
                line -> WriterLine.parse(line).token() > old.token()));
        int seen = log.lines().size();
        log.await(
                "more of the new command",
                seen + 20,
                line -> WriterLine.parse(line).token() == next.token() && line.contains(" grandchild "));

        assertThat(next.candidate()).isNotEqualTo(old.candidate());
        WriterLine.assertOneAtATime(log.lines());
    }

    @Test
    void commandOfKilledWrapperEndsBeforeTheNextStarts() throws IOException, InterruptedException {
        WriterLine first = leader(0);
        wrapperOf(first).signal("KILL");

        assertSucceeded(first);
        WriterLine second = leader(log.lines().size());
        wrapperOf(second).signal("KILL");

        assertSucceeded(second);
    }

    @Test
    void killedCommandReleasesTheLeaseAfterItsTree() throws IOException, InterruptedException {
        WriterLine first = leader(0);
        ProcessSignals.send("KILL", first.pid());

        assertSucceeded(first);
        assertThat(wrapperOf(first).exitCode()).isEqualTo(137);
    }

    @Test
    void commandOfStoppedWrapperEndsBeforeTheNextStarts() throws IOException, InterruptedException {
        WriterLine first = leader(0);
        wrapperOf(first).signal("STOP");

        assertSucceeded(first);
        assertThat(ProcessSignals.isRunning(first.pid())).isFalse();
        wrapperOf(first).signal("CONT");

        assertLeadsAgain(first);
    }

    @Test
    void stoppedWrapperAndCommandWriteNothingAfterTheNext() throws IOException, InterruptedException {
        WriterLine first = leader(0);
        wrapperOf(first).signal("STOP");
        ProcessSignals.send("STOP", first.pid());

        assertSucceeded(first);
        ProcessSignals.send("CONT", first.pid());
        wrapperOf(first).signal("CONT");

        assertLeadsAgain(first);
    }

    /** Only the successor is left to kill the old command. */
    @Test
    void successorKillsACompletelyStoppedLeader() throws IOException, InterruptedException {
        WriterLine first = leader(0);
        List<Long> all = wrapperOf(first).everyProcess();
        for (long pid : all) {
            ProcessSignals.send("STOP", pid);
        }

        assertSucceeded(first);
        for (long pid : all) {
            ProcessSignals.send("CONT", pid);
        }

        assertLeadsAgain(first);
    }

    /** Kills the others, and waits until the old leader's wrapper runs its command again, in a new term. */
    private void assertLeadsAgain(WriterLine old) throws IOException, InterruptedException {
        for (TenureProcess wrapper : wrappers) {
            if (wrapper != wrapperOf(old)) {
                wrapper.signal("KILL");
            }
        }
        log.await("a new term of " + old.candidate(), line -> {
            WriterLine entry = WriterLine.parse(line);
            return entry.candidate().equals(old.candidate()) && entry.token() > old.token();
        });

        WriterLine.assertOneAtATime(log.lines());
    }
}
