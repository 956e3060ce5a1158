package dev.tenure.store.redis;

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
final class Line {
    private static final TimeSource TIME = TimeSource.system();
    private static final CommandArguments ASKING = new CommandArguments(Protocol.Command.ASKING);
    private static final CommandArguments PING = new CommandArguments(Protocol.Command.PING);

    /**
     * How long before the deadline the server shall give up waiting for replicas, so that its answer still comes: an
     * idle one looks at its clock ten times a second. At most a third of what is left.
     */
    private static final Duration FOR_THE_ANSWER = Duration.ofMillis(120);

    private final HostAndPort node;
    private final Connection connection;
    private final @Nullable Watchdog watchdog;
    private final int timeoutBefore;
    private long lastUsedNanos = TIME.nanos();
    private boolean usable = true;

    /**
     * Takes a connection over.
     *
     * @param watchdog who closes it at the deadline, or null for one that is borrowed: Jedis would connect it anew
     *     under our hands
     */
    Line(HostAndPort node, Connection connection, @Nullable Watchdog watchdog) {
        this.node = node;
        this.connection = connection;
        this.watchdog = watchdog;
        this.timeoutBefore = connection.getSoTimeout();
    }

    /**
     * Makes the calls in one round trip, and returns their answers in order; errors of the server are among them. A
     * script the server does not know costs another two, replicas that must have what was written one more.
     */
    List<Object> run(Errand errand, List<Call> calls, Deadline deadline) {
        Future<?> guard = guard(deadline);
        try {
            List<Object> answers = answers(calls, exchange(commands(calls), deadline));
            callAgainByText(calls, answers, deadline);
            // A pool would hand a connection to a demoted server out again.
            usable &= answers.stream().noneMatch(Line::pointsElsewhere);
            if (errand.needsReplicas()) {
                confirm(errand, Reply.replicasNeeded(answers), deadline);
            }
            return answers;
        } catch (JedisConnectionException e) {
            usable = false;
            throw Failure.lost(errand, node, e);
        } finally {
            if (guard != null) {
                guard.cancel(false);
            }
            lastUsedNanos = TIME.nanos();
        }
    }

    private @Nullable Future<?> guard(Deadline deadline) {
        try {
            return watchdog == null ? null : watchdog.guard(connection, deadline);
        } catch (StoreException e) {
            usable = false;
            throw e;
        }
    }

    private static boolean pointsElsewhere(Object answer) {
        return answer instanceof JedisDataException refused && Failure.pointsElsewhere(refused);
    }

    private static List<CommandArguments> commands(List<Call> calls) {
        List<CommandArguments> commands = new ArrayList<>(calls.size());
        for (Call call : calls) {
            if (call.asking()) {
                commands.add(ASKING);
            }
            commands.add(call.command());
        }
        return commands;
    }

    private static List<Object> answers(List<Call> calls, List<Object> all) {
        List<Object> answers = new ArrayList<>(calls.size());
        int at = 0;
        for (Call call : calls) {
            at += call.asking() ? 1 : 0;
            answers.add(all.get(at++));
        }
        return answers;
    }

    /** A server that was restarted, flushed or promoted may not know a script: nothing of such a call was done. */
    private void callAgainByText(List<Call> calls, List<Object> answers, Deadline deadline) {
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
        List<Call> again = unknown.stream().map(calls::get).toList();
        List<Object> answered = answers(again, exchange(commands(again), deadline));
        for (int i = 0; i < answered.size(); i++) {
            answers.set(unknown.get(i), answered.get(i));
        }
    }

    /** WAIT speaks for the writes of its own connection, so this is the one it must go through. */
    private void confirm(Errand errand, int needed, Deadline deadline) {
        if (needed == 0) {
            return;
        }
        Duration left = deadline.remaining();
        Duration third = left.dividedBy(3);
        long millis = left.minus(third.compareTo(FOR_THE_ANSWER) < 0 ? third : FOR_THE_ANSWER)
                .toMillis();
        CommandArguments wait =
                new CommandArguments(Protocol.Command.WAIT).add(needed).add(Math.max(1, millis));
        Object answer = exchange(List.of(wait), deadline).get(0);
        if (!(answer instanceof Long reached)) {
            usable = false;
            throw Failure.unconfirmed(errand, node, String.valueOf(answer));
        }
        if (reached < needed) {
            throw Failure.tooFewReplicas(errand, node, reached, needed);
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
    boolean isUsable() {
        return usable && !connection.isBroken();
    }

    /**
     * Tells whether the server is still there, by asking it if the connection rested: whatever is sent to one that has
     * hung up would be of unknown outcome.
     */
    boolean isStillThere(Duration rest, Deadline deadline) {
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
    void giveBack() {
        if (isUsable()) {
            try {
                connection.setSoTimeout(timeoutBefore);
            } catch (JedisException e) {
                usable = false;
            }
        }
        if (!isUsable()) {
            // A pool would hand a connection to a dead server out again.
            Watchdog.abort(connection);
        }
        try {
            connection.close();
        } catch (JedisException e) {
            Watchdog.abort(connection);
        }
    }

    /** Returns the error an answer is, or null if it is none. */
    static @Nullable StoreException error(Errand errand, Object answer) {
        return answer instanceof JedisDataException refused ? Failure.of(errand.doing(), refused) : null;
    }
}
