package dev.tenure.cli.guardian;

import dev.tenure.Term;
import dev.tenure.cli.console.Verbosity;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * One run of a command during one term, from the start of its guardian until nothing of it lives.
 *
 * <p>It does not return earlier, whatever happens: the lease is released when it returns, and must never be released
 * under a running command. A guardian says that everything is gone; if it dies, another one is started to find out. If
 * none can be started, or all are killed, this process itself kills the command, and looks until nothing of it lives.
 * Confined to the thread of the work.
 */
public final class GuardedRun {
    private static final long LOOK_EVERY_MILLIS = 20;

    /** While a predecessor is waited for, each line makes the guardian try again. */
    private static final long REMIND_EVERY_TICKS = 5;

    /** How long after KILL a guardian may take to see the end before another one is asked. */
    private static final long PATIENCE_TICKS = 200;

    private static final int MOST_GUARDIANS = 4;

    private static final int KILLED = 137;
    private static final int TERMINATED = 143;

    private final RunProcesses crew;
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

    private GuardedRun(RunProcesses crew, Term term) {
        this.crew = crew;
        this.term = term;
    }

    /** Runs the command until it ends, or until the term does, and returns when nothing of it lives. */
    public static RunOutcome during(Term term, RunProcesses crew) {
        GuardedRun run = new GuardedRun(crew, term);
        crew.guardian().term(term.token());
        run.toTheEnd();
        return run.outcome();
    }

    private void toTheEnd() {
        while (!gone) {
            try {
                goOn();
            } catch (IOException | RuntimeException failed) { // whatever it is, the command must not outlive the lease
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
        ProcessReport sign = gone ? null : next();
        if (sign != null) {
            hear(sign);
        }
    }

    /** Tells a guardian that may be left to kill everything, and does so as well. */
    private void goOnUnguarded(String why) {
        if (!unguarded) {
            Verbosity.say("the command is killed without a guardian: " + why);
            unguarded = true;
        }
        ending = ending == null ? RunOutcome.Kind.LOST : ending;
        crew.guardian().close();
        crew.runner().kill();
    }

    private void killTree() {
        try {
            gone = !crew.tree().kill(term.token());
        } catch (IOException | RuntimeException cannotLook) { // as without a free descriptor: then it may be alive
            gone = false;
        }
    }

    /** An interrupt means that the term is over, or soon will be by force. The term itself says the same. */
    private @Nullable ProcessReport next() {
        try {
            return crew.next(LOOK_EVERY_MILLIS);
        } catch (InterruptedException cancelled) {
            return null;
        }
    }

    private void hear(ProcessReport sign) throws IOException {
        switch (sign.word()) {
            case WAITING ->
                Verbosity.say("waits until the previous leader's command is gone"
                        + (sign.rest().isEmpty() ? "" : ", process " + sign.rest()));
            case READY -> ready = true;
            case LATE -> end(RunOutcome.Kind.LOST, UptimeClock.now() + graceTicks());
            case COMMAND_ENDED -> {
                end(
                        wasKilledForItsTerm() ? RunOutcome.Kind.LOST : RunOutcome.Kind.ENDED,
                        UptimeClock.now() + graceTicks());
                crew.guardian().stop(killAt); // once more if it was told before: it looks again when it hears something
            }
            case GONE -> {
                // A later one may have found other locks than the first: then this process looks, too.
                gone = guardians == 1;
                unguarded = !gone;
            }
            case GUARDIAN_ENDED -> replace();
        }
    }

    /** A wrapper that stood still may hear of the end of its command before it hears why. */
    private boolean wasKilledForItsTerm() {
        int code = crew.runner().exitCode();
        return !term.isCurrent() && (code == KILLED || code == TERMINATED);
    }

    private void keepTrusted() {
        long now = UptimeClock.now();
        long until = now + UptimeClock.ticks(term.remaining());
        boolean renewed = until > trustedUntil + 1;
        if (until > now && (renewed || (!ready && now >= remindedAt + REMIND_EVERY_TICKS))) {
            trustedUntil = Math.max(until, trustedUntil);
            remindedAt = now;
            crew.guardian().trust(trustedUntil);
        }
        if (ready && !started) {
            started = !crew.runner().go(term, trustedUntil);
        }
    }

    /** A term that ended before its trust did was taken away: somebody else may lead already, so there is no grace. */
    private void stop() {
        boolean current = term.isCurrent();
        long now = UptimeClock.now();
        boolean takenAway = !current && now < trustedUntil;
        end(current ? RunOutcome.Kind.STOPPED : RunOutcome.Kind.LOST, takenAway ? now : now + graceTicks());
        crew.guardian().stop(killAt);
    }

    private void end(RunOutcome.Kind kind, long newKillAt) {
        if (ending == null) {
            ending = kind;
            killAt = newKillAt;
        }
    }

    private long graceTicks() {
        return UptimeClock.ticks(crew.assignment().grace());
    }

    /** A guardian that does not answer may be stopped. Its successor finds the same processes by the same files. */
    private void replaceIfSilent() {
        if (UptimeClock.now() > killAt + guardians * PATIENCE_TICKS) {
            crew.guardian().kill();
        }
    }

    private void replace() throws IOException {
        if (unguarded) {
            return;
        }
        Verbosity.say("the guardian of the command was killed, so the command is stopped");
        end(RunOutcome.Kind.LOST, UptimeClock.now());
        if (guardians++ < MOST_GUARDIANS) {
            crew.replaceGuardian(term.token());
        } else {
            goOnUnguarded("all of them ended before it did");
        }
    }

    private RunOutcome outcome() {
        if (ending == RunOutcome.Kind.ENDED) {
            return RunOutcome.ended(crew.runner().exitCode());
        }
        return RunOutcome.of(ending == null ? RunOutcome.Kind.LOST : ending);
    }
}
