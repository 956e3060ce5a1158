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

/** The guardian alone: what it does for a wrapper that is dead or stands still, and for the next one. */
@Tag("slow")
class GuardianTest extends GuardianFixture {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(1500);

    @ParameterizedTest
    @EnumSource
    void endOfThePipeKillsTheWholeTree(WritingCommand writer) throws IOException, InterruptedException {
        RunProcesses crew = crew(writer.script(), GRACE);
        elect(crew, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);

        crew.close();

        awaitSign(crew, ProcessReport.Word.GONE);
        tape.assertSilent();
    }

    @ParameterizedTest
    @EnumSource
    void expiredTrustEndsTheWholeTree(WritingCommand writer) throws IOException, InterruptedException {
        RunProcesses crew = crew(writer.script(), GRACE);
        elect(crew, new FakeTerm(1).trustedFor(SHORT));
        awaitEntry(1);

        awaitSign(crew, ProcessReport.Word.LATE);
        awaitSign(crew, ProcessReport.Word.GONE);
        tape.assertSilent();
    }

    @Test
    void renewedTrustKeepsTheCommandAlive() throws IOException, InterruptedException {
        RunProcesses crew = crew(WritingCommand.PLAIN.script(), GRACE);
        elect(crew, new FakeTerm(1).trustedFor(SHORT));
        long end = UptimeClock.now() + UptimeClock.ticks(SHORT.multipliedBy(2));
        while (UptimeClock.now() < end) {
            crew.guardian().trust(UptimeClock.now() + UptimeClock.ticks(SHORT));

            assertThat(crew.next(100)).as("a sign of the guardian").isNull();
        }
    }

    /** As when a wrapper, stopped after it wrote a line, is read much later. */
    @Test
    void lateStartOrderStartsNothing() throws IOException, InterruptedException {
        RunProcesses crew = crew(WritingCommand.PLAIN.script(), GRACE);
        FakeTerm term = new FakeTerm(1).trustedFor(LONG);
        long until = UptimeClock.now() + UptimeClock.ticks(LONG);
        crew.guardian().term(1);
        crew.guardian().trust(until);
        awaitSign(crew, ProcessReport.Word.READY);

        assertThat(crew.runner().go(term, UptimeClock.now() - 1)).isTrue();

        tape.assertSilent();
    }

    @Test
    void wrapperKilledBeforeItsTermLeavesNothing() throws IOException, InterruptedException {
        RunProcesses crew = crew(WritingCommand.PLAIN.script(), GRACE);

        crew.close();

        awaitSigns(crew, EnumSet.of(ProcessReport.Word.GONE, ProcessReport.Word.COMMAND_ENDED));
        tape.assertSilent();
    }

    /** A wrapper and its guardian died together. */
    @ParameterizedTest
    @EnumSource
    void unguardedTreeIsKilledBeforeTheNextCommandStarts(WritingCommand writer)
            throws IOException, InterruptedException {
        RunProcesses dead = crew(writer.script(), GRACE);
        elect(dead, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        dead.guardian().kill();
        awaitSign(dead, ProcessReport.Word.GUARDIAN_ENDED);
        RunProcesses next = crew(WritingCommand.PLAIN.script(), GRACE);

        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        WriterLine.assertOneAtATime(tape.lines());
    }

    /** Nor is there a leader of the session left, or a lock: only the token in the environment tells whose it is. */
    @Test
    void leftoverProcessesAreIdentifiedByToken() throws IOException, InterruptedException {
        RunProcesses dead = crew(WritingCommand.CLOSING.script(), GRACE);
        elect(dead, new FakeTerm(1).trustedFor(LONG));
        WriterLine entry = awaitEntry(1);
        dead.guardian().kill();
        ProcessSignals.send("KILL", entry.pid());
        awaitSign(dead, ProcessReport.Word.COMMAND_ENDED);
        RunProcesses next = crew(WritingCommand.PLAIN.script(), GRACE);

        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        WriterLine.assertOneAtATime(tape.lines());
    }

    /** What was written down may be weeks old, and its process ids may be others' by now. */
    @Test
    void processWithAReusedSessionIdIsLeftAlone() throws IOException, InterruptedException {
        Process other = new ProcessBuilder("setsid", "sleep", "30").start();
        Process leaderless = new ProcessBuilder("setsid", "sh", "-c", "sleep 30 & echo $!").start();
        leaderless.waitFor();
        long child = Long.parseLong(leaderless.inputReader().readLine());
        for (long session : new long[] {other.pid(), leaderless.pid()}) {
            RunProcesses crew = crew("exit 0", GRACE);
            String journal = "1 " + session + " 12345 " + Guardian.place() + "\n";
            Files.writeString(crew.assignment().files().guardian(), journal);

            elect(crew, new FakeTerm(2).trustedFor(LONG));
            crew.close();
            awaitSign(crew, ProcessReport.Word.GONE);
        }

        assertThat(other.isAlive()).isTrue();
        assertThat(ProcessSignals.isRunning(child)).isTrue();
        other.destroyForcibly();
        ProcessSignals.send("KILL", child);
    }

    @Test
    void guardedPredecessorIsWaitedFor() throws IOException, InterruptedException {
        RunProcesses first = crew(WritingCommand.PLAIN.script(), Duration.ofSeconds(20));
        elect(first, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        RunProcesses next = crew(WritingCommand.PLAIN.script(), Duration.ofSeconds(20));
        next.guardian().term(2);
        next.guardian().trust(UptimeClock.now() + UptimeClock.ticks(LONG));
        awaitSign(next, ProcessReport.Word.WAITING);

        first.close();
        awaitSign(first, ProcessReport.Word.GONE);
        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        WriterLine.assertOneAtATime(tape.lines());
    }

    /** An unguarded tree is left alone by a guardian that was never elected. */
    @Test
    void guardianWithoutATermKillsNobodyElse() throws IOException, InterruptedException {
        RunProcesses leader = crew(WritingCommand.PLAIN.script(), GRACE);
        elect(leader, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        RunProcesses follower = crew(WritingCommand.PLAIN.script(), GRACE);

        follower.close();
        awaitSign(follower, ProcessReport.Word.GONE);

        int seen = tape.lines().size();
        tape.await("more of the leader", seen + 10, line -> line.startsWith("1 "));
    }
}
