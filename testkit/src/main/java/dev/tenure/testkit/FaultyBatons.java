package dev.tenure.testkit;

import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.testkit.FaultyStore.Operation;
import java.util.List;
import java.util.Optional;

/** Batons whose calls go wrong as scripted. Thread-safe. */
final class FaultyBatons implements Batons {
    private final Batons batons;
    private final FaultyStore faults;

    FaultyBatons(Batons batons, FaultyStore faults) {
        this.batons = batons;
        this.faults = faults;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        return faults.call(Operation.READ_BATON, List.of(election), deadline, by -> batons.read(election, by));
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        return faults.call(
                Operation.WRITE_BATON, List.of(election), deadline, by -> batons.write(election, next, version, by));
    }
}
