package dev.tenure.http.peer.state;

import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** Under which id this process asks others, and how often it has done so. Thread-safe. */
public final class SenderSequence {
    private final String id = UUID.randomUUID().toString();
    private final AtomicLong questions = new AtomicLong();

    /** Returns the asker of the next question, with where its candidates stand, or null if it is not about that. */
    public PeerQuestion.Asker next(@Nullable List<PeerRosterEntry> entries) {
        return new PeerQuestion.Asker(id, questions.incrementAndGet(), entries);
    }
}
