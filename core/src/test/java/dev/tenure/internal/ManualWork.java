package dev.tenure.internal;

import dev.tenure.Term;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Work that runs until the test ends it, and remembers what it was told. */
final class ManualWork implements Workplace {
    boolean breaksOnCancel;
    private final List<String> log = new ArrayList<>();
    private Workplace.@Nullable Report ended;

    @Override
    public Job start(Term term, Report whenEnded) {
        log.add("start");
        ended = whenEnded;
        return new Job() {
            @Override
            public void ask() {
                log.add("ask");
            }

            @Override
            public void cancel() {
                log.add("cancel");
                if (breaksOnCancel) {
                    throw new IllegalStateException("cannot be cancelled");
                }
            }

            @Override
            public void kill() {
                log.add("kill");
            }
        };
    }

    boolean isRunning() {
        return ended != null;
    }

    void end(@Nullable Throwable error) {
        Report running = ended;
        if (running == null) {
            throw new IllegalStateException("no work runs");
        }
        ended = null;
        running.ended(error, false);
    }

    List<String> log() {
        return List.copyOf(log);
    }
}
