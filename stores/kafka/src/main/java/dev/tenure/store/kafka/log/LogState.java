package dev.tenure.store.kafka.log;

import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.log.LogRecord.CheckpointEnd;
import dev.tenure.store.kafka.log.LogRecord.CheckpointPart;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.LogRecord.Reset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Which record of each election is present, after the records of the log up to one offset were applied in order.
 *
 * <p>A proposal takes effect if and only if the record that it names is present at its place in the log. Nothing else
 * counts: no clock, no content, nobody's name. So all who read the log decide alike, its writer too, and a proposal
 * that lands late, or twice, is void once another has taken effect. A version never comes back, so void is void for
 * good.
 *
 * <p>Not thread-safe.
 */
final class LogState {
    private final Map<String, Present> presents = new HashMap<>();

    /** The version of every election that has no record: {@link Version#NONE}, or that of the last reset. */
    private Version absent = Version.NONE;

    /** The record that is present in an election. */
    record Present(Version version, Sighting sighting) {}

    /** Creates the state before the first record of a log. */
    LogState() {}

    /** Creates the state that a checkpoint describes. */
    LogState(CheckpointEnd end, Collection<CheckpointPart> parts) {
        absent = end.absent();
        parts.forEach(part -> presents.put(part.election(), new Present(part.version(), part.content())));
    }

    /** Applies a proposal, and tells whether it takes effect. */
    boolean apply(long offset, Proposal proposal) {
        Present before = present(proposal.election());
        boolean takesEffect = proposal.replaces().equals(before.version());
        if (takesEffect) {
            Version version = new Version(offset, proposal.id());
            Sighting content = versioned(proposal.content(), before.sighting().lastToken(), version.text());
            presents.put(proposal.election(), new Present(version, content));
        }
        return takesEffect;
    }

    /** A record that cannot be read hides no token that was known before it. */
    private static Sighting versioned(Sighting content, long lastToken, String version) {
        if (content instanceof Sighting.Held held) {
            return new Sighting.Held(held.lease().withVersion(version), null);
        }
        if (content instanceof Sighting.Released mark) {
            return new Sighting.Released(mark.lastToken(), mark.follows(), mark.reservation(), version);
        }
        Sighting.Unreadable damaged = (Sighting.Unreadable) content;
        return new Sighting.Unreadable(
                damaged.problem(), Math.max(lastToken, damaged.lastToken()), version, damaged.ttl());
    }

    /** Creates the state after a reset: whatever was present is unknown, and must be waited out. */
    LogState(long offset, Reset reset) {
        absent = new Version(offset, reset.id());
    }

    /** Returns the record that is present in an election. */
    Present present(String election) {
        Present found = presents.get(election);
        if (found != null) {
            return found;
        }
        return new Present(absent, absent.equals(Version.NONE) ? new Sighting.Never() : gone(absent.text()));
    }

    /** Returns the sighting of a term that may have been among records that are gone: it is waited out. */
    static Sighting gone(String version) {
        return new Sighting.Unreadable(
                "records of the log are gone that no checkpoint covers: a term may have been among them", 0, version);
    }

    /** Returns the names of all elections that have a record. */
    Set<String> elections() {
        return Set.copyOf(presents.keySet());
    }

    int size() {
        return presents.size();
    }

    /** Returns the parts of a checkpoint of this state. */
    List<CheckpointPart> parts(String checkpoint) {
        List<CheckpointPart> parts = new ArrayList<>();
        presents.forEach((election, present) ->
                parts.add(new CheckpointPart(checkpoint, election, present.version(), present.sighting())));
        return parts;
    }

    /** Returns the end of a checkpoint of this state, after this record. */
    CheckpointEnd end(String checkpoint, Version asOf) {
        return new CheckpointEnd(checkpoint, asOf, presents.size(), absent);
    }
}
