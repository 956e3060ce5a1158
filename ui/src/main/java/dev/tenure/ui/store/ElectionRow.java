package dev.tenure.ui.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One election, as its record showed it.
 *
 * @param id the number that the page knows it by
 * @param store the number of its store
 * @param election its name
 * @param sighting what the record showed
 * @param readAt when it was read, by the wall clock of this process
 */
public record ElectionRow(int id, int store, String election, Sighting sighting, Instant readAt) {

    /** Returns the lease, or null if nobody holds one. */
    public @Nullable Lease lease() {
        return sighting instanceof Sighting.Held held ? held.lease() : null;
    }

    /**
     * Returns when the lease ends, by the wall clock of this process: as the store's clock says, or else an estimate
     * from the leader's wall clock. Null if there is no lease.
     */
    @Nullable Instant ends() {
        if (!(sighting instanceof Sighting.Held held)) {
            return null;
        }
        if (held.remainingTime() != null) {
            return readAt.plus(held.remainingTime().remaining());
        }
        Instant estimate = held.lease().stamp().at().plus(held.lease().ttl());
        Instant latest = readAt.plus(held.lease().ttl());
        return estimate.isAfter(latest) ? latest : estimate;
    }

    /** Tells whether the other row shows the same record, perhaps read at another time. */
    boolean showsTheSame(ElectionRow other) {
        Lease own = lease();
        Lease others = other.lease();
        if (own == null || others == null) {
            return sighting.equals(other.sighting);
        }
        return own.isSameWrite(others) && hasRunOut() == other.hasRunOut();
    }

    /** Tells whether the store's clock says that the lease has run out. */
    private boolean hasRunOut() {
        return sighting instanceof Sighting.Held held
                && held.remainingTime() != null
                && held.remainingTime().remaining().isZero();
    }

    /** Returns the row as a JSON object. Tokens are texts, because JavaScript rounds such numbers. */
    String json() {
        return JsonText.object(this::write);
    }

    private void write(JsonGenerator json) throws IOException {
        Lease lease = lease();
        json.writeNumberField("id", id);
        json.writeNumberField("store", store);
        json.writeStringField("election", election);
        json.writeStringField("state", state());
        ElectionJson.writeIdentity(json, "leader", lease == null ? null : lease.holder());
        json.writeStringField("token", sighting.lastToken() == 0 ? null : Long.toString(sighting.lastToken()));
        writeMillis(json, "since", lease == null ? null : lease.since());
        writeMillis(json, "ends", ends());
        json.writeNumberField("ttl", lease == null ? 0 : lease.ttl().toMillis());
        json.writeNumberField("margin", lease == null ? 0 : leastMargin(lease.ttl()));
        json.writeBooleanField("exact", sighting instanceof Sighting.Held held && held.remainingTime() != null);
        json.writeStringField(
                "problem", sighting instanceof Sighting.Unreadable unreadable ? unreadable.problem() : null);
    }

    private String state() {
        if (sighting instanceof Sighting.Held) {
            return "held";
        }
        return sighting instanceof Sighting.Unreadable ? "unreadable" : "free";
    }

    /** Returns by how many milliseconds at least a leader's trust ends before its lease (R1). */
    private static long leastMargin(Duration ttl) {
        return ttl.toMillis() / 10 + 100;
    }

    static void writeMillis(JsonGenerator json, String field, @Nullable Instant moment) throws IOException {
        if (moment == null) {
            json.writeNullField(field);
        } else {
            json.writeNumberField(field, moment.toEpochMilli());
        }
    }
}
