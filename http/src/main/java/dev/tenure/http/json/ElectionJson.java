package dev.tenure.http.json;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import java.io.IOException;
import java.time.Instant;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Writes elections as JSON fields, the same for HTTP and for commands with {@code --json}. A value that does not apply
 * is null.
 */
public final class ElectionJson {
    /** An error that is quoted as a cause may name the store. */
    private static final Pattern STORE_ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://\\S+");

    private ElectionJson() {}

    /** Writes what a candidate knows about an election. */
    public static void writeStatus(JsonGenerator json, Status status) throws IOException {
        json.writeStringField("election", status.election());
        json.writeStringField("role", word(status.role()));
        writeIdentity(json, "leader", status.leader());
        json.writeNumberField("token", status.token());
        writeInstant(json, "since", status.since());
        writeInstant(json, "lastSeen", status.lastSeen());
        json.writeNumberField("consecutiveFailures", status.consecutiveFailures());
        writeInstant(json, "nextAttempt", status.nextAttempt());
        writeReason(json, status.reason());
    }

    /**
     * Writes a member of a roster. The roster is written once an interval, so the leader is taken from the status of
     * the election.
     */
    public static void writeMember(JsonGenerator json, RosterMember member, Status status) throws IOException {
        json.writeStringField("election", status.election());
        writeIdentity(json, "name", member.identity());
        json.writeNumberField("priority", member.priority());
        json.writeStringField("version", member.version());
        json.writeBooleanField("able", member.isAble());
        json.writeNumberField("leads", member.leads());
        json.writeBooleanField("isLeader", isLeader(member, status));
        writeInstant(json, "lastSeen", member.lastSeen());
    }

    /** Tells whether the status of the election names this member as its leader. */
    public static boolean isLeader(RosterMember member, Status status) {
        Identity leader = status.leader();
        return leader != null && leader.instance().equals(member.identity().instance());
    }

    /**
     * Writes an entry of a history.
     *
     * @param cause the cause of the entry, or the part of it that the reader may see
     */
    public static void writeEntry(JsonGenerator json, HistoryEntry entry, String cause) throws IOException {
        json.writeStringField("election", entry.election());
        writeInstant(json, "at", entry.at());
        writeIdentity(json, "who", entry.who());
        json.writeStringField("what", entry.what().word());
        json.writeNumberField("token", entry.token());
        writeReason(json, entry.reason());
        json.writeStringField("cause", cause);
    }

    /** Returns a cause or a message without addresses of stores, which no HTTP client needs to know. */
    public static String withoutAddresses(String text) {
        return STORE_ADDRESS.matcher(text).replaceAll("(address left out)");
    }

    /** Writes the identity of a candidate, its name in the given field. */
    public static void writeIdentity(JsonGenerator json, String field, @Nullable Identity who) throws IOException {
        json.writeStringField(field, who == null ? null : who.name());
        json.writeStringField("instance", who == null ? null : who.instance());
        json.writeStringField("address", who == null ? null : who.address());
    }

    /** Writes a moment as ISO-8601, in UTC. */
    public static void writeInstant(JsonGenerator json, String field, @Nullable Instant moment) throws IOException {
        json.writeStringField(field, moment == null ? null : moment.toString());
    }

    /** Writes why something happened, as a word such as {@code trust-ended}. */
    public static void writeReason(JsonGenerator json, @Nullable Reason reason) throws IOException {
        json.writeStringField("reason", reason == null ? null : reason.word());
    }

    /** Returns the word for a constant: lower case, with dashes. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
