package dev.tenure.store.redis.command;

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
public record RedisCommand(int slot, @Nullable Script script, ProtocolCommand name, List<Object> arguments, boolean asking) {

    /** Returns the call of a script. */
    public static RedisCommand script(int slot, Script script, List<String> keys, List<String> arguments) {
        List<Object> all = new ArrayList<>(List.of(script.sha(), keys.size()));
        all.addAll(keys);
        all.addAll(arguments);
        return new RedisCommand(slot, script, Protocol.Command.EVALSHA, all, false);
    }

    /** Returns a plain command on keys of a slot, or on none. */
    public static RedisCommand command(int slot, ProtocolCommand name, Object... arguments) {
        return new RedisCommand(slot, null, name, List.of(arguments), false);
    }

    /** Returns the same for the node its slot is moving to. */
    public RedisCommand asAsking() {
        return new RedisCommand(slot, script, name, arguments, true);
    }

    /**
     * Returns the same, with what is known about its server as the last arguments of a script: by which decision it is
     * the master, for how long at least, and its name.
     */
    public RedisCommand withMasterInfo(String server, String epoch, long ageMicros) {
        if (script == null) {
            return this;
        }
        List<Object> all = new ArrayList<>(arguments);
        all.addAll(List.of(epoch, Long.toString(ageMicros), server));
        return new RedisCommand(slot, script, name, all, asking);
    }

    public CommandArguments command() {
        return new CommandArguments(name).addObjects(arguments);
    }
}
