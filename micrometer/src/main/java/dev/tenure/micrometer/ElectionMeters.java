package dev.tenure.micrometer;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Reason;
import dev.tenure.Role;
import dev.tenure.spi.TimeSource;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/** Counts and times the events of one election. Thread-safe: events come one at a time. */
final class ElectionMeters implements ElectionListener {
    private final MeterRegistry registry;
    private final Tags tags;
    private final Takeovers.Takeover takeover;
    private final TimeSource time;
    private final Timer lag;
    private long ledSinceNanos;

    ElectionMeters(MeterRegistry registry, Tags tags, Takeovers.Takeover takeover, TimeSource time) {
        this.registry = registry;
        this.tags = tags;
        this.takeover = takeover;
        this.time = time;
        this.lag = Timer.builder("tenure.listener.lag")
                .description("from an event to the moment when a listener hears it")
                .register(registry);
        counter("tenure.terms.begun", Tags.empty()); // so that a rate of it starts at zero
    }

    @Override
    public void on(ElectionEvent event) {
        if (event.kind() != ElectionEvent.Kind.PRESENT) {
            lag.record(Math.max(0, time.wallMillis() - event.at().toEpochMilli()), TimeUnit.MILLISECONDS);
        }
        switch (event.kind()) {
            case PRESENT -> present((ElectionEvent.Present) event);
            case LEADER_CHANGED -> {}
            case ACQUIRED -> acquired();
            case RESIGNED, LOST -> ended(event);
            case WARNING -> counter("tenure.warnings", reason(event.reason())).increment();
        }
    }

    /** A term may have begun before its election was watched; how long that took is not known. */
    private void present(ElectionEvent.Present event) {
        if (event.status().role() == Role.LEADER) {
            counter("tenure.terms.begun", Tags.empty()).increment();
            ledSinceNanos = time.nanos();
        }
    }

    private void acquired() {
        String after = takeover.after().name().toLowerCase(Locale.ROOT);
        Timer.builder("tenure.acquire")
                .description("from the last sign of the leader before, or the start, until this process led")
                .tags(tags.and("after", after))
                .register(registry)
                .record(takeover.freeNanos(), TimeUnit.NANOSECONDS);
        counter("tenure.terms.begun", Tags.empty()).increment();
        ledSinceNanos = time.nanos();
    }

    private void ended(ElectionEvent event) {
        String how = event.kind() == ElectionEvent.Kind.LOST ? "lost" : "resigned";
        Timer.builder("tenure.terms.ended")
                .description("terms of this process that are over, and how long they lasted")
                .tags(tags.and("how", how).and(reason(event.reason())))
                .register(registry)
                .record(time.nanos() - ledSinceNanos, TimeUnit.NANOSECONDS);
        takeover.ended();
    }

    private static Tags reason(Reason reason) {
        return Tags.of("reason", reason.word());
    }

    private Counter counter(String name, Tags more) {
        return Counter.builder(name).tags(tags.and(more)).register(registry);
    }
}
