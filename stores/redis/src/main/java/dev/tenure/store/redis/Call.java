package dev.tenure.store.redis;

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
 * @param command the whole command
 * @param asking whether it goes to where its slot is on the way to
 */
record Call(int slot, @Nullable Script script, CommandArguments command, boolean asking) {

    /** Returns the call of a script. */
    static Call script(int slot, Script script, List<String> keys, List<String> arguments) {
        CommandArguments command = new CommandArguments(Protocol.Command.EVALSHA)
                .add(script.sha())
                .add(keys.size())
                .addObjects(keys)
                .addObjects(arguments);
        return new Call(slot, script, command, false);
    }

    /** Returns a plain command on keys of a slot, or on none. */
    static Call command(int slot, ProtocolCommand name, Object... arguments) {
        return new Call(slot, null, new CommandArguments(name).addObjects(arguments), false);
    }

    /** Returns the same for the node its slot is moving to. */
    Call whereItMoves() {
        return new Call(slot, script, command, true);
    }
}
