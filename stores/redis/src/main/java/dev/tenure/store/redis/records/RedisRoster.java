package dev.tenure.store.redis.records;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.RosterEntryFormat;
import dev.tenure.store.support.UnreadableRecordException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Protocol;

/** The rosters: one hash each, with an entry for each instance; many are updated in one call. Thread-safe. */
public final class RedisRoster implements Roster {
    /** How long entries are kept without a beat. */
    static final String KEPT_SECONDS = Long.toString(Duration.ofHours(1).toSeconds());

    private final CommandRouter router;
    private final Keys keys;
    private final ChangeChannels channels;

    public RedisRoster(CommandRouter router, Keys keys, ChangeChannels channels) {
        this.router = router;
        this.keys = keys;
        this.channels = channels;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        List<String> rosters = new ArrayList<>();
        List<RedisCommand> calls = new ArrayList<>();
        own.forEach((roster, entry) -> {
            rosters.add(roster);
            calls.add(entry(roster, entry));
        });
        List<Object> answers = router.sendBestEffort("attending " + rosters.size() + " rosters", calls, deadline);
        Map<String, List<RosterEntry>> found = new HashMap<>();
        for (int i = 0; i < rosters.size(); i++) {
            if (!(answers.get(i) instanceof StoreException)) {
                found.put(rosters.get(i), entries(answers.get(i)));
            }
        }
        return found;
    }

    private RedisCommand entry(String roster, RosterEntry entry) {
        List<String> arguments = new ArrayList<>(arguments(entry));
        arguments.addAll(List.of(KEPT_SECONDS, channels.publishCommand(), channels.channelOf(roster)));
        return RedisCommand.script(
                keys.slot(roster), Script.ATTEND, List.of(keys.lease(roster), keys.roster(roster)), arguments);
    }

    /** Returns what scripts write of an entry. */
    static List<String> arguments(RosterEntry entry) {
        String rest = LeaseFormat.withoutBrace(json -> {
            json.identity(entry.candidate());
            json.text("version", entry.version());
            json.text("leads", Integer.toString(entry.leads()));
            json.text("beat", Long.toString(entry.heartbeat().number()));
            json.text("valid_micros", Micros.text(entry.heartbeat().validFor()));
        });
        return List.of(
                entry.candidate().instance(), Integer.toString(entry.priority()), Boolean.toString(entry.able()), rest);
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        RedisCommand call = RedisCommand.command(keys.slot(roster), Protocol.Command.HVALS, keys.roster(roster));
        return entries(
                router.send(new CallPurpose("reading the roster of " + roster, CallPurpose.Type.READ), call, deadline));
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        List<RedisCommand> calls = rosters.stream()
                .map(roster ->
                        RedisCommand.command(keys.slot(roster), Protocol.Command.HDEL, keys.roster(roster), instance))
                .toList();
        // All rosters are tried; a caller that sees one failure may repeat all of them.
        for (Object answer : router.send(
                new CallPurpose("leaving " + rosters.size() + " rosters", CallPurpose.Type.READ), calls, deadline)) {
            if (answer instanceof StoreException failed) {
                throw failed;
            }
        }
    }

    static List<RosterEntry> entries(Object answer) {
        List<RosterEntry> entries = new ArrayList<>();
        for (Object text : (List<?>) answer) {
            try {
                entries.add(read(Replies.text(text)));
            } catch (UnreadableRecordException | IllegalArgumentException e) {
                // Written by hand; the next heartbeat replaces it.
            }
        }
        return entries;
    }

    private static RosterEntry read(String text) throws UnreadableRecordException {
        RecordFields fields = FlatJson.parse(text);
        return RosterEntryFormat.read(
                fields,
                new RosterEntry.Heartbeat(
                        fields.number("beat"),
                        Micros.instant(fields.number("at")),
                        Micros.duration(fields, "valid_micros")));
    }
}
