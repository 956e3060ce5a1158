package dev.tenure.internal;

import dev.tenure.spi.StoreException;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A loop without threads: everything happens when the test says so. Calls are carried out at once, or held back. */
final class ManualLoop implements EventLoop {
    final ManualClock clock = new ManualClock();
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final List<Planned> timers = new CopyOnWriteArrayList<>(); // listeners have threads of their own
    private final List<Runnable> heldBack = new ArrayList<>();
    private boolean holding;

    /** A timer; no two are equal. */
    private static final class Planned {
        private final long atNanos;
        private final Runnable task;

        Planned(long atNanos, Runnable task) {
            this.atNanos = atNanos;
            this.task = task;
        }
    }

    @Override
    public TimeSource time() {
        return clock;
    }

    @Override
    public void execute(Runnable task) {
        tasks.add(task);
    }

    @Override
    public Timer schedule(long atNanos, Runnable task) {
        Planned planned = new Planned(atNanos, task);
        timers.add(planned);
        return () -> timers.remove(planned);
    }

    @Override
    public void offload(StoreCall call, Consumer<Input> outcome) {
        Runnable carryOut = () -> {
            Input answer = answer(call);
            execute(() -> outcome.accept(answer));
        };
        if (holding) {
            heldBack.add(carryOut);
        } else {
            execute(carryOut);
        }
    }

    private static Input answer(StoreCall call) {
        try {
            return call.call().get();
        } catch (StoreException failure) {
            return new Input.Failed(failure);
        }
    }

    /** Holds the calls sent from now on back until {@link #letCallsGo}. */
    void holdCalls() {
        holding = true;
    }

    int callsHeldBack() {
        return heldBack.size();
    }

    void letCallsGo() {
        holding = false;
        List.copyOf(heldBack).forEach(Runnable::run);
        heldBack.clear();
        run();
    }

    /** Runs everything that is due. */
    void run() {
        for (Runnable next = nextDue(); next != null; next = nextDue()) {
            next.run();
        }
    }

    private @Nullable Runnable nextDue() {
        Runnable task = tasks.poll();
        if (task != null) {
            return task;
        }
        for (Planned planned : timers) {
            if (clock.nanos() - planned.atNanos >= 0) {
                timers.remove(planned);
                return planned.task;
            }
        }
        return null;
    }

    /** Lets time pass, from one timer to the next. */
    void advance(Duration duration) {
        long target = clock.nanos() + duration.toNanos();
        run();
        for (Planned next = earliest(); next != null && next.atNanos - target <= 0; next = earliest()) {
            clock.advanceTo(next.atNanos);
            run();
        }
        clock.advanceTo(target);
    }

    private @Nullable Planned earliest() {
        return timers.stream()
                .reduce((a, b) -> a.atNanos - b.atNanos <= 0 ? a : b)
                .orElse(null);
    }
}
