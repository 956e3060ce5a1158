package dev.tenure.http;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import java.io.IOException;
import java.util.regex.Pattern;

/** Which words answers use: those of {@code tenure status}, {@code roster} and {@code history} with {@code --json}. */
final class JsonWords {
    /** An error that is quoted as a cause may name the store; whoever asks over HTTP need not know where it is. */
    private static final Pattern STORE_ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://\\S+");

    private JsonWords() {}

    static void writeStatus(JsonGenerator json, Status status) throws IOException {
        json.writeStringField("election", status.election());
        json.writeStringField("role", status.role().name());
        Json.writeIdentity(json, "leader", status.leader());
        json.writeNumberField("token", status.token());
        Json.writeInstant(json, "since", status.since());
        Json.writeInstant(json, "lastSeen", status.lastSeen());
        json.writeNumberField("consecutiveFailures", status.consecutiveFailures());
        Json.writeInstant(json, "nextAttempt", status.nextAttempt());
    }

    /** The roster is written once an interval; who leads is taken from what this candidate knows of the election. */
    static void writeMember(JsonGenerator json, RosterMember member, Status status) throws IOException {
        Identity leader = status.leader();
        json.writeStringField("election", status.election());
        Json.writeIdentity(json, "name", member.identity());
        json.writeNumberField("priority", member.priority());
        json.writeStringField("version", member.version());
        json.writeBooleanField("able", member.able());
        json.writeNumberField("leads", member.leads());
        json.writeBooleanField(
                "isLeader",
                leader != null && leader.instance().equals(member.identity().instance()));
        Json.writeInstant(json, "lastSeen", member.lastSeen());
    }

    static void writeEntry(JsonGenerator json, HistoryEntry entry) throws IOException {
        json.writeStringField("election", entry.election());
        Json.writeInstant(json, "at", entry.at());
        Json.writeIdentity(json, "who", entry.who());
        json.writeStringField("what", entry.what().name());
        json.writeNumberField("token", entry.token());
        json.writeStringField("cause", STORE_ADDRESS.matcher(entry.cause()).replaceAll("(address left out)"));
    }
}
