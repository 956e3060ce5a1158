package dev.tenure.cli.guardian;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.ProcessSignals;
import dev.tenure.cli.fixtures.WritingCommand;
import java.nio.file.Files;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link GuardedRun}: it returns when the last process has ended, and not before. */
@Tag("slow")
class GuardedRunTest extends GuardianFixture {
    private final ExecutorService wrapper = Executors.newSingleThreadExecutor();

    @AfterEach
    void endWrapper() throws InterruptedException {
        wrapper.shutdownNow();
        assertThat(wrapper.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }

    private Future<RunOutcome> run(FakeTerm term, RunProcesses processes) {
        return wrapper.submit(() -> GuardedRun.during(term, processes));
    }

    @Test
    void exitCodeOfTheCommandIsPassedOn() throws Exception {
        assertThat(run(new FakeTerm(1), processes("exit 7", GRACE)).get()).isEqualTo(RunOutcome.ended(7));
    }

    @Test
    void commandHasNoInputAndKnowsItsTerm() throws Exception {
        String script =
                "cat; echo $TENURE_ELECTION $TENURE_CANDIDATE $TENURE_TOKEN $TENURE_SINCE; env | grep -c SCRIPT";
        RunOutcome outcome =
                run(new FakeTerm(7), processes("cat\n" + script, GRACE)).get();

        assertThat(outcome.kind()).isEqualTo(RunOutcome.Kind.ENDED);
        log.await("its term", line -> line.equals("demo node 7 1970-01-01T00:00:00Z"));
    }

    @Test
    void commandDiesOfOrdinarySignals() throws Exception {
        ProcessSignals.assumeInterruptsAreHeeded();

        assertThat(run(new FakeTerm(1), processes("kill -s INT $$", GRACE)).get())
                .isEqualTo(RunOutcome.ended(130));
    }

    @ParameterizedTest
    @EnumSource
    void killedCommandIsOverWhenItsTreeIsGone(WritingCommand writer) throws Exception {
        Future<RunOutcome> outcome = run(new FakeTerm(1), processes(writer.script(), GRACE));
        ProcessSignals.send("KILL", awaitEntry(1).pid());

        assertThat(outcome.get()).isEqualTo(RunOutcome.ended(137));
        log.assertSilent();
    }

    @Test
    void commandThatHeedsTermEndsByItself() throws Exception {
        FakeTerm term = new FakeTerm(1);
        String script = "trap 'echo asked; exit 3' TERM; echo started; while :; do sleep 0.01; done";
        Future<RunOutcome> outcome = run(term, processes(script, Duration.ofMinutes(5)));
        log.await("its start", line -> line.equals("started"));

        term.askToEnd();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.STOPPED);
        assertThat(log.lines()).containsOnlyOnce("asked");
    }

    @Test
    void commandThatIgnoresTermIsKilledAfterGrace() throws Exception {
        FakeTerm term = new FakeTerm(1);
        Future<RunOutcome> outcome = run(term, processes(WritingCommand.STUBBORN.script(), GRACE));
        awaitEntry(1);

        term.trustedFor(Duration.ZERO);

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.LOST);
        log.assertSilent();
    }

    /** Another candidate leads already, so there is no grace. */
    @Test
    void takenTermLeavesNoGrace() throws Exception {
        FakeTerm term = new FakeTerm(1);
        Future<RunOutcome> outcome = run(term, processes(WritingCommand.STUBBORN.script(), Duration.ofMinutes(5)));
        awaitEntry(1);

        term.takeAway();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.LOST);
        log.assertSilent();
    }

    @Test
    void termEndingWhileWaitingForPredecessorStartsNothing() throws Exception {
        RunProcesses first = processes(WritingCommand.PLAIN.script(), Duration.ofSeconds(20));
        elect(first, new FakeTerm(1).trustedFor(Duration.ofMinutes(5)));
        awaitEntry(1);
        FakeTerm term = new FakeTerm(2);
        Future<RunOutcome> outcome = run(term, processes(WritingCommand.PLAIN.script(), Duration.ofSeconds(20)));

        term.takeAway();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.LOST);
        first.close();
        awaitReport(first, ProcessReport.Word.GONE);
        assertThat(log.lines()).allMatch(line -> line.startsWith("1 "));
    }

    @ParameterizedTest
    @EnumSource
    void killedGuardianEndsTheWholeTree(WritingCommand writer) throws Exception {
        RunProcesses processes = processes(writer.script(), GRACE);
        Future<RunOutcome> outcome = run(new FakeTerm(1), processes);
        awaitEntry(1);

        processes.guardian().kill();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.LOST);
        log.assertSilent();
    }

    /** Replacing or removing the folder of the locks must not lead to two running commands. */
    @ParameterizedTest
    @EnumSource
    void irreplaceableGuardianEndsTheWholeTree(WritingCommand writer) throws Exception {
        RunProcesses processes = processes(writer.script(), GRACE);
        Future<RunOutcome> outcome = run(new FakeTerm(1), processes);
        awaitEntry(1);
        Files.move(folder.resolve("guards"), folder.resolve("elsewhere"));
        Files.createFile(folder.resolve("guards"));

        processes.guardian().kill();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.LOST);
        log.assertSilent();
    }

    @Test
    void secondGuardianWithOtherLocksIsNotBelieved() throws Exception {
        RunProcesses processes = processes(WritingCommand.ESCAPING.script(), GRACE);
        Future<RunOutcome> outcome = run(new FakeTerm(1), processes);
        awaitEntry(1);
        Files.move(folder.resolve("guards"), folder.resolve("elsewhere"));
        GuardFiles.in(folder.resolve("guards"), "demo");

        processes.guardian().kill();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.LOST);
        log.assertSilent();
    }

    @Test
    void stoppedGuardianIsReplaced() throws Exception {
        RunProcesses processes = processes(WritingCommand.PLAIN.script(), GRACE);
        FakeTerm term = new FakeTerm(1);
        Future<RunOutcome> outcome = run(term, processes);
        awaitEntry(1);
        ProcessSignals.send("STOP", processes.guardian().pid());

        term.askToEnd();

        assertThat(outcome.get().kind()).isEqualTo(RunOutcome.Kind.STOPPED);
        log.assertSilent();
    }
}
