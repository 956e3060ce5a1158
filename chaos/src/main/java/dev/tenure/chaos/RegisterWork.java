package dev.tenure.chaos;

import dev.tenure.Term;
import dev.tenure.Work;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Work that counts up a fenced register, as long as its term is current or, if told so, until it is interrupted. */
final class RegisterWork implements Work {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final String who;
    private final int port;
    private final NodeClock clock;
    private final Path folder;
    private final boolean interruptOnly;

    RegisterWork(String who, int port, NodeClock clock, Path folder, boolean interruptOnly) {
        this.who = who;
        this.port = port;
        this.clock = clock;
        this.folder = folder;
        this.interruptOnly = interruptOnly;
    }

    @Override
    public void during(Term term) throws Exception {
        if (interruptOnly) {
            runUntilInterrupted(term);
            return;
        }
        while (mayContinue(term)) {
            try (RegisterClient register = new RegisterClient(port, who)) {
                countUp(term, register);
            } catch (IOException tryAgain) {
                term.pause(PAUSE);
            }
        }
    }

    private static boolean mayContinue(Term term) {
        return term.isCurrent() && !term.isEnding() && !Thread.currentThread().isInterrupted();
    }

    private static void countUp(Term term, RegisterClient register) throws IOException, InterruptedException {
        long value = register.read(term.election(), term.token());
        while (value >= 0 && mayContinue(term)) {
            value = register.write(term.election(), term.token(), value + 1);
            term.pause(PAUSE);
        }
        if (value < 0 && term.isCurrent()) {
            register.reportRefusalInCurrentTerm(term.election(), term.token());
        }
    }

    /** Relies on the interrupt alone: whether it comes in time is what the run finds out. */
    private void runUntilInterrupted(Term term) throws IOException {
        TermRecorder recorder =
                new TermRecorder(who, folder.resolve(who + "." + term.election() + "." + term.token() + ".work"));
        try (RegisterClient register = new RegisterClient(port, who)) {
            long value = register.read(term.election(), term.token());
            // Read before the flag: a thread that is held up in between must not look as if it worked on.
            long before = clock.nanos();
            while (!Thread.currentThread().isInterrupted() && !term.isEnding()) {
                recorder.leads(term.token(), before, before);
                value = value < 0 ? value : register.write(term.election(), term.token(), value + 1);
                LockSupport.parkNanos(PAUSE.toNanos() / 10);
                before = clock.nanos();
            }
        }
        recorder.doesNotLead();
    }
}
