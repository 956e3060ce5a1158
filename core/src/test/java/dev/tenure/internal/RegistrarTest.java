package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Enrolment;
import dev.tenure.spi.Request;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Entries in rosters: kept in one call, and taken out in the end")
class RegistrarTest {
    private final ManualLoop loop = new ManualLoop();
    private final TinyStore store = new TinyStore();
    private Registrar registrar;

    @BeforeEach
    void storeHasARoster() {
        store.capabilities.add(Capability.ROSTER);
        Registrar.Self self = new Registrar.Self(Records.SELF, 1, "", CampaignRig.TIMING);
        registrar = new Registrar(store, loop, () -> self, new Steady());
    }

    /** Stands in one roster, and cares for nobody else in it. */
    private record Alone(String roster) implements Registrar.Stand {
        @Override
        public boolean isAble() {
            return true;
        }

        @Override
        public Set<String> ledElections() {
            return Set.of();
        }

        @Override
        public void attended(List<Electorate.Peer> others, Moment now) {}

        @Override
        public void requested(Request request) {}
    }

    private void join(String... rosters) {
        loop.execute(() -> List.of(rosters).forEach(roster -> registrar.join(new Alone(roster))));
        loop.advance(CampaignRig.INTERVAL);
    }

    private List<Enrolment> members(String roster) {
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
        loop.execute(() -> registrar.leave(new Alone("a")));
        loop.advance(CampaignRig.INTERVAL.dividedBy(2));
        assertThat(members("a")).hasSize(1);
        loop.advance(CampaignRig.INTERVAL.multipliedBy(3));

        assertThat(members("a")).isEmpty();
        assertThat(members("b")).hasSize(1);
    }

    @Test
    void whoComesBackMeanwhileStays() {
        join("a", "b");
        store.abilities.failLeaves(1);
        loop.execute(() -> registrar.leave(new Alone("a")));
        join("a");
        loop.advance(CampaignRig.INTERVAL.multipliedBy(3));

        assertThat(members("a")).hasSize(1);
    }
}
