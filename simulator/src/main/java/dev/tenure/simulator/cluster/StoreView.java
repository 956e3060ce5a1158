package dev.tenure.simulator.cluster;

import dev.tenure.Identity;
import dev.tenure.Timing;
import dev.tenure.internal.runtime.EventLoop.StoreCall;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.store.ChoosingStore;
import dev.tenure.simulator.store.GrantListener;
import dev.tenure.simulator.store.GroupMember;
import dev.tenure.simulator.store.HeldTerm;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.store.ReplicatedStore;
import dev.tenure.simulator.store.StoreSteps;
import dev.tenure.simulator.store.TermTopic;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryCell;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The store as one process sees it. It executes each step of a call at the instant that step lands, whatever the
 * deadline. The network decides whether a step lands, and whether its answer arrives.
 *
 * <p>On one server with a clock every call is one step, as one statement of a database is. On a cell the calls have the
 * steps of {@link CellStore}, on replicated servers those of {@link ReplicatedStore}, and where a group chooses those
 * of {@link ChoosingStore}.
 */
final class StoreView implements LeaseStore {
    private static final long AMPLE_NANOS = 1_000_000_000L;

    /** What is about no election: the roster and the requests. */
    private static final List<String> ROSTER = List.of();

    private final LeaseStore direct;
    private final @Nullable LeaseStore stepped;
    private final StoreSteps steps;
    private final SimStore shared;
    private final SimClock clock;
    private final CallListener listener;
    private final @Nullable GroupMember member;
    private int watches;
    private int entries;

    /** Hears which calls of this process the store has executed. */
    interface CallListener extends GrantListener {
        /** Returns what watches the revocations of this process. */
        GroupMember.RevocationListener revocations();

        /** Wraps the callback of a watch. */
        Runnable watched(Runnable wakeUp);

        /** Watches an election beside the one of the run. */
        Watch watchAside(String election, Runnable wakeUp);
    }

    StoreView(SimStore shared, CandidateProcess process, SimLoop aside, CallListener listener) {
        this.clock = process.home().clock();
        this.direct = shared.opened(clock);
        this.shared = shared;
        this.steps = new StoreSteps(shared.time(), clock);
        this.listener = listener;
        MemoryCell cell = shared.cell();
        LeaseStore overCell =
                cell == null ? null : CellStore.over(new SteppedCell(cell, steps, this::wrote), steps.time());
        ReplicatedServers servers = shared.servers();
        ChoosingGroup group = shared.group();
        TermTopic topic = shared.topic();
        if (servers != null) {
            this.stepped = new ReplicatedStore(direct, servers, steps, process.machine(), listener);
            this.member = null;
        } else if (overCell != null && group != null && topic != null) {
            HeldTerm held = new HeldTerm(clock, topic);
            GroupMember.Calls calls = new GroupMember.Calls(aside, steps);
            this.member = new GroupMember(group, process.label(), calls, topic, held, listener.revocations());
            this.stepped = new ChoosingStore(overCell, topic, steps, held, member, listener);
        } else {
            this.stepped = overCell;
            this.member = null;
        }
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        if (stepped == null || !election.equals(SimStore.ELECTION)) {
            return Registration.NONE;
        }
        Registration registration = stepped.register(election, candidate, callback);
        entries++;
        return new Registration() {
            @Override
            public void willing(boolean willing) {
                registration.willing(willing);
            }

            @Override
            public void close() {
                entries--;
                registration.close();
            }
        };
    }

    /** Tells whether the store lets this process claim, as far as it knows. */
    boolean isChosen() {
        return member == null || member.hasChoice();
    }

    /** Begins a call of this process. */
    StoreSteps.Call begin(StoreCall<?> call) {
        return steps.begin(call);
    }

    /** Does something in this process, once for the whole call that is running. */
    <T> T once(Supplier<T> action) {
        return steps.once(action);
    }

    /** Returns a deadline that does not pass while a step is executed. */
    static Deadline ample(TimeSource time) {
        return new Deadline(time, time.nanos() + AMPLE_NANOS);
    }

    private Deadline ample() {
        return ample(clock);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        if (stepped != null) {
            return stepped.claim(ballot, ample());
        }
        return steps.step(List.of(ballot.election()), () -> {
            boolean unreleased = shared.isUnreleased(ballot.election());
            Answer answer = direct.claim(ballot, ample());
            if (!(answer instanceof Answer.Granted granted)) {
                return answer;
            }
            listener.granted(ballot.election(), granted.lease().token(), steps.trueNanos());
            shared.noticeChange();
            // Only the store knows what a claim has replaced that named nothing.
            TakeoverDelay delay = takeoverDelay();
            return new Answer.Granted(granted.lease(), unreleased ? delay.afterExpiry() : delay.afterRelease());
        });
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return stepped != null
                ? stepped.renew(request, ample())
                : steps.step(List.of(request.next().election()), () -> renewNow(request));
    }

    private Renewal renewNow(RenewalRequest request) {
        Renewal renewal = direct.renew(request, ample());
        shared.noticeChange();
        return renewal;
    }

    /** Renews all in one step, but skips some during faults, as a database skips rows that others have locked. */
    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        if (stepped instanceof ReplicatedStore) {
            return stepped.renewAll(requests, ample());
        }
        List<String> elections =
                requests.stream().map(request -> request.next().election()).toList();
        return steps.step(
                elections,
                () -> requests.stream()
                        .map(request ->
                                shared.isContested() ? Optional.<Renewal>empty() : Optional.of(renewNow(request)))
                        .toList());
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        if (stepped != null) {
            stepped.release(lease, to, ample());
            return;
        }
        steps.step(List.of(lease.election()), () -> {
            Sighting before = shared.shown(lease.election());
            direct.release(lease, to, ample());
            if (!shared.shown(lease.election()).equals(before)) {
                listener.released(lease.election(), lease.token());
                shared.noticeChange();
            }
            return lease;
        });
    }

    private void wrote(String election, Sighting entry, long sentNanos) {
        if (entry instanceof Sighting.Held held && held.lease().stamp().renewal() == 0) {
            listener.granted(election, held.lease().token(), sentNanos);
        } else if (entry instanceof Sighting.Released released) {
            listener.released(election, released.lastToken());
        }
        shared.noticeChange();
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return stepped != null
                ? stepped.inspect(election, ample())
                : steps.step(List.of(election), () -> direct.inspect(election, ample()));
    }

    @Override
    public Roster roster() {
        return new RosterView();
    }

    @Override
    public Requests requests() {
        return new RequestsView();
    }

    @Override
    public String name() {
        return direct.name();
    }

    @Override
    public Set<Capability> capabilities() {
        return shared.capabilities();
    }

    @Override
    public Timing timing() {
        return direct.timing();
    }

    @Override
    public TakeoverDelay takeoverDelay() {
        return shared.takeoverDelay();
    }

    @Override
    public void checkName(String election) {
        direct.checkName(election);
    }

    @Override
    public Watch watch(String election, Runnable wakeUp) {
        if (!election.equals(SimStore.ELECTION)) {
            return listener.watchAside(election, wakeUp);
        }
        Watch watch = shared.watch(listener.watched(wakeUp));
        Watch masters =
                stepped instanceof ReplicatedStore replicated ? replicated.watchMasters(listener::watched) : () -> {};
        Watch choice = member == null ? () -> {} : watchChoice(member, wakeUp);
        watches++;
        return () -> {
            watches--;
            masters.close();
            choice.close();
            watch.close();
        };
    }

    /** Wakes the candidate when it is chosen, and the member of the group when the record has changed. */
    private Watch watchChoice(GroupMember chosen, Runnable wakeUp) {
        chosen.onChoice(wakeUp);
        return shared.watch(listener.watched(chosen::reconsider));
    }

    /** Tells whether a watch or an entry was opened and not closed. */
    boolean leavesSomethingOpen() {
        return watches > 0 || entries > 0;
    }

    @Override
    public void close() {}

    /** The roster as this process sees it. */
    private final class RosterView implements Roster {
        @Override
        public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
            return steps.step(ROSTER, () -> direct.roster().attend(own, ample()));
        }

        @Override
        public List<RosterEntry> members(String roster, Deadline deadline) {
            return steps.step(ROSTER, () -> direct.roster().members(roster, ample()));
        }

        @Override
        public void leave(Collection<String> rosters, String process, Deadline deadline) {
            steps.step(ROSTER, () -> {
                direct.roster().leave(rosters, process, ample());
                return rosters;
            });
        }
    }

    /** The requests as this process sees them. */
    private final class RequestsView implements Requests {
        @Override
        public void submit(Request request, Deadline deadline) {
            shared.submit(request);
        }

        @Override
        public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
            return steps.step(ROSTER, () -> direct.requests().pending(elections, ample()));
        }
    }
}
