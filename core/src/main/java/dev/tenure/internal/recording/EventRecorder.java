package dev.tenure.internal.recording;

import dev.tenure.ElectionEvent;
import dev.tenure.internal.recording.ElectionRecord.LeaderChanged;
import dev.tenure.internal.recording.ElectionRecord.TermBegan;
import dev.tenure.internal.recording.ElectionRecord.TermEnded;
import dev.tenure.internal.recording.ElectionRecord.Warning;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Makes records of what happens in elections. Loaded only where there is a flight recorder. */
final class EventRecorder {
    private EventRecorder() {}

    /**
     * Makes the record of an event, if it is wanted, and has it written.
     *
     * @param writing takes what writes it, for another thread than this one
     */
    static void write(ElectionEvent event, String candidate, Consumer<Runnable> writing) {
        ElectionRecord made = of(event);
        if (made == null || !made.isEnabled()) {
            return;
        }
        made.begin(); // its time is now, whenever it is written
        made.end();
        made.election = event.election();
        made.candidate = candidate;
        made.reason = event.reason().word();
        made.cause = event.cause();
        writing.accept(made::commit);
    }

    private static @Nullable ElectionRecord of(ElectionEvent event) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            ElectionRecord began = new TermBegan();
            began.token = acquired.token();
            return began;
        }
        if (event instanceof ElectionEvent.Resigned resigned) {
            return ended(resigned.token(), false);
        }
        if (event instanceof ElectionEvent.Lost lost) {
            return ended(lost.token(), true);
        }
        if (event instanceof ElectionEvent.LeaderChanged changed) {
            LeaderChanged seen = new LeaderChanged();
            seen.token = changed.token();
            seen.leader = changed.leader() == null ? null : changed.leader().name();
            return seen;
        }
        return event instanceof ElectionEvent.Warning ? new Warning() : null;
    }

    private static TermEnded ended(long token, boolean lost) {
        TermEnded ended = new TermEnded();
        ended.token = token;
        ended.lost = lost;
        return ended;
    }
}
