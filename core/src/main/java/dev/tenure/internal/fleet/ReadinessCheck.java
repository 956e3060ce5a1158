package dev.tenure.internal.fleet;

import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.ElasticPool;
import dev.tenure.internal.runtime.EngineLog;
import dev.tenure.internal.runtime.EventLoop;
import java.time.Duration;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Asks the application, once an interval and never twice at a time, whether its candidate could lead. A check that
 * throws, or does not answer in time, says no (R11). On the loop; the check itself runs elsewhere.
 */
public final class ReadinessCheck {
    private final BooleanSupplier check;
    private final EventLoop loop;
    private final ElasticPool pool;
    private final Supplier<dev.tenure.Timing> timing;
    private final BiConsumer<Boolean, String> changed;
    private @Nullable Boolean able;
    private boolean asking;
    private long askedNanos;
    private ElasticPool.@Nullable Job job;

    /**
     * Makes a check that has yet to be started.
     *
     * @param changed hears of each change, and why, on the loop
     */
    public ReadinessCheck(
            BooleanSupplier check,
            EventLoop loop,
            ElasticPool pool,
            Supplier<dev.tenure.Timing> timing,
            BiConsumer<Boolean, String> changed) {
        this.check = check;
        this.loop = loop;
        this.pool = pool;
        this.timing = timing;
        this.changed = changed;
    }

    /** Asks now, and again once an interval. */
    public void ask() {
        Duration interval = timing.get().interval();
        loop.schedule(loop.time().nanos() + interval.toNanos(), this::ask);
        if (asking) {
            return;
        }
        asking = true;
        askedNanos = loop.time().nanos();
        Duration limit = timing.get().callTimeout();
        long asked = askedNanos;
        try {
            job = pool.submit(EventLoop.Urgency.LOOK, this::runCheck);
        } catch (RuntimeException | Error noThread) {
            answered(false, "not able to lead: no thread to ask on: " + noThread);
            return;
        }
        loop.schedule(asked + limit.toNanos(), () -> {
            if (asking && askedNanos == asked) {
                if (job != null) {
                    job.overdue();
                }
                tell(false, "not able to lead: the check has not answered for " + ClockReading.seconds(limit));
            }
        });
    }

    private void runCheck() {
        boolean answer = false;
        String why = "not able to lead";
        try {
            answer = check.getAsBoolean();
        } catch (Throwable thrown) {
            why = "not able to lead: the check failed: " + EngineLog.describe(thrown);
        }
        boolean isAble = answer;
        String because = why;
        loop.execute(() -> answered(isAble, because));
    }

    private void answered(boolean isAble, String why) {
        asking = false;
        tell(isAble, isAble ? "able to lead" : why);
    }

    private void tell(boolean isAble, String why) {
        if (able == null || able != isAble) {
            able = isAble;
            changed.accept(isAble, why);
        }
    }

    /** Returns what was answered last; not able before the first answer. */
    public boolean isAble() {
        return Boolean.TRUE.equals(able);
    }
}
