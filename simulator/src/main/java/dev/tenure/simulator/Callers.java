package dev.tenure.simulator;

import dev.tenure.internal.runtime.InlineWork;
import dev.tenure.internal.runtime.InlineWork.Run;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Threads of one process that call {@code runIfLeader} again and again, stay inside for a while, and may hang. */
final class Callers {
    private static final int HANGS_PERCENT = 15;

    private final Application application;
    private final Stance stance;
    private final List<Call> inside = new ArrayList<>();
    private @Nullable InlineWork inlineWork;

    Callers(Application application, Stance stance) {
        this.application = application;
        this.stance = stance;
    }

    void begin(InlineWork newInlineWork) {
        inlineWork = newInlineWork;
        if (stance.callers()) {
            comeLater();
        }
    }

    private void comeLater() {
        application.afterOwn(1 + application.draw().between(0, application.ttlNanos()), () -> {
            if (!application.isGone()) {
                new Call().enter();
                comeLater();
            }
        });
    }

    /** Tells whether a call under the term with this token goes on. */
    boolean areInside(long token) {
        return inside.stream().anyMatch(call -> call.token() == token);
    }

    /** Bad times are over: nothing hangs any more. */
    void heal() {
        List.copyOf(inside).forEach(Call::leave);
    }

    void vanish() {
        inside.clear();
    }

    private final class Call {
        private @Nullable Run run;
        private boolean told;

        void enter() {
            InlineWork work = inlineWork;
            run = work == null ? null : work.enter(this::interrupt);
            if (run != null) {
                inside.add(this);
                application.noteCall(token(), "begins");
                long longest = 1 + stance.grace().toNanos() * 3 / 2;
                application.afterOwn(application.draw().between(0, longest), this::leave);
            }
        }

        long token() {
            return run == null ? 0 : run.token();
        }

        private void interrupt() {
            if (!told) {
                told = true;
                boolean bad = application.isTroubled();
                long patience = stance.patience().toNanos();
                boolean hangs = bad && application.draw().chance(HANGS_PERCENT);
                long takes = bad
                        ? application.draw().anySizeUpTo(3 * patience)
                        : application.draw().between(0, patience / 8);
                if (!hangs) {
                    application.afterOwn(takes, this::leave);
                }
            }
        }

        private void leave() {
            Run entered = run;
            InlineWork work = inlineWork;
            if (entered != null && work != null && inside.remove(this)) {
                application.noteCall(entered.token(), "ends");
                work.leave(entered);
            }
        }
    }
}
