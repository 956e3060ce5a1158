package dev.tenure.cli.watch;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Status;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.PrintableText;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Formats events of an election, each on one line. */
final class EventFormat {
    private EventFormat() {}

    /** Returns a line for people. */
    static String text(ElectionEvent event) {
        return PrintableText.of(event.at() + " " + event.election() + ": " + what(event));
    }

    private static String what(ElectionEvent event) {
        if (event instanceof ElectionEvent.Warning) {
            return "warning: " + event.cause();
        }
        Identity leader = leader(event);
        if (leader == null) {
            return event instanceof ElectionEvent.Present ? "nobody leads" : "nobody leads any more";
        }
        String since = since(event).map(moment -> ", since " + moment).orElse("");
        return leader.name() + " leads, token " + token(event) + since;
    }

    /** Returns a JSON object on one line. */
    static String json(ElectionEvent event) {
        return JsonText.object(json -> write(json, event));
    }

    private static void write(JsonGenerator json, ElectionEvent event) throws IOException {
        json.writeStringField("election", event.election());
        ElectionJson.writeInstant(json, "at", event.at());
        json.writeStringField("event", ElectionJson.word(event.kind()));
        ElectionJson.writeIdentity(json, "leader", leader(event));
        json.writeNumberField("token", token(event));
        ElectionJson.writeInstant(json, "since", since(event).orElse(null));
        ElectionJson.writeReason(json, event.reason());
        json.writeStringField("cause", event.cause());
    }

    private static @Nullable Identity leader(ElectionEvent event) {
        if (event instanceof ElectionEvent.LeaderChanged changed) {
            return changed.leader();
        }
        return status(event).map(Status::leader).orElse(null);
    }

    private static long token(ElectionEvent event) {
        if (event instanceof ElectionEvent.LeaderChanged changed) {
            return changed.token();
        }
        return status(event).map(Status::token).orElse(0L);
    }

    private static Optional<Instant> since(ElectionEvent event) {
        return status(event).map(Status::since);
    }

    /** Returns the status that the first event carries. */
    private static Optional<Status> status(ElectionEvent event) {
        return event instanceof ElectionEvent.Present present ? Optional.of(present.status()) : Optional.empty();
    }
}
