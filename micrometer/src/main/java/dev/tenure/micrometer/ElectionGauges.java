package dev.tenure.micrometer;

import dev.tenure.Election;
import dev.tenure.Term;
import dev.tenure.spi.TimeSource;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The gauges of one election, each read at the moment of asking. */
final class ElectionGauges {
    private ElectionGauges() {}

    static void register(
            MeterRegistry registry, Tags tags, Supplier<Election> stand, Supplier<Number> rosterSize, TimeSource time) {
        Gauge.builder("tenure.leader", () -> stand.get().isLeader() ? 1 : 0)
                .description("1 while this process leads the election, by the clocks of the moment")
                .tags(tags)
                .register(registry);
        Gauge.builder("tenure.leader.known", () -> stand.get().status().leader() == null ? 0 : 1)
                .description("1 while this process knows of a leader, itself or another")
                .tags(tags)
                .register(registry);
        Gauge.builder("tenure.roster.size", rosterSize)
                .description("candidates that stand in the election, this one included")
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        "tenure.term.age",
                        () -> stand.get().term().map(term -> age(term, time)).orElse(0L),
                        TimeUnit.MILLISECONDS)
                .description("how long this process has led; 0 while it does not lead")
                .tags(tags)
                .register(registry);
        TimeGauge.builder(
                        "tenure.trust.left",
                        () -> stand.get()
                                .term()
                                .map(Term::remaining)
                                .orElse(Duration.ZERO)
                                .toMillis(),
                        TimeUnit.MILLISECONDS)
                .description("for how long this process leads on if no renewal succeeds; 0 while it does not lead")
                .tags(tags)
                .register(registry);
    }

    private static long age(Term term, TimeSource time) {
        return Duration.between(term.since(), Instant.ofEpochMilli(time.wallMillis()))
                .toMillis();
    }
}
