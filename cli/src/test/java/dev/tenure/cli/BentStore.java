package dev.tenure.cli;

import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Roster;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Set;

/** A store that works, until a test bends one of its methods. */
class BentStore implements LeaseStore {
    private final LeaseStore straight;

    BentStore(LeaseStore straight) {
        this.straight = straight;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        return straight.claim(ballot, deadline);
    }

    @Override
    public Renewal renew(RenewalRequest extension, Deadline deadline) {
        return straight.renew(extension, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        straight.release(lease, to, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return straight.inspect(election, deadline);
    }

    @Override
    public String name() {
        return "bent";
    }

    @Override
    public Set<Capability> capabilities() {
        return straight.capabilities();
    }

    @Override
    public Timing timing() {
        return straight.timing();
    }

    @Override
    public void checkName(String election) {
        straight.checkName(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        return straight.watch(election, wakeUp);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        return straight.elections(deadline);
    }

    @Override
    public Roster roster() {
        return straight.roster();
    }

    @Override
    public Requests requests() {
        return straight.requests();
    }

    @Override
    public History history() {
        return straight.history();
    }

    @Override
    public void close() {
        straight.close();
    }
}
