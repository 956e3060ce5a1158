package dev.tenure.http.peer.state;

import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The id of this process as an asker, and the number of its questions. Thread-safe. */
public final class SenderSequence {
    private final String id;
    private final AtomicLong questions = new AtomicLong();

    public SenderSequence(String id) {
        this.id = id;
    }

    /** Returns the asker of the next question, with the entries of its candidates, or null for none. */
    public PeerQuestion.Asker next(@Nullable List<PeerRosterEntry> entries) {
        return new PeerQuestion.Asker(id, questions.incrementAndGet(), entries);
    }
}
