package dev.tenure.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.runtime.StoreRounds;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Entries in rosters: kept in one call, and taken out in the end")
class RosterSyncTest {
    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private RosterSync rosterSync;

    @BeforeEach
    void storeHasARoster() {
        store.capabilities.add(Capability.ROSTER);
        RosterSync.Self self = new RosterSync.Self(Records.SELF, 1, "", CampaignRig.TIMING);
        rosterSync = new RosterSync(new StoreRounds(store, loop, 1), loop, () -> self, new NoJitter());
    }

    /** Stands in one roster, and cares for nobody else in it. */
    private record Alone(String roster) implements RosterSync.Stand {
        @Override
        public boolean isAble() {
            return true;
        }

        @Override
        public Set<String> ledElections() {
            return Set.of();
        }

        @Override
        public void attended(List<PeerLiveness.Peer> others, ClockReading now) {}

        @Override
        public void requested(Request request) {}
    }

    private void join(String... rosters) {
        loop.execute(() -> List.of(rosters).forEach(roster -> rosterSync.join(new Alone(roster))));
        loop.advance(CampaignRig.INTERVAL);
    }

    private List<RosterEntry> members(String roster) {
        return store.abilities.members(roster, Deadline.after(loop.clock, CampaignRig.TTL));
    }

    @Test
    void allRostersAreAttendedInOneCall() {
        join("a", "b", "c");
        int before = store.abilities.attendances();
        loop.advance(CampaignRig.INTERVAL);

        assertThat(store.abilities.attendances() - before).isBetween(1, 2);
        assertThat(List.of("a", "b", "c"))
                .allSatisfy(roster -> assertThat(members(roster)).hasSize(1));
    }

    @Test
    void anEntryThatCouldNotBeTakenOutIsTakenOutLater() {
        join("a", "b");
        store.abilities.failLeaves(2);
        loop.execute(() -> rosterSync.leave(new Alone("a")));
        loop.advance(CampaignRig.INTERVAL.dividedBy(2));
        assertThat(members("a")).hasSize(1);
        loop.advance(CampaignRig.INTERVAL.multipliedBy(3));

        assertThat(members("a")).isEmpty();
        assertThat(members("b")).hasSize(1);
    }

    @Test
    void candidateThatComesBackMeanwhileStays() {
        join("a", "b");
        store.abilities.failLeaves(1);
        loop.execute(() -> rosterSync.leave(new Alone("a")));
        join("a");
        loop.advance(CampaignRig.INTERVAL.multipliedBy(3));

        assertThat(members("a")).hasSize(1);
    }
}
