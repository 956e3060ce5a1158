package dev.tenure.store.kafka;

import dev.tenure.HistoryEntry;
import dev.tenure.spi.History;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The state of one election, built from the records of its topic that were read so far. Thread-safe. */
final class TopicState {
    /** The prefix of the version of a sighting whose records are gone. */
    static final String GONE = "from ";

    /** The version of a topic that shows nothing because it was created again. */
    static final String NEW = GONE + 0;

    private static final long FORGOTTEN_MILLIS = Duration.ofHours(1).toMillis();
    private static final int KEPT = 2 * History.KEPT;

    private final ElectionNames names;
    private final TermRecordFormat terms;
    private final Map<String, RosterRecord> roster = new LinkedHashMap<>();
    private final Deque<HistoryEntry> history = new ArrayDeque<>();
    private Sighting sighting = new Sighting.Never();
    private @Nullable Request request;
    private @Nullable Lease disowned;

    /** A roster entry, and when the broker received it. */
    private record RosterRecord(RosterEntry entry, long atMillis) {}

    /** The kind of change that a record made. */
    enum Change {
        TERM_OPENED,
        TERM_RENEWED,
        TERM_CLOSED,
        REQUEST,
        OTHER
    }

    TopicState(ElectionNames names, TermRecordFormat terms) {
        this.names = names;
        this.terms = terms;
    }

    /**
     * Forgets everything: records are read from this offset on. Records before it are gone or are not read, and a term
     * may have been among them.
     */
    synchronized void begin(long offset) {
        roster.clear();
        history.clear();
        request = null;
        sighting = offset == 0
                ? new Sighting.Never()
                : gone("records before offset " + offset + " are gone: a term may have been among them", offset);
    }

    /** Returns the sighting of a term that may have been among records that are gone: it must be waited out. */
    static Sighting gone(String why, long offset) {
        return new Sighting.Unreadable(why, 0, GONE + offset);
    }

    synchronized Change apply(ConsumerRecord<byte[], byte[]> record) {
        if (terms.isTerm(record)) {
            boolean opens = !(sighting instanceof Sighting.Held);
            long before = sighting.lastToken();
            sighting = terms.read(record, sighting);
            if (sighting instanceof Sighting.Held) {
                return opens || sighting.lastToken() != before ? Change.TERM_OPENED : Change.TERM_RENEWED;
            }
            return Change.TERM_CLOSED;
        }
        RecordHeaders fields = RecordHeaders.of(record);
        try {
            return applyFleetRecord(record, fields);
        } catch (RuntimeException malformed) {
            return Change.OTHER; // it decides nothing, and the next record of its kind replaces it
        }
    }

    private Change applyFleetRecord(ConsumerRecord<byte[], byte[]> record, RecordHeaders fields) {
        switch (fields.kind()) {
            case FleetRecordFormat.MEMBER -> {
                if (record.value() == null) {
                    roster.remove(fields.text("instance"));
                } else {
                    RosterEntry entry = FleetRecordFormat.rosterEntry(fields);
                    roster.put(entry.candidate().instance(), new RosterRecord(entry, record.timestamp()));
                }
            }
            case FleetRecordFormat.REQUEST -> {
                request = FleetRecordFormat.request(names.election(), fields);
                return Change.REQUEST;
            }
            case FleetRecordFormat.HISTORY -> {
                history.add(FleetRecordFormat.history(names.election(), fields));
                if (history.size() > KEPT) {
                    history.remove();
                }
            }
            default -> {
                return Change.OTHER; // of another program, or of a later version
            }
        }
        return Change.OTHER;
    }

    synchronized Sighting sighting() {
        if (disowned != null && sighting instanceof Sighting.Held held && isSameWrite(held.lease(), disowned)) {
            String why = "a claim of this process whose answer was lost, as was the partition";
            return new Sighting.Unreadable(
                    why, held.lastToken(), held.version(), held.lease().ttl());
        }
        return sighting;
    }

    /**
     * Takes in that no candidate may lead by the record that this claim wrote or may have written. Its own candidate
     * would adopt it; so it is shown as unreadable, and waited out.
     */
    synchronized void disown(Lease claimed) {
        disowned = claimed;
    }

    synchronized boolean isDisowned(Lease claimed) {
        return disowned != null && isSameWrite(claimed, disowned);
    }

    /** Returns the term that this record opened or renewed, if the topic shows it. */
    synchronized @Nullable Lease find(Lease sent) {
        return sighting instanceof Sighting.Held held
                        && (isSameWrite(held.lease(), sent) || held.lease().isSameTerm(sent))
                ? held.lease()
                : null;
    }

    private static boolean isSameWrite(Lease one, Lease other) {
        return one.holder().instance().equals(other.holder().instance())
                && one.stamp().attempt() == other.stamp().attempt();
    }

    synchronized @Nullable Request request() {
        return request;
    }

    synchronized List<RosterEntry> roster(long nowMillis) {
        roster.values().removeIf(member -> nowMillis - member.atMillis() > FORGOTTEN_MILLIS);
        return roster.values().stream().map(RosterRecord::entry).toList();
    }

    synchronized List<HistoryEntry> history(int most) {
        return history.stream().skip(Math.max(0, history.size() - most)).toList();
    }
}
