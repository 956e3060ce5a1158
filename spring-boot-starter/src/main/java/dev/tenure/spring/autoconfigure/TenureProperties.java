package dev.tenure.spring.autoconfigure;

import dev.tenure.CandidateBuilder;
import dev.tenure.Timing;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The properties of a candidate. Unknown ones are refused.
 *
 * @param store where leases are kept: a URI, or {@code bean:NAME}
 * @param name what people know this process by, or null for host name and process id
 * @param address where others reach this process, or null
 * @param elections the names of the elections to stand in
 * @param grace how long work may go on that was asked to finish
 * @param priority the place in the order of preference; the lower number leads
 * @param version the version of the service
 * @param preferNewest whether the newest version leads
 * @param requireStore how long the start waits for the store to answer, or null to start whether it does or not
 * @param standWhen when to stand
 * @param phase the phase of the lifecycle; higher ones begin later and end earlier
 * @param timing how long a lease is good and how it is kept
 */
@ConfigurationProperties(prefix = "tenure", ignoreUnknownFields = false)
public record TenureProperties(
        @Nullable String store,
        @Nullable String name,
        @Nullable String address,
        @DefaultValue List<String> elections,
        @DefaultValue("20s") Duration grace,

        @DefaultValue("" + CandidateBuilder.DEFAULT_PRIORITY)
        int priority,

        @DefaultValue("") String version,
        @DefaultValue("false") boolean preferNewest,
        @Nullable Duration requireStore,
        @DefaultValue("ready") StandWhen standWhen,
        @DefaultValue("" + Integer.MAX_VALUE) int phase,
        @DefaultValue TimingProperties timing) {

    /** When this process begins to stand in the configured elections. */
    public enum StandWhen {
        /** When the application is ready to serve, after its runners. */
        READY,

        /** When the context has started, before the runners: for contexts that no {@code SpringApplication} runs. */
        STARTED,

        /** When the application calls {@code ConfiguredElections.stand()}. */
        MANUAL
    }

    /**
     * The timing, as far as it is not that of the store.
     *
     * @param ttl how long a lease is good after each renewal
     * @param interval how often it is renewed; a quarter of the ttl if only that is given
     * @param margin how long before its end it is no longer trusted
     * @param callTimeout how long one call to the store may take
     * @param stopWithin how long work needs to stop
     */
    public record TimingProperties(
            @Nullable Duration ttl,
            @Nullable Duration interval,
            @Nullable Duration margin,
            @Nullable Duration callTimeout,
            @Nullable Duration stopWithin) {

        /**
         * Returns the timing.
         *
         * @param usual what suits the store
         * @throws IllegalArgumentException if the parts do not fit together
         */
        Timing over(Timing usual) {
            Timing timing = usual;
            if (ttl != null) {
                timing = interval == null ? Timing.of(ttl) : Timing.of(ttl, interval);
            } else if (interval != null) {
                timing = timing.withInterval(interval);
            }
            timing = margin == null ? timing : timing.withMargin(margin);
            timing = callTimeout == null ? timing : timing.withCallTimeout(callTimeout);
            return stopWithin == null ? timing : timing.withStopWithin(stopWithin);
        }
    }
}
