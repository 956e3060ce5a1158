package dev.tenure.store.kafka.goneli;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** The state of the election, built from the records of its topic that were read so far. Thread-safe. */
final class TopicState {
    /** The prefix of the version of a sighting whose records are gone. */
    static final String GONE = "from ";

    /** The version of a topic that shows nothing because it was created again. */
    static final String NEW = GONE + 0;

    private final TermRecordFormat terms;
    private Sighting sighting = new Sighting.Never();
    private @Nullable Lease disowned;

    /** The kind of change that a record made. */
    enum Change {
        TERM_OPENED,
        TERM_RENEWED,
        TERM_CLOSED
    }

    TopicState(TermRecordFormat terms) {
        this.terms = terms;
    }

    /**
     * Forgets everything: records are read from this offset on. Records before it are gone or are not read, and a term
     * may have been among them.
     */
    synchronized void begin(long offset) {
        sighting = offset == 0
                ? new Sighting.Never()
                : gone("records before offset " + offset + " are gone: a term may have been among them", offset);
    }

    /** Returns the sighting of a term that may have been among records that are gone: it must be waited out. */
    static Sighting gone(String why, long offset) {
        return new Sighting.Unreadable(why, 0, GONE + offset);
    }

    synchronized Change apply(ConsumerRecord<byte[], byte[]> record) {
        boolean opens = !(sighting instanceof Sighting.Held);
        long before = sighting.lastToken();
        sighting = terms.read(record, sighting);
        if (sighting instanceof Sighting.Held) {
            return opens || sighting.lastToken() != before ? Change.TERM_OPENED : Change.TERM_RENEWED;
        }
        return Change.TERM_CLOSED;
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
}
