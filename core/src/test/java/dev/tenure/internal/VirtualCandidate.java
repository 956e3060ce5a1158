package dev.tenure.internal;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Term;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A candidate in virtual time, with everything but threads: campaign, seat, roster and order, on a tiny store. */
final class VirtualCandidate {
    final ManualWork work = new ManualWork();
    final List<ElectionEvent> heard = new ArrayList<>();
    final Seat seat;
    final Driver driver;
    final Registrar registrar;
    private final Place place;
    private final Identity identity;
    private int priority;
    private final String version;
    private boolean attends = true;

    VirtualCandidate(ManualLoop loop, TinyStore store, String name, int priority, String version) {
        this.identity = new Identity("instance-" + name, name, null);
        this.priority = priority;
        this.version = version;
        Conduct conduct = new Conduct(false, true, true, false, false, null);
        Setup setup =
                new Setup(Records.ELECTION, identity, CampaignRig.TIMING, Duration.ZERO, Traits.of(store), conduct);
        seat = new Seat(Records.ELECTION, loop.clock, listener -> () -> {});
        driver = new Driver(setup, new Renewals(store, loop, 1), loop, seat, this::hear, new Steady());
        registrar = new Registrar(store, loop, this::self, new Steady());
        place = new Place(setup, seat, driver, new Summons(setup, seat, driver), this::preference);
        loop.execute(() -> {
            registrar.join(place);
            driver.start();
        });
    }

    private void hear(ElectionEvent event) {
        heard.add(event);
        if (attends) {
            registrar.soon();
        }
    }

    private Registrar.Self self() {
        return new Registrar.Self(identity, priority, version, CampaignRig.TIMING);
    }

    private Preference preference() {
        return new Preference(identity.instance(), priority, version, !version.isEmpty());
    }

    String instance() {
        return identity.instance();
    }

    boolean leads() {
        return seat.isLeader();
    }

    long token() {
        return seat.term().map(Term::token).orElse(0L);
    }

    void prefer(int newPriority) {
        priority = newPriority;
    }

    /** Closes it in good order. */
    void close() {
        registrar.leave(place);
        driver.input(new Input.Close());
    }

    /** Leaves the roster without a word, and never comes back; the campaign goes on. */
    void leaveRoster() {
        attends = false;
        registrar.leave(place);
    }

    /** Returns how often it was elected. */
    long terms() {
        return heard.stream().filter(ElectionEvent.Acquired.class::isInstance).count();
    }

    /** Returns why each of its terms ended. */
    List<String> endings() {
        return heard.stream()
                .filter(event -> event instanceof ElectionEvent.Revoked || event instanceof ElectionEvent.Fenced)
                .map(ElectionEvent::cause)
                .toList();
    }
}
