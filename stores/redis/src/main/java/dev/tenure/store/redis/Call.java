package dev.tenure.store.redis;

import dev.tenure.store.redis.MajorityCheck.Standing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * One command of the server, or one script by its hash.
 *
 * @param slot the slot of its keys; it decides nothing outside a Cluster
 * @param script the script it runs, or null
 * @param name the command
 * @param arguments what follows its name
 * @param asking whether it goes to where its slot is on the way to
 */
record Call(int slot, @Nullable Script script, ProtocolCommand name, List<Object> arguments, boolean asking) {

    /** Returns the call of a script. */
    static Call script(int slot, Script script, List<String> keys, List<String> arguments) {
        List<Object> all = new ArrayList<>(List.of(script.sha(), keys.size()));
        all.addAll(keys);
        all.addAll(arguments);
        return new Call(slot, script, Protocol.Command.EVALSHA, all, false);
    }

    /** Returns a plain command on keys of a slot, or on none. */
    static Call command(int slot, ProtocolCommand name, Object... arguments) {
        return new Call(slot, null, name, List.of(arguments), false);
    }

    /** Returns the same for the node its slot is moving to. */
    Call whereItMoves() {
        return new Call(slot, script, name, arguments, true);
    }

    /**
     * Returns the same, with what is known about its server as the last arguments of a script: by which decision it is
     * the master, for how long at least, and its name.
     */
    Call servedBy(String server, Standing standing) {
        if (script == null) {
            return this;
        }
        List<Object> all = new ArrayList<>(arguments);
        all.addAll(List.of(standing.epoch(), Long.toString(standing.ageMicros()), server));
        return new Call(slot, script, name, all, asking);
    }

    CommandArguments command() {
        return new CommandArguments(name).addObjects(arguments);
    }
}
