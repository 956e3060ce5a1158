package dev.tenure.internal;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Term;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.ManualWork;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fleet.ElectionRank;
import dev.tenure.internal.fleet.RequestHandler;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.fleet.SuccessorOrder;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.runtime.CampaignDriver;
import dev.tenure.internal.runtime.LeadershipView;
import dev.tenure.internal.runtime.StoreRounds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A candidate in virtual time, with everything but threads: campaign, seat, roster and order, on a tiny store. */
final class VirtualCandidate {
    final ManualWork work = new ManualWork();
    final List<ElectionEvent> heard = new ArrayList<>();
    final LeadershipView view;
    final CampaignDriver driver;
    final RosterSync rosterSync;
    private final ManualLoop loop;
    private final ElectionRank place;
    private final Identity identity;
    private int priority;
    private final String version;
    private boolean attends = true;

    VirtualCandidate(ManualLoop loop, InMemoryStore store, String name, int priority, String version) {
        this.loop = loop;
        this.identity = Identity.ofInstance("instance-" + name).withName(name);
        this.priority = priority;
        this.version = version;
        StandOptions options = new StandOptions(false, true, true, false, false, null);
        CampaignSetup setup = new CampaignSetup(
                Records.ELECTION, identity, CampaignRig.TIMING, Duration.ZERO, StoreProperties.of(store), options);
        view = new LeadershipView(Records.ELECTION, loop.clock, (token, reason, cause) -> {});
        StoreRounds rounds = new StoreRounds(store, loop, 1);
        driver = new CampaignDriver(setup, rounds, loop, view, this::hear, new NoJitter());
        rosterSync = new RosterSync(rounds, loop, this::self, new NoJitter());
        place = new ElectionRank(setup, view, driver, new RequestHandler(setup, view, driver), this::preference);
        loop.execute(() -> {
            rosterSync.join(place);
            driver.start();
        });
    }

    private void hear(ElectionEvent event) {
        heard.add(event);
        if (event instanceof ElectionEvent.LeaderChanged) {
            loop.execute(place::leaderChanged);
        } else if (attends) {
            rosterSync.soon(Records.ELECTION);
        }
    }

    private RosterSync.Self self() {
        return new RosterSync.Self(identity, priority, version, CampaignRig.TIMING);
    }

    private SuccessorOrder preference() {
        return new SuccessorOrder(identity.instance(), priority, version, !version.isEmpty());
    }

    String instance() {
        return identity.instance();
    }

    boolean leads() {
        return view.isLeader();
    }

    long token() {
        return view.term().map(Term::token).orElse(0L);
    }

    void prefer(int newPriority) {
        priority = newPriority;
    }

    /** Closes it in good order. */
    void close() {
        rosterSync.leave(place);
        driver.input(new Input.Close());
    }

    /** Leaves the roster without a word, and never comes back; the campaign goes on. */
    void leaveRoster() {
        attends = false;
        rosterSync.leave(place);
    }

    /** Returns how often it was elected. */
    long terms() {
        return heard.stream().filter(ElectionEvent.Acquired.class::isInstance).count();
    }

    /** Returns why each of its terms ended. */
    List<String> endings() {
        return heard.stream()
                .filter(event -> event instanceof ElectionEvent.Resigned || event instanceof ElectionEvent.Lost)
                .map(ElectionEvent::cause)
                .toList();
    }
}
