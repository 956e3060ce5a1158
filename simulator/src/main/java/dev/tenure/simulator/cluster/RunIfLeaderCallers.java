package dev.tenure.simulator.cluster;

import dev.tenure.internal.runtime.InlineWork;
import dev.tenure.internal.runtime.InlineWork.Run;
import dev.tenure.simulator.scenario.CandidateSetup;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The threads of one process that call {@code runIfLeader} repeatedly. Their code takes some time, and may hang. */
final class RunIfLeaderCallers {
    private final SimApplication application;
    private final CandidateSetup setup;
    private final List<Call> inside = new ArrayList<>();
    private @Nullable InlineWork inlineWork;

    RunIfLeaderCallers(SimApplication application, CandidateSetup setup) {
        this.application = application;
        this.setup = setup;
    }

    void begin(InlineWork newInlineWork) {
        inlineWork = newInlineWork;
        if (setup.callers()) {
            callLater();
        }
    }

    private void callLater() {
        application.afterOwn(1 + application.random().between(0, application.ttlNanos()), () -> {
            if (!application.isGone()) {
                new Call().enter();
                callLater();
            }
        });
    }

    /** Tells whether a call under the term with this token is running. */
    boolean areInside(long token) {
        return inside.stream().anyMatch(call -> call.token() == token);
    }

    /** Ends all calls when the faults end. */
    void heal() {
        List.copyOf(inside).forEach(Call::leave);
    }

    void onExit() {
        inside.clear();
    }

    private final class Call {
        private @Nullable Run run;
        private boolean interrupted;

        void enter() {
            InlineWork work = inlineWork;
            run = work == null ? null : work.enter(this::interrupt);
            if (run != null) {
                inside.add(this);
                application.noteCall(token(), "begins");
                long longest = 1 + setup.grace().toNanos() * 3 / 2;
                application.afterOwn(application.random().between(0, longest), this::leave);
            }
        }

        long token() {
            return run == null ? 0 : run.token();
        }

        private void interrupt() {
            if (!interrupted) {
                interrupted = true;
                boolean hangs = application.drawHang();
                long returnNanos = application.drawReturnNanos();
                if (!hangs) {
                    application.afterOwn(returnNanos, this::leave);
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
