package dev.tenure.simulator.cluster;

import dev.tenure.internal.fleet.ShardNames;
import dev.tenure.simulator.scenario.Feature;
import dev.tenure.simulator.scenario.Scenario;
import dev.tenure.simulator.store.ChoosingGroup;
import dev.tenure.simulator.store.ReplicatedServers;
import dev.tenure.simulator.store.TermTopic;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryCell;
import dev.tenure.store.memory.MemoryRecord;
import dev.tenure.store.memory.MemoryRecords;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The store of a run, with its earlier records and the faults injected into it.
 *
 * <p>It also decides when a new candidate may start. A candidate that never saw a term can neither wait it out nor know
 * its token, and docs/safety.md does not promise that it does. So candidates start only while the record shows the last
 * granted term, and, after a fault of the clock or the record, only once a candidate has written again.
 */
public final class SimStore {
    public static final String ELECTION = "election";
    private static final int REMEMBERED = 8;

    private final MemoryRecords memory;
    private final @Nullable MemoryStore clocked;
    private final @Nullable ReplicatedServers servers;
    private final @Nullable ChoosingGroup group;
    private final @Nullable TermTopic topic;
    private final Set<Capability> capabilities;
    private final TakeoverDelay takeoverDelay;
    private final VirtualTime time;
    private final SimClock clock;
    private final Deque<MemoryRecord> earlier = new ArrayDeque<>();
    private final List<Runnable> watchers = new ArrayList<>();
    private MemoryRecord last;
    private long highestToken;
    private boolean faulty;
    private long faultNanos = -1;
    private long lostTermEndsNanos;
    private long steppedNanos = -1;
    private final Map<Long, Long> lostNanos = new HashMap<>();
    private String wentBackTo = "";
    private BooleanSupplier contested = () -> false;

    /** Creates the store of a scenario. Its leases are on these servers, or this group chooses who may claim. */
    SimStore(
            Scenario scenario,
            VirtualTime time,
            SimClock clock,
            @Nullable ReplicatedServers servers,
            @Nullable ChoosingGroup group) {
        this.takeoverDelay = scenario.takeoverDelay();
        this.time = time;
        this.clock = clock;
        this.clocked = scenario.storeClock() ? new MemoryStore(clock) : null;
        this.memory = clocked == null ? new MemoryCell() : clocked;
        this.servers = servers;
        this.group = group;
        MemoryCell cell = cell();
        this.topic = group == null || cell == null ? null : new TermTopic(ELECTION, cell, clock, this::noticeChange);
        this.last = record(ELECTION);
        if (servers != null) {
            servers.onChange(this::noticeChange);
        }
        this.capabilities = EnumSet.noneOf(Capability.class);
        if (scenario.storeClock()) {
            capabilities.add(Capability.STORE_CLOCK);
        }
        if (scenario.storeClock() && scenario.has(Feature.SUCCESSION)) {
            capabilities.add(Capability.SUCCESSION);
        }
        if (scenario.watchable()) {
            capabilities.add(Capability.WATCH);
        }
        if (scenario.has(Feature.ROSTER)) {
            capabilities.add(Capability.ROSTER);
        }
        if (scenario.has(Feature.REQUESTS)) {
            capabilities.add(Capability.REQUESTS);
        }
        if (scenario.has(Feature.BATCH)) {
            capabilities.add(Capability.BATCH);
        }
    }

    /** Opens the store for a process with the given clocks. */
    LeaseStore opened(TimeSource processTime) {
        return memory instanceof MemoryCell cell ? CellStore.over(cell, processTime) : clocked();
    }

    private MemoryStore clocked() {
        if (clocked == null) {
            throw new IllegalStateException("this store has no clock");
        }
        return clocked;
    }

    Set<Capability> capabilities() {
        return capabilities;
    }

    /** Stores a request and wakes the watchers. */
    public void submit(Request request) {
        memory.requests().submit(request, ample());
        List.copyOf(watchers).forEach(Runnable::run);
    }

    /** Loses the roster entry of an instance. */
    public void loseEntry(String process) {
        memory.roster().leave(List.of(ELECTION, ShardNames.roster(ShardStands.SET)), process, ample());
    }

    private Deadline ample() {
        return Deadline.after(clock, Duration.ofSeconds(1));
    }

    TakeoverDelay takeoverDelay() {
        return takeoverDelay;
    }

    /** Tells whether the record, before the change that is made now, was neither free nor released. */
    boolean wasUnreleased() {
        return isUnreleased(last.sighting());
    }

    boolean isUnreleased(String election) {
        return isUnreleased(shown(election));
    }

    private static boolean isUnreleased(Sighting shown) {
        return shown instanceof Sighting.Held || shown instanceof Sighting.Unreadable;
    }

    VirtualTime time() {
        return time;
    }

    /** Tells whether the record was lost, corrupted or rolled back since the given true time. */
    boolean wasFaultySince(long nanos) {
        return faultNanos >= nanos;
    }

    /** Returns the cell, or null if the store has a clock. */
    @Nullable MemoryCell cell() {
        return memory instanceof MemoryCell cell ? cell : null;
    }

    /** Returns the present record. */
    public Sighting shown() {
        return shown(ELECTION);
    }

    Sighting shown(String election) {
        return record(election).sighting();
    }

    private MemoryRecord record(String election) {
        return servers == null ? memory.snapshot(election) : servers.record(election);
    }

    /** Returns the servers, or null if there is only one, which never fails over. */
    public @Nullable ReplicatedServers servers() {
        return servers;
    }

    /** Returns the group that chooses who may claim, or null if everybody may. */
    public @Nullable ChoosingGroup group() {
        return group;
    }

    /** Returns the topic of the election, or null if there is no group. */
    @Nullable TermTopic topic() {
        return topic;
    }

    /** Lets calls skip some of the leases that they renew together, or not. */
    void contested(BooleanSupplier draw) {
        contested = draw;
    }

    /** Draws whether a lease is skipped that is to be renewed together with others. */
    boolean isContested() {
        return contested.getAsBoolean();
    }

    /** Wakes the watchers if a call has changed the record. Returns whether it has. */
    boolean noticeChange() {
        MemoryRecord now = record(ELECTION);
        if (now.equals(last)) {
            return false;
        }
        remember(now);
        faulty = false;
        if (now.sighting() instanceof Sighting.Held held) {
            lostNanos.remove(held.lease().token()); // its leader has written it again: whoever claims has seen it
        }
        highestToken = Math.max(highestToken, now.sighting().lastToken());
        List.copyOf(watchers).forEach(Runnable::run);
        return true;
    }

    private void remember(MemoryRecord now) {
        earlier.addLast(last);
        if (earlier.size() > REMEMBERED) {
            earlier.removeFirst();
        }
        last = now;
    }

    Backend.Watch watch(Runnable wakeUp) {
        watchers.add(wakeUp);
        return () -> watchers.remove(wakeUp);
    }

    /** Tells whether the record shows the last granted term. */
    public boolean showsLastTerm() {
        return shown().lastToken() >= highestToken;
    }

    /** Tells whether the record shows the last granted term, and a candidate has written it since the last fault. */
    public boolean isWrittenSinceFault() {
        return showsLastTerm() && !faulty;
    }

    /**
     * Tells whether a candidate without knowledge of earlier terms may start. The record may be a late claim in place
     * of a lost one, while the lost term is still current: only candidates that saw it know. A server that was made the
     * master waits for such terms itself.
     */
    boolean isSafeToStart() {
        return servers != null || (isWrittenSinceFault() && time.now() >= lostTermEndsNanos);
    }

    /** Draws an earlier state of the record, or null if there is none. */
    public @Nullable MemoryRecord earlier(SeededRandom random) {
        return earlier.isEmpty() ? null : random.oneOf(List.copyOf(earlier));
    }

    public void lose() {
        noteLostTerm();
        memory.forget(ELECTION);
        noteFault();
    }

    public void corrupt() {
        noteLostTerm();
        memory.corrupt(ELECTION);
        noteFault();
    }

    public void rollBack(MemoryRecord to) {
        noteLostTerm();
        memory.restore(ELECTION, to);
        wentBackTo = shown().version();
        noteFault();
    }

    /** Returns the version that the record shows if it went back to it, or an empty text. */
    String wentBackTo() {
        return shown().version().equals(wentBackTo) ? wentBackTo : "";
    }

    /** Returns the true time of the last step of the store's clock, or -1. */
    public long steppedNanos() {
        return steppedNanos;
    }

    public void stepClock(long stepNanos, long nowNanos) {
        clock.stepWall(stepNanos);
        steppedNanos = nowNanos;
        faulty = true;
    }

    /** Tells whether a term whose record was lost may still be current. */
    boolean mayLostTermBeCurrent() {
        return time.now() < lostTermEndsNanos;
    }

    /** Tells whether a candidate has replaced a lost record while its term may still be current. */
    public boolean isReplaced() {
        return mayLostTermBeCurrent() && !faulty;
    }

    /** Tells whether the record of this term was lost while it was held, and not written again by its leader. */
    boolean wasLost(long token) {
        return lostNanos.containsKey(token);
    }

    /** Returns the true time at which the record of this term was last lost. */
    long lostNanos(long token) {
        return lostNanos.getOrDefault(token, -1L);
    }

    /** Records that the held term loses its record, and how long it may remain current by the slowest clock. */
    private void noteLostTerm() {
        if (shown() instanceof Sighting.Held held) {
            lostNanos.put(held.lease().token(), time.now());
            lostTermEndsNanos =
                    Math.max(lostTermEndsNanos, time.now() + held.lease().ttl().toNanos() / 4 * 5);
        }
    }

    private void noteFault() {
        faultNanos = time.now();
        remember(memory.snapshot(ELECTION));
        faulty = true;
        List.copyOf(watchers).forEach(Runnable::run);
    }
}
