package dev.tenure.micrometer;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The meters of one candidate: what its elections are doing, and how its store answers. Thread-safe.
 *
 * <p>Wrap the store before the candidate is built, hand over each election it stands in, and bind to any number of
 * registries, at any time; what happened before is not counted. Nothing here calls the store by itself.
 *
 * <p>Each election has a tag of its own up to a limit; all further ones share the tag {@code others}, and have no
 * gauges, so that thousands of elections do not fill a registry.
 */
public final class TenureMetrics implements MeterBinder {
    /** The tag of all elections beyond the limit. */
    public static final String OTHERS = "others";

    private static final int DEFAULT_LIMIT = 100;

    private final CompositeMeterRegistry registry = new CompositeMeterRegistry();
    private final TimeSource time = TimeSource.system();
    private final Map<String, Election> tagged = new ConcurrentHashMap<>();
    private final Rosters rosters = new Rosters(time);
    private final Takeovers takeovers = new Takeovers(time);
    private final int limit;

    /** Makes the meters of a candidate that stands in a hundred elections at most, or whose others may share a tag. */
    public TenureMetrics() {
        this(DEFAULT_LIMIT);
    }

    /**
     * Makes the meters of a candidate.
     *
     * @param limit how many elections have a tag of their own
     */
    public TenureMetrics(int limit) {
        if (limit < 0) {
            throw new IllegalArgumentException("limit " + limit + " is negative: use 0 for no tags of their own");
        }
        this.limit = limit;
    }

    /** Adds the registry to those that the meters are in. */
    @Override
    public void bindTo(MeterRegistry to) {
        registry.add(requireNonNull(to, "registry"));
    }

    /** Returns a store that passes all calls on to this one, counts them and takes their time, and closes it. */
    public LeaseStore observing(LeaseStore store) {
        return new MeteredStore(
                requireNonNull(store, "store"), new CallMeters(registry, time, store.name()), rosters, takeovers);
    }

    /**
     * Counts what happens in this election from now on. Call it once for each stand; the gauges of an election that is
     * stood in again show the latest stand.
     */
    public void observe(Election election) {
        String name = requireNonNull(election, "election").name();
        boolean first = !tagged.containsKey(name);
        boolean own = hasOwnTag(election);
        Tags tags = Tags.of("election", own ? name : OTHERS);
        if (own && first) {
            Supplier<Election> latest = () -> tagged.getOrDefault(name, election);
            ElectionGauges.register(registry, tags, latest, () -> rosters.size(name), time);
        }
        election.subscribe(new ElectionMeters(registry, tags, takeovers.of(name), time));
    }

    private boolean hasOwnTag(Election election) {
        synchronized (tagged) {
            if (tagged.size() < limit || tagged.containsKey(election.name())) {
                tagged.put(election.name(), election);
                return true;
            }
            return false;
        }
    }
}
