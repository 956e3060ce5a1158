package dev.tenure.cli.guardian;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.ProcessSignals;
import dev.tenure.cli.fixtures.WriterLine;
import dev.tenure.cli.fixtures.WritingCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.EnumSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link Guardian} whose wrapper is dead or stopped, and its successor. */
@Tag("slow")
class GuardianTest extends GuardianFixture {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(1500);

    @ParameterizedTest
    @EnumSource
    void endOfThePipeKillsTheWholeTree(WritingCommand writer) throws IOException, InterruptedException {
        RunProcesses processes = processes(writer.script(), GRACE);
        elect(processes, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);

        processes.close();

        awaitReport(processes, ProcessReport.Word.GONE);
        log.assertSilent();
    }

    @ParameterizedTest
    @EnumSource
    void expiredTrustEndsTheWholeTree(WritingCommand writer) throws IOException, InterruptedException {
        RunProcesses processes = processes(writer.script(), GRACE);
        elect(processes, new FakeTerm(1).trustedFor(SHORT));
        awaitEntry(1);

        awaitReport(processes, ProcessReport.Word.LATE);
        awaitReport(processes, ProcessReport.Word.GONE);
        log.assertSilent();
    }

    @Test
    void renewedTrustKeepsTheCommandAlive() throws IOException, InterruptedException {
        RunProcesses processes = processes(WritingCommand.PLAIN.script(), GRACE);
        elect(processes, new FakeTerm(1).trustedFor(SHORT));
        long end = UptimeClock.now() + UptimeClock.ticks(SHORT.multipliedBy(2));
        while (UptimeClock.now() < end) {
            processes.guardian().trust(UptimeClock.now() + UptimeClock.ticks(SHORT));

            assertThat(processes.next(100)).as("a report of the guardian").isNull();
        }
    }

    /** As when a line is read long after it was written. */
    @Test
    void lateStartOrderStartsNothing() throws IOException, InterruptedException {
        RunProcesses processes = processes(WritingCommand.PLAIN.script(), GRACE);
        FakeTerm term = new FakeTerm(1).trustedFor(LONG);
        long until = UptimeClock.now() + UptimeClock.ticks(LONG);
        processes.guardian().term(1);
        processes.guardian().trust(until);
        awaitReport(processes, ProcessReport.Word.READY);

        assertThat(processes.runner().go(term, UptimeClock.now() - 1)).isTrue();

        log.assertSilent();
    }

    @Test
    void wrapperKilledBeforeItsTermLeavesNothing() throws IOException, InterruptedException {
        RunProcesses processes = processes(WritingCommand.PLAIN.script(), GRACE);

        processes.close();

        awaitReports(processes, EnumSet.of(ProcessReport.Word.GONE, ProcessReport.Word.COMMAND_ENDED));
        log.assertSilent();
    }

    /** A wrapper and its guardian died together. */
    @ParameterizedTest
    @EnumSource
    void unguardedTreeIsKilledBeforeTheNextCommandStarts(WritingCommand writer)
            throws IOException, InterruptedException {
        RunProcesses dead = processes(writer.script(), GRACE);
        elect(dead, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        dead.guardian().kill();
        awaitReport(dead, ProcessReport.Word.GUARDIAN_ENDED);
        RunProcesses next = processes(WritingCommand.PLAIN.script(), GRACE);

        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        WriterLine.assertOneAtATime(log.lines());
    }

    /** Without a session leader or a lock, only the token in the environment identifies the process. */
    @Test
    void leftoverProcessesAreIdentifiedByToken() throws IOException, InterruptedException {
        RunProcesses dead = processes(WritingCommand.CLOSING.script(), GRACE);
        elect(dead, new FakeTerm(1).trustedFor(LONG));
        WriterLine entry = awaitEntry(1);
        dead.guardian().kill();
        ProcessSignals.send("KILL", entry.pid());
        awaitReport(dead, ProcessReport.Word.COMMAND_ENDED);
        RunProcesses next = processes(WritingCommand.PLAIN.script(), GRACE);

        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        WriterLine.assertOneAtATime(log.lines());
    }

    /** The file may be weeks old, and its process ids may have been reused. */
    @Test
    void processWithAReusedSessionIdIsLeftAlone() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("setsid", "sleep", "30").start();
        Process leaderless = new ProcessBuilder("setsid", "sh", "-c", "sleep 30 & echo $!").start();
        leaderless.waitFor();
        long child = Long.parseLong(leaderless.inputReader().readLine());
        for (long session : new long[] {other.pid(), leaderless.pid()}) {
            RunProcesses processes = processes("exit 0", GRACE);
            String journal = "1 " + session + " 12345 " + Guardian.place() + "\n";
            Files.writeString(processes.guarded().files().guardian(), journal);

            elect(processes, new FakeTerm(2).trustedFor(LONG));
            processes.close();
            awaitReport(processes, ProcessReport.Word.GONE);
        }

        assertThat(other.isAlive()).isTrue();
        assertThat(ProcessSignals.isRunning(child)).isTrue();
        other.destroyForcibly();
        ProcessSignals.send("KILL", child);
    }

    @Test
    void guardedPredecessorIsWaitedFor() throws IOException, InterruptedException {
        RunProcesses first = processes(WritingCommand.PLAIN.script(), Duration.ofSeconds(20));
        elect(first, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        RunProcesses next = processes(WritingCommand.PLAIN.script(), Duration.ofSeconds(20));
        next.guardian().term(2);
        next.guardian().trust(UptimeClock.now() + UptimeClock.ticks(LONG));
        awaitReport(next, ProcessReport.Word.WAITING);

        first.close();
        awaitReport(first, ProcessReport.Word.GONE);
        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        WriterLine.assertOneAtATime(log.lines());
    }

    /** A guardian that never had a term leaves an unguarded tree alone. */
    @Test
    void guardianWithoutATermKillsNobodyElse() throws IOException, InterruptedException {
        RunProcesses leader = processes(WritingCommand.PLAIN.script(), GRACE);
        elect(leader, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        RunProcesses follower = processes(WritingCommand.PLAIN.script(), GRACE);

        follower.close();
        awaitReport(follower, ProcessReport.Word.GONE);

        int seen = log.lines().size();
        log.await("more of the leader", seen + 10, line -> line.startsWith("1 "));
    }
}
