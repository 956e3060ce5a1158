package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Roster;
import dev.tenure.spi.RosterEntry;
import dev.tenure.store.redis.Errand.Care;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Protocol;

/** The rosters: a hash each, with an entry per instance, any number of them attended together. Thread-safe. */
final class RedisRoster implements Roster {
    private static final Duration KEPT = Duration.ofHours(1);

    private final Post post;
    private final Keys keys;
    private final Bell bell;

    RedisRoster(Post post, Keys keys, Bell bell) {
        this.post = post;
        this.keys = keys;
        this.bell = bell;
    }

    @Override
    public Map<String, List<RosterEntry>> attend(Map<String, RosterEntry> own, Deadline deadline) {
        List<String> rosters = new ArrayList<>();
        List<Call> calls = new ArrayList<>();
        own.forEach((roster, entry) -> {
            rosters.add(roster);
            calls.add(entry(roster, entry));
        });
        List<Object> answers = post.sendSome("attending " + rosters.size() + " rosters", calls, deadline);
        Map<String, List<RosterEntry>> found = new HashMap<>();
        for (int i = 0; i < rosters.size(); i++) {
            if (!(answers.get(i) instanceof StoreException)) {
                found.put(rosters.get(i), entries(answers.get(i)));
            }
        }
        return found;
    }

    private Call entry(String roster, RosterEntry entry) {
        String rest = Json.rest(json -> {
            LeaseFormat.writeWho(json, entry.candidate());
            json.writeStringField("version", entry.version());
            json.writeStringField("leads", Integer.toString(entry.leads()));
            json.writeStringField("beat", Long.toString(entry.heartbeat().number()));
            json.writeStringField("valid_micros", Fields.text(entry.heartbeat().validFor()));
        });
        return Call.script(
                keys.slot(roster),
                Script.ATTEND,
                List.of(keys.lease(roster), keys.roster(roster)),
                List.of(
                        entry.candidate().instance(),
                        Integer.toString(entry.priority()),
                        Boolean.toString(entry.able()),
                        rest,
                        Long.toString(KEPT.toSeconds()),
                        bell.how(),
                        bell.where(roster)));
    }

    @Override
    public List<RosterEntry> members(String roster, Deadline deadline) {
        Call call = Call.command(keys.slot(roster), Protocol.Command.HVALS, keys.roster(roster));
        return entries(post.send(new Errand("reading the roster of " + roster, Care.LOOK), call, deadline));
    }

    @Override
    public void leave(Collection<String> rosters, String instance, Deadline deadline) {
        List<Call> calls = rosters.stream()
                .map(roster -> Call.command(keys.slot(roster), Protocol.Command.HDEL, keys.roster(roster), instance))
                .toList();
        // All of them are tried; whoever is told that one failed tries all again, which does no harm.
        for (Object answer :
                post.send(new Errand("leaving " + rosters.size() + " rosters", Care.LOOK), calls, deadline)) {
            if (answer instanceof StoreException failed) {
                throw failed;
            }
        }
    }

    private static List<RosterEntry> entries(Object answer) {
        List<RosterEntry> entries = new ArrayList<>();
        for (Object text : (List<?>) answer) {
            try {
                entries.add(read(new String((byte[]) text, StandardCharsets.UTF_8)));
            } catch (IllegalArgumentException e) {
                // Somebody wrote it by hand: who beats writes anew.
            }
        }
        return entries;
    }

    private static RosterEntry read(String text) {
        Fields fields = Json.read(text);
        return new RosterEntry(
                LeaseFormat.who(fields),
                fields.smallNumber("priority"),
                fields.text("version"),
                fields.flag("able"),
                fields.smallNumber("leads"),
                new RosterEntry.Heartbeat(
                        fields.number("beat"), Fields.instant(fields.number("at")), fields.micros("valid_micros")));
    }
}
