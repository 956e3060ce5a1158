package dev.tenure.store.redis.records;

import dev.tenure.HistoryEntry;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.History;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Protocol;

/** The history: a list that keeps the last entries of each election. Thread-safe. */
public final class RedisHistory implements History {
    private static final int MAX_CAUSE = 4_000;

    private final CommandRouter router;
    private final Keys keys;

    public RedisHistory(CommandRouter router, Keys keys) {
        this.router = router;
        this.keys = keys;
    }

    @Override
    public void append(HistoryEntry entry, Deadline deadline) {
        CallPurpose purpose =
                new CallPurpose("adding to the history of " + entry.election(), CallPurpose.Type.WRITE);
        router.send(purpose, command(entry), deadline);
    }

    @Override
    public void appendAll(List<HistoryEntry> entries, Deadline deadline) {
        CallPurpose purpose =
                new CallPurpose("adding " + entries.size() + " entries to the history", CallPurpose.Type.WRITE);
        for (Object answer : router.send(purpose, entries.stream().map(this::command).toList(), deadline)) {
            if (answer instanceof StoreException failed) {
                throw failed;
            }
        }
    }

    private RedisCommand command(HistoryEntry entry) {
        String election = entry.election();
        String text = FlatJson.compact(json -> {
            json.text("at", entry.at().toString());
            json.text("what", entry.what().word());
            json.identity(entry.who());
            json.text("token", Long.toString(entry.token()));
            json.text("reason", entry.reason().word());
            json.text("cause", shortened(entry.cause()));
        });
        return RedisCommand.script(
                keys.slot(election),
                Script.APPEND,
                List.of(keys.history(election)),
                List.of(text, Integer.toString(KEPT)));
    }

    private static String shortened(String cause) {
        return cause.length() <= MAX_CAUSE ? cause : cause.substring(0, MAX_CAUSE) + "…";
    }

    @Override
    public List<HistoryEntry> last(String election, int most, Deadline deadline) {
        deadline.requireLeft();
        if (most == 0) {
            return List.of();
        }
        RedisCommand call =
                RedisCommand.command(keys.slot(election), Protocol.Command.LRANGE, keys.history(election), -most, -1);
        List<?> found = (List<?>) router.send(
                new CallPurpose("reading the history of " + election, CallPurpose.Type.READ), call, deadline);
        List<HistoryEntry> entries = new ArrayList<>();
        for (Object text : found) {
            try {
                entries.add(read(election, Replies.text(text)));
            } catch (UnreadableRecordException | IllegalArgumentException e) {
                // Written by hand; the other entries are still shown.
            }
        }
        return entries;
    }

    private static HistoryEntry read(String election, String text) throws UnreadableRecordException {
        RecordFields fields = FlatJson.parse(text);
        return HistoryEntry.of(
                        election,
                        Micros.timeOrEpoch(fields, "at"),
                        fields.identity(),
                        HistoryEntry.What.parse(fields.text("what")),
                        fields.number("token"),
                        fields.text("cause"))
                .withReason(Reason.parse(fields.find("reason")));
    }
}
