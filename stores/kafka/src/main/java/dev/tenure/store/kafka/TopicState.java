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

/** What the records of one topic add up to, as far as they were read. Thread-safe. */
final class TopicState {
    /** What the version of a sighting begins with of which nothing is left to read. */
    static final String GONE = "from ";

    /** The version of a topic that shows nothing, but was made anew. */
    static final String NEW = GONE + 0;

    private static final long FORGOTTEN_MILLIS = Duration.ofHours(1).toMillis();
    private static final int KEPT = 2 * History.KEPT;

    private final ElectionTopic site;
    private final TermRecordFormat terms;
    private final Map<String, GroupMember> roster = new LinkedHashMap<>();
    private final Deque<HistoryEntry> history = new ArrayDeque<>();
    private Sighting sighting = new Sighting.Never();
    private @Nullable Request request;
    private @Nullable Lease disowned;

    /** An entry, and when the broker got it. */
    private record GroupMember(RosterEntry entry, long atMillis) {}

    /** What a record was about. */
    enum Change {
        TERM_OPENED,
        TERM_RENEWED,
        TERM_CLOSED,
        REQUEST,
        OTHER
    }

    TopicState(ElectionTopic site, TermRecordFormat terms) {
        this.site = site;
        this.terms = terms;
    }

    /**
     * Begins anew: what follows is read from this offset on. Records before it are gone, or not read, and a term may
     * have been among them.
     */
    synchronized void begin(long offset) {
        roster.clear();
        history.clear();
        request = null;
        sighting = offset == 0
                ? new Sighting.Never()
                : gone("records before offset " + offset + " are gone: a term may have been among them", offset);
    }

    /** Returns what is shown where a term may have been that nobody can read any more: it must be waited out. */
    static Sighting gone(String why, long offset) {
        return new Sighting.Unreadable(why, 0, GONE + offset);
    }

    synchronized Change take(ConsumerRecord<byte[], byte[]> record) {
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
            return takeCompany(record, fields);
        } catch (RuntimeException garbled) {
            return Change.OTHER; // nothing is decided by it, and the next of its kind replaces it
        }
    }

    private Change takeCompany(ConsumerRecord<byte[], byte[]> record, RecordHeaders fields) {
        switch (fields.kind()) {
            case FleetRecordFormat.MEMBER -> {
                if (record.value() == null) {
                    roster.remove(fields.text("instance"));
                } else {
                    RosterEntry entry = FleetRecordFormat.enrolment(fields);
                    roster.put(entry.candidate().instance(), new GroupMember(entry, record.timestamp()));
                }
            }
            case FleetRecordFormat.REQUEST -> {
                request = FleetRecordFormat.request(site.election(), fields);
                return Change.REQUEST;
            }
            case FleetRecordFormat.HISTORY -> {
                history.add(FleetRecordFormat.history(site.election(), fields));
                if (history.size() > KEPT) {
                    history.remove();
                }
            }
            default -> {
                return Change.OTHER; // somebody else's, or of a later version
            }
        }
        return Change.OTHER;
    }

    synchronized Sighting sighting() {
        if (disowned != null && sighting instanceof Sighting.Held held && isSameWrite(held.lease(), disowned)) {
            String why = "a claim of this process whose answer was lost, and the partition with it";
            return new Sighting.Unreadable(
                    why, held.lastToken(), held.version(), held.lease().ttl());
        }
        return sighting;
    }

    /**
     * Takes in that nobody may lead by what this claim wrote, or may have written: whoever made it would take it for
     * his as soon as he sees it. It is waited out, as by everybody else.
     */
    synchronized void disown(Lease claimed) {
        disowned = claimed;
    }

    synchronized boolean isDisowned(Lease claimed) {
        return disowned != null && isSameWrite(claimed, disowned);
    }

    /** Returns the term that was opened by this claim, or that this renews, if that is what the topic shows. */
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
        return roster.values().stream().map(GroupMember::entry).toList();
    }

    synchronized List<HistoryEntry> history(int most) {
        return history.stream().skip(Math.max(0, history.size() - most)).toList();
    }
}
