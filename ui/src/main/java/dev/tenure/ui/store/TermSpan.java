package dev.tenure.ui.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.http.json.ElectionJson;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * One term on a timeline, by the wall clocks of the leaders.
 *
 * @param who who led
 * @param token the token
 * @param from when it began, or null if the store has forgotten
 * @param to when it ended, or was last known to go on; null if it goes on, or nobody knows
 * @param end how it ended: {@code current}, {@code resigned}, {@code lost}, or {@code silent} if its leader wrote no
 *     end, as one that was killed
 * @param reason the word for why it ended, or null
 * @param cause the same in words; empty if nobody wrote it down
 */
record TermSpan(
        Identity who,
        long token,
        @Nullable Instant from,
        @Nullable Instant to,
        String end,
        @Nullable String reason,
        String cause) {
    static final String CURRENT = "current";
    static final String SILENT = "silent";

    void write(JsonGenerator json) throws IOException {
        ElectionJson.writeIdentity(json, "leader", who);
        json.writeStringField("token", Long.toString(token));
        ElectionRow.writeMillis(json, "from", from);
        ElectionRow.writeMillis(json, "to", to);
        json.writeStringField("end", end);
        json.writeStringField("reason", reason);
        json.writeStringField("cause", cause);
    }
}
