package dev.tenure.chaos;

import dev.tenure.Term;
import dev.tenure.Work;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Work that counts up a fenced register, as long as its term is current or, if told so, for longer. */
final class RegisterWork implements Work {
    private static final Duration PAUSE = Duration.ofMillis(20);

    private final NodeProcess node;
    private final NodeClock clock;

    RegisterWork(NodeProcess node, NodeClock clock) {
        this.node = node;
        this.clock = clock;
    }

    @Override
    public void during(Term term) throws Exception {
        TermRecorder recorder = new TermRecorder(
                node.who(), node.folder().resolve(node.who() + "." + term.election() + "." + term.token() + ".work"));
        try {
            switch (node.work()) {
                case CHECKED -> runWhileCurrent(term, recorder);
                case INTERRUPTED ->
                    runWhile(() -> !Thread.currentThread().isInterrupted() && !term.isEnding(), term, recorder);
                case DEAF -> runWhile(() -> true, term, recorder);
            }
        } finally {
            recorder.doesNotLead();
        }
    }

    private void runWhileCurrent(Term term, TermRecorder recorder) throws IOException, InterruptedException {
        while (mayContinue(term)) {
            try (RegisterClient register = new RegisterClient(node.registerPort(), node.who())) {
                countUp(term, register, recorder);
            } catch (IOException tryAgain) {
                term.pause(PAUSE);
            }
        }
    }

    private static boolean mayContinue(Term term) {
        return term.isCurrent() && !term.isEnding() && !Thread.currentThread().isInterrupted();
    }

    private void countUp(Term term, RegisterClient register, TermRecorder recorder)
            throws IOException, InterruptedException {
        long value = register.read(term.election(), term.token());
        // Read before the question: a thread that is held up in between must not look as if it worked on.
        long before = clock.nanos();
        while (value >= 0 && mayContinue(term)) {
            recorder.leads(term.token(), before, before);
            value = register.write(term.election(), term.token(), value + 1);
            term.pause(PAUSE);
            before = clock.nanos();
        }
        if (value < 0 && term.isCurrent()) {
            register.reportRefusalInCurrentTerm(term.election(), term.token());
            term.pause(PAUSE);
        }
    }

    /** Never asks whether the term is current: whether it is told in time is what the run finds out. */
    private void runWhile(BooleanSupplier goOn, Term term, TermRecorder recorder) throws IOException {
        try (RegisterClient register = new RegisterClient(node.registerPort(), node.who())) {
            long value = register.read(term.election(), term.token());
            long before = clock.nanos();
            while (goOn.getAsBoolean()) {
                recorder.leads(term.token(), before, before);
                value = value < 0 ? value : register.write(term.election(), term.token(), value + 1);
                LockSupport.parkNanos(PAUSE.toNanos() / 10);
                before = clock.nanos();
            }
        }
    }
}
