package dev.tenure.fence.redis;

import static java.util.Objects.requireNonNull;

import dev.tenure.StaleTokenException;
import dev.tenure.Term;
import dev.tenure.spi.FenceMark;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * Guards keys of Redis: commands are done only if no later term wrote under the same fence before, in one step with
 * that check. Immutable and thread-safe; the client is the caller's.
 *
 * <p>The fence is one key. In a Cluster it must be in the slot of the keys that it guards, so give all of them the same
 * part in braces: {@code {accounts}:fence} guards {@code {accounts}:balance}.
 */
public final class RedisFence {
    private static final String REFUSED = "FENCED ";

    private final String key;
    private final boolean function;

    private RedisFence(String key, boolean function) {
        this.key = key;
        this.function = function;
    }

    /** Returns the fence at a key, which is also the name of the resource. Nothing else may write to this key. */
    public static RedisFence at(String key) {
        return new RedisFence(requireNonNull(key, "key"), false);
    }

    /** Returns the same fence, called as the function of {@link #library}, which somebody must have loaded. */
    public RedisFence asFunction() {
        return new RedisFence(key, true);
    }

    /** Returns the script for users of other clients; its first lines say what it takes and returns. */
    public static String script() {
        return FenceScript.SCRIPT;
    }

    /** Returns the library for {@code FUNCTION LOAD}: the function {@code tenure_fence} takes what the script takes. */
    public static String library() {
        return FenceScript.LIBRARY;
    }

    /**
     * Does the commands under the fence, all in one step. If one of them fails, those before it have taken effect, as
     * in every script of Redis.
     *
     * @param commands the words of each; the second word is a key
     * @return the reply to each command
     * @throws StaleTokenException if a later term wrote under this fence; nothing was done
     * @throws IllegalStateException if the fence belongs to another election; nothing was done
     */
    public List<Object> write(UnifiedJedis redis, Term term, List<List<String>> commands) {
        return write(redis, term.election(), term.token(), commands);
    }

    /** Does the same for a program that has no term, such as a command that was given {@code TENURE_TOKEN}. */
    public List<Object> write(UnifiedJedis redis, String election, long token, List<List<String>> commands) {
        FenceMark write = new FenceMark(key, election, token);
        List<String> keys = new ArrayList<>(List.of(key));
        List<String> arguments = new ArrayList<>(List.of(election, Long.toString(token)));
        for (List<String> command : commands) {
            if (command.size() < 2) {
                throw new IllegalArgumentException(
                        command + " names no key: a fence guards commands whose second word is a key");
            }
            keys.add(command.get(1));
            arguments.add(Integer.toString(command.size()));
            arguments.addAll(command);
        }
        try {
            return replies(call(redis, keys, arguments));
        } catch (JedisDataException e) {
            throw translated(e, write);
        }
    }

    /** Returns what the fence remembers, or empty if nobody has written. An answer of this moment, and no check. */
    public Optional<FenceMark> mark(UnifiedJedis redis) {
        List<String> held = redis.hmget(key, "election", "token");
        return held.get(0) == null || held.get(1) == null
                ? Optional.empty()
                : Optional.of(new FenceMark(key, held.get(0), Long.parseLong(held.get(1))));
    }

    /** Forgets the highest token: the next write creates the fence again. For resources that are no longer guarded. */
    public void remove(UnifiedJedis redis) {
        redis.del(key);
    }

    private Object call(UnifiedJedis redis, List<String> keys, List<String> arguments) {
        if (function) {
            return redis.fcall(FenceScript.FUNCTION, keys, arguments);
        }
        try {
            return redis.evalsha(FenceScript.SHA1, keys, arguments);
        } catch (JedisNoScriptException notLoaded) {
            return redis.eval(FenceScript.SCRIPT, keys, arguments);
        }
    }

    private static List<Object> replies(Object reply) {
        return new ArrayList<>((List<?>) reply); // a reply may be null, which List.of refuses
    }

    /** Returns the failure to throw: that of the fence if it was the fence that refused, else the server's. */
    private RuntimeException translated(JedisDataException failure, FenceMark write) {
        String message = String.valueOf(failure.getMessage());
        if (message.startsWith(REFUSED)) {
            String[] held = message.substring(REFUSED.length()).split(" ", 2);
            new FenceMark(key, held[1], Long.parseLong(held[0])).requireAdmits(write);
        }
        return failure;
    }

    @Override
    public String toString() {
        return "fence at '" + key + "'";
    }
}
