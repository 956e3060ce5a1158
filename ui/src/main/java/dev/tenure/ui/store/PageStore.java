package dev.tenure.ui.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.HistoryEntry;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A store whose elections are shown, and the calls that the page makes to it.
 *
 * @param number its place among the stores of the page
 * @param label what the page calls it, without secrets
 * @param store the store
 * @param named the elections to show; empty for all that the store can list
 * @param time the clocks
 */
public record PageStore(int number, String label, LeaseStore store, List<String> named, TimeSource time) {
    private static final Duration LONGEST_CALL = Duration.ofSeconds(3);
    private static final int LAST_ENTRIES = 200;

    boolean can(Capability capability) {
        return store.capabilities().contains(capability);
    }

    /** Returns a deadline for one call: people can wait, but not for long. */
    public Deadline soon() {
        Duration call = store.timing().callTimeout();
        return Deadline.after(time, call.compareTo(LONGEST_CALL) < 0 ? call : LONGEST_CALL);
    }

    Instant now() {
        return Instant.ofEpochMilli(time.wallMillis());
    }

    List<String> elections() {
        return named.isEmpty() && can(Capability.LISTING) ? store.elections(soon()) : named;
    }

    ElectionRow read(int id, String election) {
        Sighting sighting = store.inspect(election, soon());
        return new ElectionRow(id, number, election, sighting, now());
    }

    /** Returns the candidates that were seen lately, or null if the store keeps no roster. */
    public @Nullable List<RosterEntry> roster(String election) {
        if (!can(Capability.ROSTER)) {
            return null;
        }
        List<RosterEntry> own = recent(election);
        return own.isEmpty() ? recent(rosterOfShards(election)) : own;
    }

    /** Returns the roster of the set that the election may be a shard of: {@code orders/all} for {@code orders/3}. */
    private static String rosterOfShards(String election) {
        int slash = election.lastIndexOf('/');
        return (slash < 0 ? election : election.substring(0, slash)) + "/all";
    }

    private List<RosterEntry> recent(String roster) {
        return store.roster().members(roster, soon()).stream()
                .filter(member -> member.heartbeat()
                        .at()
                        .plus(member.heartbeat().validFor().multipliedBy(2))
                        .isAfter(now()))
                .toList();
    }

    @Nullable List<HistoryEntry> history(String election) {
        return can(Capability.HISTORY) ? store.history().last(election, LAST_ENTRIES, soon()) : null;
    }

    void write(JsonGenerator json) throws IOException {
        json.writeStringField("label", label);
        json.writeBooleanField("lists", !named.isEmpty() || can(Capability.LISTING));
        json.writeBooleanField("requests", can(Capability.REQUESTS));
        json.writeBooleanField("roster", can(Capability.ROSTER));
        json.writeBooleanField("history", can(Capability.HISTORY));
    }
}
