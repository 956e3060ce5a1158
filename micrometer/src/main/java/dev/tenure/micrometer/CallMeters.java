package dev.tenure.micrometer;

import dev.tenure.StoreException;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.lang.System.Logger.Level;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/** Times the calls to one store, by the kind of call and by how it ended. Thread-safe. */
final class CallMeters {
    private static final System.Logger LOG = EscapingLogger.of("dev.tenure.micrometer");

    private final MeterRegistry registry;
    private final TimeSource time;
    private final String store;
    private final Map<String, Timer> timers = new ConcurrentHashMap<>();

    CallMeters(MeterRegistry registry, TimeSource time, String store) {
        this.registry = registry;
        this.time = time;
        this.store = store;
    }

    /**
     * Makes a call and takes its time.
     *
     * @param outcome says in a word what the answer means
     */
    <T> T time(String call, Supplier<T> made, Function<T, String> outcome) {
        long sent = time.nanos();
        try {
            T answer = made.get();
            record(call, outcome.apply(answer), sent);
            return answer;
        } catch (StoreException failure) {
            record(call, failure.kind().name().toLowerCase(Locale.ROOT), sent);
            throw failure;
        } catch (RuntimeException | Error mistake) {
            record(call, "error", sent);
            throw mistake;
        }
    }

    /** A registry that fails must not fail a renewal. */
    private void record(String call, String outcome, long sent) {
        try {
            timers.computeIfAbsent(call + ' ' + outcome, unused -> timer(call, outcome))
                    .record(time.nanos() - sent, TimeUnit.NANOSECONDS);
        } catch (RuntimeException e) {
            LOG.log(Level.DEBUG, "a call to the store could not be counted", e);
        }
    }

    private Timer timer(String call, String outcome) {
        return Timer.builder("tenure.store.calls")
                .description("calls to the store of the leases")
                .tags("store", store, "call", call, "outcome", outcome)
                .register(registry);
    }
}
