package dev.tenure.http;

import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Cell;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Sighting;
import java.util.Optional;
import java.util.Set;

/** A cell that grants nothing, and keeps neither rosters nor histories. */
final class PlainCell implements Cell {
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
        return "plain";
    }

    @Override
    public Set<Capability> capabilities() {
        return Set.of();
    }

    @Override
    public Timing timing() {
        return Timing.local();
    }

    @Override
    public void checkName(String election) {}

    @Override
    public void close() {}
}
