package dev.tenure.micrometer;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Passes calls on to a store, takes their time, and notes what they show. Thread-safe. */
final class MeteredStore extends ForwardingStore {
    private final CallMeters calls;
    private final Rosters rosters;
    private final Takeovers takeovers;

    MeteredStore(LeaseStore store, CallMeters calls, Rosters rosters, Takeovers takeovers) {
        super(store);
        this.calls = calls;
        this.rosters = rosters;
        this.takeovers = takeovers;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Takeovers.Takeover takeover = takeovers.of(ballot.election());
        Answer answer = calls.time(
                "claim",
                () -> super.claim(ballot, deadline),
                given -> given instanceof Answer.Granted ? "granted" : "refused");
        if (answer instanceof Answer.Refused refused) {
            takeover.saw(refused.found());
        } else {
            takeover.granted(ballot.condition());
        }
        return answer;
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return calls.time("renew", () -> super.renew(request, deadline), MeteredStore::word);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        return calls.time(
                "renew_all",
                () -> super.renewAll(requests, deadline),
                renewals ->
                        renewals.stream().allMatch(each -> each.isPresent() && each.get() instanceof Renewal.Renewed)
                                ? "renewed"
                                : "partly");
    }

    private static String word(Renewal renewal) {
        return renewal instanceof Renewal.Renewed ? "renewed" : renewal instanceof Renewal.Lost ? "lost" : "refused";
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        calls.time(
                "release",
                () -> {
                    super.release(lease, to, deadline);
                    return Boolean.TRUE;
                },
                done -> "done");
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        Sighting seen = calls.time("inspect", () -> super.inspect(election, deadline), shown -> "done");
        takeovers.of(election).saw(seen);
        return seen;
    }

    @Override
    public Roster roster() {
        Roster roster = super.roster();
        return capabilities().contains(Capability.ROSTER) ? new MeteredRoster(roster) : roster;
    }

    /** Passes calls on to a roster, and notes how many stand. */
    private final class MeteredRoster implements Roster {
        private final Roster roster;

        MeteredRoster(Roster roster) {
            this.roster = roster;
        }

        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            Map<String, List<RosterEntry>> all =
                    calls.time("attend", () -> roster.attend(own, deadline), shown -> "done");
            all.forEach(rosters::saw);
            return all;
        }

        @Override
        public List<RosterEntry> members(String name, Deadline deadline) {
            return roster.members(name, deadline);
        }

        @Override
        public void leave(Collection<String> names, String instance, Deadline deadline) {
            roster.leave(names, instance, deadline);
        }
    }
}
