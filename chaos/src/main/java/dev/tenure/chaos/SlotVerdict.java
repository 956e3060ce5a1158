package dev.tenure.chaos;

import dev.tenure.chaos.SlotLog.Line;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds slots that were lost, and slots that were run again after they had been saved, in what the nodes wrote down.
 *
 * <p>A node saves a slot after the task has ended and before it begins the next. So a slot is known to be saved by the
 * line that says so under the same token, or by the next slot that begins; a term also writes the baton when it first
 * reads it. One that was killed in between runs again, as it should.
 */
final class SlotVerdict {
    private static final long NONE = -1;

    private final long periodMillis;
    private final List<String> problems = new ArrayList<>();
    private long slot = NONE;
    private long endedUnder = NONE;
    private boolean saved;
    private long slots;
    private long repeated;

    SlotVerdict(long periodMillis) {
        this.periodMillis = periodMillis;
    }

    /** Takes in all lines in their order. */
    SlotVerdict of(List<Line> lines) {
        lines.forEach(this::take);
        return this;
    }

    private void take(Line line) {
        switch (line.what()) {
            case BEGUN -> begun(line);
            case ENDED -> {
                if (line.slot() != slot) {
                    problems.add("slot " + line.slot() + " ended while " + slot + " was under way: " + line);
                }
                endedUnder = line.token();
            }
            case SAVED -> saved |= endedUnder == line.token();
        }
    }

    private void begun(Line line) {
        if (line.slot() == slot) {
            repeated++;
            if (saved) {
                problems.add("run again after it was saved: " + line);
            }
        } else {
            slots++;
            if (slot != NONE && line.slot() < slot) {
                problems.add("run again after later ones: " + line);
            } else if (slot != NONE && (line.slot() != slot + periodMillis || endedUnder == NONE)) {
                problems.add("lost after slot " + slot + ": " + line);
            }
            slot = line.slot();
        }
        endedUnder = NONE;
        saved = false;
    }

    List<String> problems() {
        return List.copyOf(problems);
    }

    /** Returns how many slots were run. */
    long slots() {
        return slots;
    }

    /** Returns how many runs were made again, because nobody had saved the first. */
    long repeated() {
        return repeated;
    }
}
