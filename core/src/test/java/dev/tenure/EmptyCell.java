package dev.tenure;

import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import java.util.Optional;
import java.util.Set;

/** A cell that keeps nothing and grants nothing. */
final class EmptyCell implements Cell {
    @Override
    public Sighting read(String election, Deadline deadline) {
        return new Sighting.Never();
    }

    @Override
    public Optional<String> write(String election, Sighting entry, String version, Deadline deadline) {
        return Optional.empty();
    }

    @Override
    public String name() {
        return "nothing";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Timing timing() {
        return Timing.balanced();
    }

    @Override
    public void checkTiming(Timing timing) {
        if (timing.ttl().compareTo(timing().ttl()) > 0) {
            throw new IllegalArgumentException("use a ttl of 15 s");
        }
    }

    @Override
    public void checkName(String election) {
        if (election.contains("/")) {
            throw new IllegalArgumentException("use no slash");
        }
    }

    @Override
    public void close() {}
}
