package dev.tenure.simulator;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CellStore;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
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
import org.jspecify.annotations.Nullable;

/**
 * The one store of a run: what it holds, what it held, and what has been done to it.
 *
 * <p>It also knows when a fresh starter is protected. A candidate that never saw a term can neither wait it out nor
 * know its token; that remaining risk is documented, not promised away. So candidates start only while the record shows
 * the last term granted, and, after the clock or the record was tampered with, only once somebody has written again.
 */
final class Records {
    static final String ELECTION = "election";
    private static final int REMEMBERED = 8;

    private final MemoryRecords memory;
    private final @Nullable MemoryStore clocked;
    private final Set<Capability> capabilities;
    private final VirtualTime time;
    private final SimClock clock;
    private final Deque<MemoryRecord> earlier = new ArrayDeque<>();
    private final List<Runnable> watchers = new ArrayList<>();
    private MemoryRecord last;
    private long highestToken;
    private boolean tampered;
    private long livesUntilNanos;
    private long steppedNanos = -1;
    private final Map<Long, Long> lostNanos = new HashMap<>();

    Records(Scenario scenario, VirtualTime time, SimClock clock) {
        this.time = time;
        this.clock = clock;
        this.clocked = scenario.storeClock() ? new MemoryStore(clock) : null;
        this.memory = clocked == null ? new MemoryCell() : clocked;
        this.last = memory.snapshot(ELECTION);
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

    /** Returns the store as a process with the given clocks uses it. */
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

    /** Keeps a request, and wakes those who watch. */
    void submit(Request request) {
        memory.requests().submit(request, ample());
        List.copyOf(watchers).forEach(Runnable::run);
    }

    /** Loses the entry of an instance in the roster. */
    void loseEntry(String instance) {
        memory.roster().leave(List.of(ELECTION), instance, ample());
    }

    private Deadline ample() {
        return Deadline.after(clock, Duration.ofSeconds(1));
    }

    /** Returns what the record shows now. */
    Sighting shown() {
        return memory.snapshot(ELECTION).sighting();
    }

    /** Takes in that a call may have changed the record, and wakes those who watch it. */
    boolean noticeChange() {
        MemoryRecord now = memory.snapshot(ELECTION);
        if (now.equals(last)) {
            return false;
        }
        remember(now);
        tampered = false;
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

    /** Tells whether the record shows the last term that was granted. */
    boolean isWhole() {
        return shown().lastToken() >= highestToken;
    }

    /** Tells whether the record shows the last term that was granted, as somebody has written it. */
    boolean isWritten() {
        return isWhole() && !tampered;
    }

    /**
     * Tells whether a candidate that knows nothing may start. What stands in place of a lost record may be a claim that
     * landed late, and the term that was lost may live on: only those who saw it know.
     */
    boolean isSafeToStart() {
        return isWritten() && time.now() >= livesUntilNanos;
    }

    /** Returns an earlier state of the record. */
    @Nullable MemoryRecord earlier(Draw draw) {
        return earlier.isEmpty() ? null : draw.oneOf(List.copyOf(earlier));
    }

    void vanish() {
        outlives();
        memory.forget(ELECTION);
        tamper();
    }

    void corrupt() {
        outlives();
        memory.corrupt(ELECTION);
        tamper();
    }

    void rollBack(MemoryRecord to) {
        outlives();
        memory.restore(ELECTION, to);
        tamper();
    }

    /** Returns the true time at which the store's clock was last set, or -1. */
    long steppedNanos() {
        return steppedNanos;
    }

    void stepClock(long stepNanos, long nowNanos) {
        clock.stepWall(stepNanos);
        steppedNanos = nowNanos;
        tampered = true;
    }

    /** Tells whether a term may live on at this instant that the record has lost. */
    boolean hasLost() {
        return time.now() < livesUntilNanos;
    }

    /** Tells whether somebody has written in place of a lost record whose term may live on. */
    boolean isReplaced() {
        return hasLost() && !tampered;
    }

    /** Tells whether the record of this term was ever lost while it was held. */
    boolean isLost(long token) {
        return lostNanos.containsKey(token);
    }

    /** Returns the true time at which the record of this term was last lost. */
    long lostNanos(long token) {
        return lostNanos.getOrDefault(token, -1L);
    }

    /** Takes in that the term which the record shows lives on without it, by however slow a clock. */
    private void outlives() {
        if (shown() instanceof Sighting.Held held) {
            lostNanos.put(held.lease().token(), time.now());
            livesUntilNanos =
                    Math.max(livesUntilNanos, time.now() + held.lease().ttl().toNanos() / 4 * 5);
        }
    }

    private void tamper() {
        remember(memory.snapshot(ELECTION));
        tampered = true;
        List.copyOf(watchers).forEach(Runnable::run);
    }
}
