package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.CatchUp;
import dev.tenure.Schedule;
import dev.tenure.SlotTask;
import dev.tenure.StoreException;
import dev.tenure.Term;
import dev.tenure.Work;
import dev.tenure.internal.runtime.SlotTerm;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A task that is done at the slots of a schedule while its candidate leads, each slot once it is due.
 *
 * <p>The slot that was finished is saved in the baton before the next one is looked for. So the next leader knows what
 * is done, and a slot whose task did not return, or that was not saved, is run again.
 *
 * @param schedule when it is due
 * @param catchUp what to do about slots that nobody has finished
 * @param task what to do each time
 */
public record ScheduledTask(Schedule schedule, CatchUp catchUp, SlotTask task) implements Work {
    /** A wall clock that was put right is noticed within that time. */
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

    private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

    /** How often a save is tried again while the term is ending, when there is no time to pause. */
    private static final int LAST_TRIES = 3;

    public ScheduledTask {
        requireNonNull(schedule, "schedule");
        requireNonNull(catchUp, "catchUp");
        requireNonNull(task, "task");
    }

    @Override
    public void during(Term term) throws Exception {
        SlotTerm slots = (SlotTerm) term;
        Instant done = begin(term, slots);
        Instant awaited = null;
        while (!term.isEnding()) {
            Instant next = schedule.next(done);
            Instant now = slots.now();
            if (next.isAfter(now)) {
                awaited = next;
                Duration wait = Duration.between(now, next);
                term.pause(wait.compareTo(LONGEST_PAUSE) < 0 ? wait : LONGEST_PAUSE);
                continue;
            }
            Instant due = next.equals(awaited) ? next : missed(next, done, now);
            if (due == null) {
                done = now;
                continue;
            }
            task.run(term, due);
            term.progress();
            save(term, slots, due);
            done = due;
        }
    }

    /**
     * Returns the slot that was finished last. The first leader of all saves when it began, so that no slot is lost.
     */
    private Instant begin(Term term, SlotTerm slots) throws InterruptedException {
        Optional<Instant> last = persist(term, slots::lastSlot);
        if (last.isPresent()) {
            return last.get();
        }
        Instant now = slots.now();
        save(term, slots, now);
        return now;
    }

    /** Returns which of the slots up to now to run, or null if they are to be left out. */
    private @Nullable Instant missed(Instant first, Instant done, Instant now) {
        return switch (catchUp) {
            case NONE -> null;
            case ALL -> first;
            case LAST -> latest(done, now);
        };
    }

    /** Looks back further and further until there is a slot, so that a long time without a leader costs little. */
    private Instant latest(Instant done, Instant now) {
        Duration back = Duration.ofSeconds(1);
        Instant slot = schedule.next(now.minus(back));
        while (slot.isAfter(now)) {
            back = back.multipliedBy(2);
            Instant from = now.minus(back);
            slot = schedule.next(from.isAfter(done) ? from : done);
        }
        for (Instant later = schedule.next(slot); !later.isAfter(now); later = schedule.next(later)) {
            slot = later;
        }
        return slot;
    }

    private static void save(Term term, SlotTerm slots, Instant slot) throws InterruptedException {
        persist(term, () -> {
            slots.saveSlot(slot);
            return slot;
        });
    }

    /** Makes a call until it succeeds, as long as the term lasts: what was done must be saved before all else. */
    private static <T> T persist(Term term, Supplier<T> call) throws InterruptedException {
        for (int tries = 0; ; ) {
            try {
                return call.get();
            } catch (StoreException failure) {
                boolean goesOn = term.isCurrent() && failure.kind() != StoreException.Kind.MISCONFIGURED;
                if (!goesOn || (!term.pause(RETRY_PAUSE) && ++tries > LAST_TRIES)) {
                    throw failure;
                }
            }
        }
    }
}
