package dev.tenure.internal;

import dev.tenure.Term;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Work that runs until the test ends it, and remembers what it was told. */
final class ManualWork implements Workplace {
    boolean breaksOnCancel;
    private final List<String> log = new ArrayList<>();
    private @Nullable Consumer<@Nullable Throwable> ended;

    @Override
    public Job start(Term term, Consumer<@Nullable Throwable> whenEnded) {
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
        Consumer<@Nullable Throwable> running = ended;
        if (running == null) {
            throw new IllegalStateException("no work runs");
        }
        ended = null;
        running.accept(error);
    }

    List<String> log() {
        return List.copyOf(log);
    }
}
