package dev.tenure.store.redis;

import dev.tenure.HistoryEntry;
import dev.tenure.Reason;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.redis.Errand.Care;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Protocol;

/** What happened, in a list that keeps the last entries of each election. Thread-safe. */
final class RedisHistory implements History {
    private static final int MOST_CAUSE = 4_000;

    private final Post post;
    private final Keys keys;

    RedisHistory(Post post, Keys keys) {
        this.post = post;
        this.keys = keys;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        String election = entry.election();
        String text = Json.object(json -> {
            json.writeStringField("at", entry.at().toString());
            json.writeStringField("what", entry.what().name());
            LeaseFormat.writeWho(json, entry.who());
            json.writeStringField("token", Long.toString(entry.token()));
            json.writeStringField("reason", entry.reason().name());
            json.writeStringField("cause", shortened(entry.cause()));
        });
        Call call = Call.script(
                keys.slot(election),
                Script.APPEND,
                List.of(keys.history(election)),
                List.of(text, Integer.toString(KEPT)));
        post.send(new Errand("adding to the history of " + election, Care.WRITE), call, deadline);
    }

    private static String shortened(String cause) {
        return cause.length() <= MOST_CAUSE ? cause : cause.substring(0, MOST_CAUSE) + "…";
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        if (most == 0) {
            return List.of();
        }
        Call call = Call.command(keys.slot(election), Protocol.Command.LRANGE, keys.history(election), -most, -1);
        List<?> found =
                (List<?>) post.send(new Errand("reading the history of " + election, Care.LOOK), call, deadline);
        List<HistoryEntry> entries = new ArrayList<>();
        for (Object text : found) {
            try {
                entries.add(read(election, new String((byte[]) text, StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                // Somebody wrote it by hand: the rest is still worth showing.
            }
        }
        return entries;
    }

    private static HistoryEntry read(String election, String text) {
        Fields fields = Json.read(text);
        return new HistoryEntry(
                election,
                fields.time("at"),
                LeaseFormat.who(fields),
                HistoryEntry.What.parse(fields.text("what")),
                fields.number("token"),
                Reason.parse(fields.optional("reason")),
                fields.text("cause"));
    }
}
