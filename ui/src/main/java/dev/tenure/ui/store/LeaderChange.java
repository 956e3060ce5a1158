package dev.tenure.ui.store;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A change from one term to the next.
 *
 * @param at when the next term began, by its leader's wall clock
 * @param from who led before
 * @param to who led next
 * @param millis how long nobody led, or null if that is not known
 * @param planned whether the term before was given up, rather than lost or left behind by a crash
 * @param cause why the term before ended
 */
record LeaderChange(
        Instant at, Identity from, Identity to, @Nullable Long millis, boolean planned, String cause) {

    void write(JsonGenerator json) throws IOException {
        json.writeNumberField("at", at.toEpochMilli());
        json.writeStringField("from", from.name());
        json.writeStringField("to", to.name());
        if (millis == null) {
            json.writeNullField("millis");
        } else {
            json.writeNumberField("millis", millis);
        }
        json.writeBooleanField("planned", planned);
        json.writeStringField("cause", cause);
    }
}
