package dev.tenure.store.redis.connection;

import dev.tenure.store.redis.command.ScriptReply;

import dev.tenure.store.redis.command.Script;

import dev.tenure.store.redis.command.RedisErrors;

import dev.tenure.store.redis.command.RedisCommand;

import dev.tenure.store.redis.command.CallPurpose;

import dev.tenure.StoreException;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
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

/** One connection to one node, used for one errand at a time. */
public final class NodeConnection {
    private static final TimeSource TIME = TimeSource.system();
    private static final CommandArguments ASKING = new CommandArguments(Protocol.Command.ASKING);
    private static final CommandArguments PING = new CommandArguments(Protocol.Command.PING);

    /**
     * How long before the deadline the server shall give up waiting for replicas, so that its answer still comes: an
     * idle one looks at its clock ten times a second. At most a third of what is left.
     */
    private static final Duration ANSWER_RESERVE = Duration.ofMillis(120);

    private final HostAndPort node;
    private final Connection connection;
    private final @Nullable DeadlineGuard deadlineGuard;
    private final int originalTimeout;
    private long lastUsedNanos = TIME.nanos();
    private boolean usable = true;

    /**
     * Takes a connection over.
     *
     * @param deadlineGuard who closes it at the deadline, or null for one that is borrowed: Jedis would connect it anew
     *     under our hands
     */
    public NodeConnection(HostAndPort node, Connection connection, @Nullable DeadlineGuard deadlineGuard) {
        this.node = node;
        this.connection = connection;
        this.deadlineGuard = deadlineGuard;
        this.originalTimeout = connection.getSoTimeout();
    }

    /**
     * Makes the calls in one round trip, and returns their answers in order; errors of the server are among them. A
     * script the server does not know costs another two, replicas that must have what was written one more.
     */
    public List<Object> run(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        Future<?> guard = guard(deadline);
        try {
            List<Object> answers = answers(calls, exchange(commands(calls), deadline));
            loadUnknownScripts(calls, answers, deadline);
            // A pool would hand a connection to a demoted server out again.
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

    /** A server that was restarted, flushed or promoted may not know a script: nothing of such a call was done. */
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

    /** WAIT speaks for the writes of its own connection, so this is the one it must go through. */
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
            throw RedisErrors.unconfirmed(purpose, node, String.valueOf(answer));
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

    /** Returns what is left, in whole milliseconds and at least one. */
    static int millis(Deadline deadline) {
        long millis = deadline.remaining().plusNanos(999_999).toMillis();
        return (int) Math.max(1, Math.min(millis, Integer.MAX_VALUE));
    }

    /** Tells whether this connection may be used again, as far as was seen. */
    public boolean isUsable() {
        return usable && !connection.isBroken();
    }

    /**
     * Tells whether the server is still there, by asking it if the connection rested: whatever is sent to one that has
     * hung up would be of unknown outcome.
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

    /** Ends the use of the connection: closes it, or gives it back to the pool it came from as it was. */
    void returnOrClose() {
        if (isUsable()) {
            try {
                connection.setSoTimeout(originalTimeout);
            } catch (JedisException e) {
                usable = false;
            }
        }
        if (!isUsable()) {
            // A pool would hand a connection to a dead server out again.
            DeadlineGuard.abort(connection);
        }
        try {
            connection.close();
        } catch (JedisException e) {
            DeadlineGuard.abort(connection);
        }
    }

    /** Returns the error an answer is, or null if it is none. */
    public static @Nullable StoreException error(CallPurpose purpose, Object answer) {
        return answer instanceof JedisDataException refused ? RedisErrors.of(purpose.action(), refused) : null;
    }
}
