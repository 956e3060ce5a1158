package dev.tenure.spring.actuate;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.RosterMember;
import dev.tenure.Status;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Describes elections in the words that the HTTP server and the command use in their JSON. */
final class ElectionDescription {
    /** An error that is quoted as a cause may name the store, whose address no HTTP client needs to know. */
    private static final Pattern STORE_ADDRESS = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]*://\\S+");

    private ElectionDescription() {}

    static Map<String, @Nullable Object> of(Status status) {
        Map<String, @Nullable Object> fields = new LinkedHashMap<>();
        fields.put("election", status.election());
        fields.put("role", status.role().name().toLowerCase(Locale.ROOT));
        putIdentity(fields, "leader", status.leader());
        fields.put("token", status.token());
        fields.put("since", text(status.since()));
        fields.put("lastSeen", text(status.lastSeen()));
        fields.put("consecutiveFailures", status.consecutiveFailures());
        fields.put("nextAttempt", text(status.nextAttempt()));
        fields.put("reason", status.reason().word());
        return fields;
    }

    static List<Map<String, @Nullable Object>> ofRoster(List<RosterMember> members) {
        return members.stream()
                .map(member -> {
                    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                    putIdentity(fields, "name", member.identity());
                    fields.put("priority", member.priority());
                    fields.put("version", member.version());
                    fields.put("able", member.isAble());
                    fields.put("leads", member.leads());
                    fields.put("lastSeen", text(member.lastSeen()));
                    return fields;
                })
                .toList();
    }

    static List<Map<String, @Nullable Object>> ofHistory(List<HistoryEntry> entries) {
        return entries.stream()
                .map(entry -> {
                    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
                    fields.put("at", text(entry.at()));
                    putIdentity(fields, "who", entry.who());
                    fields.put("what", entry.what().word());
                    fields.put("token", entry.token());
                    fields.put(
                            "reason",
                            entry.reason() == null ? null : entry.reason().word());
                    fields.put("cause", STORE_ADDRESS.matcher(entry.cause()).replaceAll("(address left out)"));
                    return fields;
                })
                .toList();
    }

    private static void putIdentity(Map<String, @Nullable Object> fields, String field, @Nullable Identity who) {
        fields.put(field, who == null ? null : who.name());
        fields.put("instance", who == null ? null : who.instance());
        fields.put("address", who == null ? null : who.address());
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }
}
