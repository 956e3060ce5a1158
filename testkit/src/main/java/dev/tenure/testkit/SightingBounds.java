package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.time.Duration;

/** What every sighting must satisfy, whatever bytes the store found. For tests that feed a decoder with garbage. */
public final class SightingBounds {
    private SightingBounds() {}

    /** Checks the bounds that no constructor checks: a lease checks its own. */
    public static void check(Sighting sighting) {
        assertThat(sighting.lastToken()).isBetween(0L, Lease.MAX_TOKEN);
        assertThat(sighting.follows()).isBetween(0L, Math.max(0, sighting.lastToken() - 1));
        if (sighting instanceof Sighting.Unreadable unreadable) {
            assertThat(unreadable.ttl()).isBetween(Duration.ZERO, Lease.MAX_TTL);
            assertThat(unreadable.problem()).isNotEmpty();
        }
    }
}
