package dev.tenure.store.redis.command;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.commands.ProtocolCommand;

/**
 * One command for a server: a plain one, or a script called by its hash.
 *
 * @param slot the Cluster slot of its keys; ignored outside a Cluster
 * @param script the script it runs, or null
 * @param name the command
 * @param arguments what follows the name
 * @param asking whether ASKING goes before it, because its slot is being migrated to the node
 */
public record RedisCommand(
        int slot, @Nullable Script script, ProtocolCommand name, List<Object> arguments, boolean asking) {

    /** Returns the call of a script. */
    public static RedisCommand script(int slot, Script script, List<String> keys, List<String> arguments) {
        List<Object> all = new ArrayList<>(List.of(script.sha(), keys.size()));
        all.addAll(keys);
        all.addAll(arguments);
        return new RedisCommand(slot, script, Protocol.Command.EVALSHA, all, false);
    }

    /** Returns a plain command on keys of one slot, or on no keys. */
    public static RedisCommand command(int slot, ProtocolCommand name, Object... arguments) {
        return new RedisCommand(slot, null, name, List.of(arguments), false);
    }

    /** Returns the same command for the node that its slot is being migrated to. */
    public RedisCommand asAsking() {
        return new RedisCommand(slot, script, name, arguments, true);
    }

    /**
     * Returns the same command with three more script arguments: the epoch that made its server the master, for how
     * long the majority has named it at least, and the name of the server. Plain commands stay as they are.
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
