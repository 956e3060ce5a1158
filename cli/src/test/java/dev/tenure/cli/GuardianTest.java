package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
class GuardianTest extends GuardTest {
    private static final Duration LONG = Duration.ofSeconds(40);
    private static final Duration SHORT = Duration.ofMillis(1500);

    @ParameterizedTest
    @EnumSource
    void theEndOfThePipeKillsTheWholeTree(Writer writer) throws IOException, InterruptedException {
        RunProcesses crew = crew(writer.script(), GRACE);
        elect(crew, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);

        crew.close();

        awaitSign(crew, ProcessReport.Word.GONE);
        tape.assertSilent();
    }

    @ParameterizedTest
    @EnumSource
    void trustThatIsNotRenewedEndsTheWholeTree(Writer writer) throws IOException, InterruptedException {
        RunProcesses crew = crew(writer.script(), GRACE);
        elect(crew, new FakeTerm(1).trustedFor(SHORT));
        awaitEntry(1);

        awaitSign(crew, ProcessReport.Word.LATE);
        awaitSign(crew, ProcessReport.Word.GONE);
        tape.assertSilent();
    }

    @Test
    void renewedTrustLetsTheCommandLive() throws IOException, InterruptedException {
        RunProcesses crew = crew(Writer.PLAIN.script(), GRACE);
        elect(crew, new FakeTerm(1).trustedFor(SHORT));
        long end = UptimeClock.now() + UptimeClock.ticks(SHORT.multipliedBy(2));
        while (UptimeClock.now() < end) {
            crew.guardian().trust(UptimeClock.now() + UptimeClock.ticks(SHORT));

            assertThat(crew.next(100)).as("a sign of the guardian").isNull();
        }
    }

    /** As when a wrapper, stopped after it wrote a line, is read much later. */
    @Test
    void aLineThatIsReadTooLateStartsNothing() throws IOException, InterruptedException {
        RunProcesses crew = crew(Writer.PLAIN.script(), GRACE);
        FakeTerm term = new FakeTerm(1).trustedFor(LONG);
        long until = UptimeClock.now() + UptimeClock.ticks(LONG);
        crew.guardian().term(1);
        crew.guardian().trust(until);
        awaitSign(crew, ProcessReport.Word.READY);

        assertThat(crew.runner().go(term, UptimeClock.now() - 1)).isTrue();

        tape.assertSilent();
    }

    @Test
    void aWrapperThatDiesBeforeItsTermLeavesNothing() throws IOException, InterruptedException {
        RunProcesses crew = crew(Writer.PLAIN.script(), GRACE);

        crew.close();

        awaitSigns(crew, EnumSet.of(ProcessReport.Word.GONE, ProcessReport.Word.COMMAND_ENDED));
        tape.assertSilent();
    }

    /** A wrapper and its guardian died together. */
    @ParameterizedTest
    @EnumSource
    void whatNobodyGuardsAnyMoreIsKilledBeforeTheNextCommandStarts(Writer writer)
            throws IOException, InterruptedException {
        RunProcesses dead = crew(writer.script(), GRACE);
        elect(dead, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        dead.guardian().kill();
        awaitSign(dead, ProcessReport.Word.GUARDIAN_ENDED);
        RunProcesses next = crew(Writer.PLAIN.script(), GRACE);

        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        Entry.assertOneAtATime(tape.lines());
    }

    /** Nor is there a leader of the session left, or a lock: only the token in the environment tells whose it is. */
    @Test
    void whatIsLeftOfATreeIsKnownByItsToken() throws IOException, InterruptedException {
        RunProcesses dead = crew(Writer.CLOSING.script(), GRACE);
        elect(dead, new FakeTerm(1).trustedFor(LONG));
        Entry entry = awaitEntry(1);
        dead.guardian().kill();
        Signals.send("KILL", entry.pid());
        awaitSign(dead, ProcessReport.Word.COMMAND_ENDED);
        RunProcesses next = crew(Writer.PLAIN.script(), GRACE);

        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        Entry.assertOneAtATime(tape.lines());
    }

    /** What was written down may be weeks old, and its process ids may be others' by now. */
    @Test
    void whoHasGotTheIdOfAnOldSessionIsLeftAlone() throws IOException, InterruptedException {
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
        assertThat(Signals.isRunning(child)).isTrue();
        other.destroyForcibly();
        Signals.send("KILL", child);
    }

    @Test
    void aPredecessorThatIsGuardedIsWaitedFor() throws IOException, InterruptedException {
        RunProcesses first = crew(Writer.PLAIN.script(), Duration.ofSeconds(20));
        elect(first, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        RunProcesses next = crew(Writer.PLAIN.script(), Duration.ofSeconds(20));
        next.guardian().term(2);
        next.guardian().trust(UptimeClock.now() + UptimeClock.ticks(LONG));
        awaitSign(next, ProcessReport.Word.WAITING);

        first.close();
        awaitSign(first, ProcessReport.Word.GONE);
        elect(next, new FakeTerm(2).trustedFor(LONG));

        awaitEntry(2);
        Entry.assertOneAtATime(tape.lines());
    }

    /** An unguarded tree is left alone by a guardian that was never elected. */
    @Test
    void aGuardianWithoutATermTouchesNobodyElse() throws IOException, InterruptedException {
        RunProcesses leader = crew(Writer.PLAIN.script(), GRACE);
        elect(leader, new FakeTerm(1).trustedFor(LONG));
        awaitEntry(1);
        RunProcesses follower = crew(Writer.PLAIN.script(), GRACE);

        follower.close();
        awaitSign(follower, ProcessReport.Word.GONE);

        int seen = tape.lines().size();
        tape.await("more of the leader", seen + 10, line -> line.startsWith("1 "));
    }
}
