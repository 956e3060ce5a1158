package dev.tenure.store.redis.records;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Round;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.RedisErrors;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.command.ScriptReply;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/** One call of the script of a round: what it asks of some elections, and how its reply is read. */
final class RoundScript {
    /** Redis runs nothing else meanwhile: these take it a few milliseconds. */
    private static final int MOST_ELECTIONS = 100;

    private final LeaseCommands commands;
    private final int slot;
    private final List<Asked> elections = new ArrayList<>();

    /** What is asked of one election. */
    private static final class Asked {
        private final String election;
        private @Nullable RenewalRequest renewal;
        private @Nullable RosterEntry entry;
        private boolean request;
        private boolean look;

        Asked(String election) {
            this.election = election;
        }

        String word() {
            return (renewal == null ? "" : "R") + (entry == null ? "" : "A") + (request ? "Q" : "") + (look ? "L" : "");
        }
    }

    private RoundScript(LeaseCommands commands, int slot) {
        this.commands = commands;
        this.slot = slot;
    }

    /**
     * Returns the calls of a round, without its claims.
     *
     * @param bySlot whether a call may use only keys of one slot
     * @param notShown records that must be looked at otherwise
     */
    static List<RoundScript> of(Round round, LeaseCommands commands, boolean bySlot, Predicate<String> notShown) {
        Map<String, Asked> all = new LinkedHashMap<>();
        round.renewals().forEach(renewal -> asked(all, renewal.held().election()).renewal = renewal);
        round.entries().forEach((roster, entry) -> asked(all, roster).entry = entry);
        round.requests().forEach(election -> asked(all, election).request = true);
        round.looks().stream().filter(notShown.negate()).forEach(election -> asked(all, election).look = true);
        List<RoundScript> scripts = new ArrayList<>();
        Map<Integer, RoundScript> open = new LinkedHashMap<>();
        for (Asked each : all.values()) {
            int slot = bySlot ? commands.keys().slot(each.election) : 0;
            RoundScript script = open.get(slot);
            if (script == null || script.elections.size() == MOST_ELECTIONS) {
                script = new RoundScript(commands, slot);
                open.put(slot, script);
                scripts.add(script);
            }
            script.elections.add(each);
        }
        return scripts;
    }

    private static Asked asked(Map<String, Asked> all, String election) {
        return all.computeIfAbsent(election, Asked::new);
    }

    Stream<RenewalRequest> renewals() {
        return elections.stream().map(asked -> asked.renewal).filter(Objects::nonNull);
    }

    RedisCommand command() {
        Keys keys = commands.keys();
        List<String> names = new ArrayList<>();
        List<String> arguments = new ArrayList<>(List.of(
                commands.channels().publishCommand(),
                commands.requirement().scriptArgument(),
                RedisRoster.KEPT_SECONDS,
                Integer.toString(elections.size())));
        for (Asked asked : elections) {
            arguments.add(asked.word());
            names.add(keys.lease(asked.election));
            if (asked.renewal != null) {
                arguments.addAll(renewal(asked.renewal));
            }
            if (asked.entry != null) {
                names.add(keys.roster(asked.election));
                arguments.addAll(RedisRoster.arguments(asked.entry));
                arguments.add(commands.channels().channelOf(asked.election));
            }
            if (asked.request) {
                names.add(keys.request(asked.election));
            }
        }
        return RedisCommand.script(slot, Script.ROUND, names, arguments);
    }

    private static List<String> renewal(RenewalRequest request) {
        Lease held = request.held();
        return List.of(
                Long.toString(held.token()),
                held.holder().instance(),
                Long.toString(held.stamp().renewal()),
                Long.toString(held.stamp().attempt()),
                Micros.text(request.next().ttl()),
                LeaseFormat.renewal(request.next()));
    }

    /**
     * Reads the reply.
     *
     * @param settle takes the reply to a renewal, or its failure
     */
    void read(
            List<?> reply, RoundReplies into, BiFunction<String, Object, Optional<ScriptReply>> settle) {
        for (int i = 0; i < elections.size(); i++) {
            Asked asked = elections.get(i);
            Iterator<?> parts = ((List<?>) reply.get(i)).iterator();
            if (asked.renewal != null) {
                RenewalRequest request = asked.renewal;
                settle.apply(asked.election, orFailure("renewing " + asked.election, parts.next()))
                        .ifPresent(said -> into.renewals().put(asked.election, renewal(request, said)));
            }
            if (asked.entry != null && parts.next() instanceof List<?> entries) {
                into.rosters().put(asked.election, RedisRoster.entries(entries));
            }
            if (asked.request && parts.next() instanceof byte[] text) {
                RedisRequests.read(asked.election, text, into.requests());
            }
            if (asked.look && parts.next() instanceof List<?> shown) {
                into.sightings().put(asked.election, LeaseFormat.read(asked.election, ScriptReply.read(shown)));
            }
        }
    }

    private static Object orFailure(String action, Object part) {
        return part instanceof JedisDataException refused ? RedisErrors.serverError(action, refused) : part;
    }

    private static Renewal renewal(RenewalRequest request, ScriptReply reply) {
        return reply.granted()
                ? new Renewal.Renewed(LeaseFormat.renewed(request.next()))
                : LeaseRecords.renewal(request.held().election(), reply);
    }
}
