package dev.tenure.cli.guardian;

import dev.tenure.Term;
import dev.tenure.cli.console.Verbosity;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One run of a command during one term, from the start of its guardian until its last process has ended.
 *
 * <p>It never returns earlier, because the lease is released when it returns, and must not be released under a running
 * command. The guardian reports that all processes have ended; if the guardian dies, another one is started to find
 * out. If none can be started, or all are killed, this process itself kills the command and checks until nothing of it
 * lives. Confined to the thread of the work.
 */
public final class GuardedRun {
    private static final long LOOK_EVERY_MILLIS = 20;

    /** While the guardian waits for a predecessor, each line makes it try again. */
    private static final long REMIND_EVERY_TICKS = 5;

    /** How long after KILL a guardian may take to see the end before another one is asked. */
    private static final long PATIENCE_TICKS = 200;

    private static final int MOST_GUARDIANS = 4;

    private static final int KILLED = 137;
    private static final int TERMINATED = 143;

    private final RunProcesses processes;
    private final Term term;

    private int guardians = 1;
    private boolean ready;
    private boolean started;
    private boolean gone;
    private boolean unguarded;
    private RunOutcome.@Nullable Kind ending;
    private long trustedUntil;
    private long remindedAt;
    private long killAt;

    private GuardedRun(RunProcesses processes, Term term) {
        this.processes = processes;
        this.term = term;
    }

    /** Runs the command until it or the term ends, and returns when its last process has ended. */
    public static RunOutcome during(Term term, RunProcesses processes) {
        GuardedRun run = new GuardedRun(processes, term);
        processes.guardian().term(term.token());
        run.toTheEnd();
        return run.outcome();
    }

    private void toTheEnd() {
        while (!gone) {
            try {
                goOn();
            } catch (IOException | RuntimeException failed) { // the command must not outlive the lease
                goOnUnguarded(String.valueOf(failed));
            }
        }
    }

    private void goOn() throws IOException {
        if (unguarded) {
            killTree();
        } else if (ending != null) {
            replaceIfSilent();
        } else if (term.isEnding()) {
            stop();
        } else {
            keepTrusted();
        }
        ProcessReport report = gone ? null : next();
        if (report != null) {
            hear(report);
        }
    }

    /** Orders a guardian that may be left to kill everything, and kills the command itself too. */
    private void goOnUnguarded(String why) {
        if (!unguarded) {
            Verbosity.say("the command is killed without a guardian: " + why);
            unguarded = true;
        }
        ending = ending == null ? RunOutcome.Kind.LOST : ending;
        processes.guardian().close();
        processes.runner().kill();
    }

    private void killTree() {
        try {
            gone = !processes.tree().kill(term.token());
        } catch (IOException
                | RuntimeException cannotLook) { // for example without a free descriptor: then it may be alive
            gone = false;
        }
    }

    /** An interrupt means that the term is ending, which the term itself states too. */
    private @Nullable ProcessReport next() {
        try {
            return processes.next(LOOK_EVERY_MILLIS);
        } catch (InterruptedException cancelled) {
            return null;
        }
    }

    private void hear(ProcessReport report) throws IOException {
        switch (report.word()) {
            case WAITING ->
                Verbosity.say("waits until the previous leader's command is gone"
                        + (report.rest().isEmpty() ? "" : ", process " + report.rest()));
            case READY -> ready = true;
            case LATE -> end(RunOutcome.Kind.LOST, UptimeClock.now() + graceTicks());
            case COMMAND_ENDED -> {
                end(
                        wasKilledForItsTerm() ? RunOutcome.Kind.LOST : RunOutcome.Kind.ENDED,
                        UptimeClock.now() + graceTicks());
                processes.guardian().stop(killAt); // repeated if sent before: any order makes the guardian look again
            }
            case GONE -> {
                // A later guardian may have found other locks than the first, so this process looks too.
                gone = guardians == 1;
                unguarded = !gone;
            }
            case GUARDIAN_ENDED -> replace();
        }
    }

    /**
     * A wrapper may hear of the end of its command before it hears why. The guardian counts in hundredths of a second,
     * so that it may stop the command an instant before the term is over by the clock of this process.
     */
    private boolean wasKilledForItsTerm() {
        int code = processes.runner().exitCode();
        boolean mayHaveBeenStopped = !term.isCurrent() || UptimeClock.now() >= trustedUntil;
        return mayHaveBeenStopped && (code == KILLED || code == TERMINATED);
    }

    private void keepTrusted() {
        long now = UptimeClock.now();
        long until = now + UptimeClock.ticks(term.remaining());
        boolean renewed = until > trustedUntil + 1;
        if (until > now && (renewed || (!ready && now >= remindedAt + REMIND_EVERY_TICKS))) {
            trustedUntil = Math.max(until, trustedUntil);
            remindedAt = now;
            processes.guardian().trust(trustedUntil);
        }
        if (ready && !started) {
            started = !processes.runner().go(term, trustedUntil);
        }
    }

    /**
     * A term that ended before its trust was taken by another candidate, which may lead already, so there is no grace.
     */
    private void stop() {
        boolean current = term.isCurrent();
        long now = UptimeClock.now();
        boolean takenAway = !current && now < trustedUntil;
        end(current ? RunOutcome.Kind.STOPPED : RunOutcome.Kind.LOST, takenAway ? now : now + graceTicks());
        processes.guardian().stop(killAt);
    }

    private void end(RunOutcome.Kind kind, long newKillAt) {
        if (ending == null) {
            ending = kind;
            killAt = newKillAt;
        }
    }

    private long graceTicks() {
        return UptimeClock.ticks(processes.guarded().grace());
    }

    /**
     * Kills a guardian that does not answer, for example because it is stopped. Its successor finds the same processes
     * by the same files.
     */
    private void replaceIfSilent() {
        if (UptimeClock.now() > killAt + guardians * PATIENCE_TICKS) {
            processes.guardian().kill();
        }
    }

    private void replace() throws IOException {
        if (unguarded) {
            return;
        }
        Verbosity.say("the guardian of the command was killed, so the command is stopped");
        end(RunOutcome.Kind.LOST, UptimeClock.now());
        if (guardians++ < MOST_GUARDIANS) {
            processes.replaceGuardian(term.token());
        } else {
            goOnUnguarded("all of them ended before it did");
        }
    }

    private RunOutcome outcome() {
        if (ending == RunOutcome.Kind.ENDED) {
            return RunOutcome.ended(processes.runner().exitCode());
        }
        return RunOutcome.of(ending == null ? RunOutcome.Kind.LOST : ending);
    }
}
