package dev.tenure.store.redis.records;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.EscapingLogger;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Protocol;

/** The last request to the leader of each election. Thread-safe. */
public final class RedisRequests implements Requests {
    private final CommandRouter router;
    private final Keys keys;
    private final ChangeChannels channels;

    public RedisRequests(CommandRouter router, Keys keys, ChangeChannels channels) {
        this.router = router;
        this.keys = keys;
        this.channels = channels;
    }

    @Override
    public void submit(Request request, Deadline deadline) {
        String election = request.election();
        String text = FlatJson.compact(json -> {
            json.text("token", Long.toString(request.token()));
            if (request.successor() != null) {
                json.text("successor", request.successor());
            }
            json.text("asked_by", request.by());
            json.text("asked_at", request.at().toString());
        });
        RedisCommand call = RedisCommand.script(
                keys.slot(election),
                Script.SUBMIT,
                List.of(keys.request(election)),
                List.of(text, channels.publishCommand(), channels.channelOf(election)));
        router.send(new CallPurpose("asking the leader of " + election, CallPurpose.Type.WRITE), call, deadline);
    }

    @Override
    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
        List<String> asked = List.copyOf(elections);
        List<RedisCommand> calls = asked.stream()
                .map(election ->
                        RedisCommand.command(keys.slot(election), Protocol.Command.GET, keys.request(election)))
                .toList();
        List<Object> answers = router.sendBestEffort("looking for requests", calls, deadline);
        Map<String, Request> found = new HashMap<>();
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof byte[] text) {
                read(asked.get(i), text, found);
            }
        }
        return found;
    }

    /** Reads a request; a damaged one counts as none, and the requester will ask again. */
    static void read(String election, byte[] text, Map<String, Request> found) {
        try {
            RecordFields fields = FlatJson.parse(new String(text, StandardCharsets.UTF_8));
            found.put(
                    election,
                    new Request(
                            election,
                            fields.number("token"),
                            fields.find("successor"),
                            Micros.timeOrEpoch(fields, "asked_at"),
                            fields.text("asked_by")));
        } catch (UnreadableRecordException | IllegalArgumentException e) {
            EscapingLogger.of("dev.tenure.store.redis")
                    .log(
                            System.Logger.Level.WARNING,
                            "a request for {0} cannot be read: {1}",
                            election,
                            e.getMessage());
        }
    }
}
