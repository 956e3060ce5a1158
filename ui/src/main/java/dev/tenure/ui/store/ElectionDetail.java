package dev.tenure.ui.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.RosterEntry;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the page shows of one election beside its row.
 *
 * @param roster who stands in it, or null if the store keeps no roster
 * @param timeline its terms, or null if the store keeps no history
 */
record ElectionDetail(
        @Nullable List<RosterEntry> roster, @Nullable TermTimeline timeline) {

    String json() {
        return JsonText.object(json -> {
            if (roster == null) {
                json.writeNullField("roster");
            } else {
                json.writeFieldName("roster");
                JsonText.writeArray(json, roster, ElectionDetail::writeMember);
            }
            if (timeline == null) {
                json.writeNullField("terms");
                json.writeNullField("changes");
            } else {
                json.writeFieldName("terms");
                JsonText.writeArray(json, timeline.terms(), (out, term) -> term.write(out));
                json.writeFieldName("changes");
                JsonText.writeArray(json, timeline.changes(), (out, change) -> change.write(out));
            }
        });
    }

    private static void writeMember(JsonGenerator json, RosterEntry member) throws IOException {
        ElectionJson.writeIdentity(json, "name", member.candidate());
        json.writeNumberField("priority", member.priority());
        json.writeStringField("version", member.version());
        json.writeBooleanField("able", member.able());
        json.writeNumberField("leads", member.leads());
        ElectionRow.writeMillis(json, "lastSeen", member.heartbeat().at());
    }
}
