package dev.tenure.store.redis.connection;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.RedisErrors;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.command.ScriptReply;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/** One connection to one node. It carries one batch of calls at a time. */
public final class NodeConnection {
    private static final TimeSource TIME = TimeSource.system();
    private static final CommandArguments ASKING = new CommandArguments(Protocol.Command.ASKING);
    private static final CommandArguments PING = new CommandArguments(Protocol.Command.PING);

    /**
     * How long before the deadline WAIT ends on the server, so that its answer still arrives: an idle server checks its
     * timers ten times a second. At most a third of the time left.
     */
    private static final Duration ANSWER_RESERVE = Duration.ofMillis(120);

    private final HostAndPort node;
    private final Connection connection;
    private final @Nullable DeadlineGuard deadlineGuard;
    private final int originalTimeout;
    private long lastUsedNanos = TIME.nanos();
    private boolean usable = true;

    /**
     * Wraps an open connection.
     *
     * @param deadlineGuard closes the connection at the deadline; null for a borrowed connection, which Jedis would
     *     silently reconnect
     */
    public NodeConnection(HostAndPort node, Connection connection, @Nullable DeadlineGuard deadlineGuard) {
        this.node = node;
        this.connection = connection;
        this.deadlineGuard = deadlineGuard;
        this.originalTimeout = connection.getSoTimeout();
    }

    /**
     * Sends the calls in one round trip and returns their answers in order, including errors of the server. Unknown
     * scripts take two more round trips, and waiting for replicas one more.
     */
    public List<Object> run(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        Future<?> guard = guard(deadline);
        try {
            List<Object> answers = answers(calls, exchange(commands(calls), deadline));
            loadUnknownScripts(calls, answers, deadline);
            // A pool would hand out a connection to a demoted server again.
            usable &= answers.stream().noneMatch(NodeConnection::suggestsOtherNode);
            if (purpose.needsReplicas()) {
                awaitReplicas(purpose, ScriptReply.replicasNeeded(answers), deadline);
            }
            return answers;
        } catch (JedisConnectionException e) {
            usable = false;
            throw RedisErrors.connectionLost(purpose, node, e);
        } finally {
            if (guard != null) {
                guard.cancel(false);
            }
            lastUsedNanos = TIME.nanos();
        }
    }

    private @Nullable Future<?> guard(Deadline deadline) {
        try {
            return deadlineGuard == null ? null : deadlineGuard.closeAt(connection, deadline);
        } catch (StoreException e) {
            usable = false;
            throw e;
        }
    }

    private static boolean suggestsOtherNode(Object answer) {
        return answer instanceof JedisDataException refused && RedisErrors.suggestsOtherNode(refused);
    }

    private static List<CommandArguments> commands(List<RedisCommand> calls) {
        List<CommandArguments> commands = new ArrayList<>(calls.size());
        for (RedisCommand call : calls) {
            if (call.asking()) {
                commands.add(ASKING);
            }
            commands.add(call.command());
        }
        return commands;
    }

    private static List<Object> answers(List<RedisCommand> calls, List<Object> all) {
        List<Object> answers = new ArrayList<>(calls.size());
        int at = 0;
        for (RedisCommand call : calls) {
            at += call.asking() ? 1 : 0;
            answers.add(all.get(at++));
        }
        return answers;
    }

    /**
     * Loads the scripts that the server did not know, and repeats those calls. A server that was restarted, flushed or
     * promoted may not know them; such a call had no effect.
     */
    private void loadUnknownScripts(List<RedisCommand> calls, List<Object> answers, Deadline deadline) {
        List<Integer> unknown = new ArrayList<>();
        Set<Script> scripts = new LinkedHashSet<>();
        for (int i = 0; i < calls.size(); i++) {
            Script script = calls.get(i).script();
            if (answers.get(i) instanceof JedisNoScriptException && script != null) {
                unknown.add(i);
                scripts.add(script);
            }
        }
        if (unknown.isEmpty()) {
            return;
        }
        exchange(
                scripts.stream()
                        .map(script -> new CommandArguments(Protocol.Command.SCRIPT)
                                .add("LOAD")
                                .add(script.text()))
                        .toList(),
                deadline);
        List<RedisCommand> again = unknown.stream().map(calls::get).toList();
        List<Object> answered = answers(again, exchange(commands(again), deadline));
        for (int i = 0; i < answered.size(); i++) {
            answers.set(unknown.get(i), answered.get(i));
        }
    }

    /**
     * Waits until enough replicas have the writes of this connection. WAIT covers only writes of the connection it is
     * sent on.
     */
    private void awaitReplicas(CallPurpose purpose, int needed, Deadline deadline) {
        if (needed == 0) {
            return;
        }
        Duration left = deadline.remaining();
        Duration third = left.dividedBy(3);
        long millis = left.minus(third.compareTo(ANSWER_RESERVE) < 0 ? third : ANSWER_RESERVE)
                .toMillis();
        CommandArguments wait =
                new CommandArguments(Protocol.Command.WAIT).add(needed).add(Math.max(1, millis));
        Object answer = exchange(List.of(wait), deadline).get(0);
        if (!(answer instanceof Long reached)) {
            usable = false;
            throw RedisErrors.replicationUnknown(purpose, node, String.valueOf(answer));
        }
        if (reached < needed) {
            throw RedisErrors.tooFewReplicas(purpose, node, reached, needed);
        }
    }

    private List<Object> exchange(List<CommandArguments> commands, Deadline deadline) {
        if (deadline.hasPassed()) {
            throw new JedisConnectionException("the deadline has passed");
        }
        connection.setSoTimeout(millis(deadline));
        for (CommandArguments command : commands) {
            connection.sendCommand(command);
        }
        return connection.getMany(commands.size());
    }

    /** Returns the time left in whole milliseconds, at least one. */
    static int millis(Deadline deadline) {
        long millis = deadline.remaining().plusNanos(999_999).toMillis();
        return (int) Math.max(1, Math.min(millis, Integer.MAX_VALUE));
    }

    /** Tells whether this connection may be used again, as far as is known. */
    public boolean isUsable() {
        return usable && !connection.isBroken();
    }

    /**
     * Tells whether the connection still works. After some idle time it sends a PING first, because a write sent to a
     * server that has closed the connection would have an unknown outcome.
     */
    public boolean isAlive(Duration rest, Deadline deadline) {
        if (!isUsable() || TIME.nanos() - lastUsedNanos < rest.toNanos()) {
            return isUsable();
        }
        Deadline third = Deadline.after(TIME, deadline.remaining().dividedBy(3));
        Future<?> guard = null;
        try {
            guard = guard(third);
            exchange(List.of(PING), third);
        } catch (JedisException | StoreException e) {
            usable = false;
        } finally {
            if (guard != null) {
                guard.cancel(false);
            }
        }
        return isUsable();
    }

    /** Returns a borrowed connection to its pool with its original timeout, and closes any other. */
    void returnOrClose() {
        if (isUsable()) {
            try {
                connection.setSoTimeout(originalTimeout);
            } catch (JedisException e) {
                usable = false;
            }
        }
        if (!isUsable()) {
            // A pool would hand out a connection to a dead server again.
            DeadlineGuard.abort(connection);
        }
        try {
            connection.close();
        } catch (JedisException e) {
            DeadlineGuard.abort(connection);
        }
    }

    /** Returns the exception for an answer that is an error, or null. */
    public static @Nullable StoreException error(CallPurpose purpose, Object answer) {
        return answer instanceof JedisDataException refused ? RedisErrors.serverError(purpose.action(), refused) : null;
    }
}
