package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Brings calls to the nodes that serve them, those for one node together, and follows where a Cluster sends them. It
 * never makes a call again that may have been done. Thread-safe.
 */
final class Post implements AutoCloseable {
    private static final int MOST_REDIRECTIONS = 5;
    private static final int MOST_THREADS = 32;
    private static final long IDLE_SECONDS = 10;

    private final Switchboard switchboard;
    private final Topology topology;
    private final ThreadPoolExecutor threads = new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
                Thread thread = new Thread(task, "tenure-redis-cluster");
                thread.setDaemon(true);
                return thread;
            },
            new ThreadPoolExecutor.CallerRunsPolicy());

    Post(Switchboard switchboard, Topology topology) {
        this.switchboard = switchboard;
        this.topology = topology;
    }

    Switchboard switchboard() {
        return switchboard;
    }

    Topology topology() {
        return topology;
    }

    /** Makes one call, and returns its answer. */
    Object send(Errand errand, Call call, Deadline deadline) {
        Object answer = send(errand, List.of(call), deadline).get(0);
        if (answer instanceof StoreException failed) {
            throw failed;
        }
        return answer;
    }

    /** Makes the calls, and returns for each, in order, its answer or the {@link StoreException} it ended with. */
    List<Object> send(Errand errand, List<Call> calls, Deadline deadline) {
        deadline.requireLeft();
        Object[] answers = new Object[calls.size()];
        Map<Integer, Leg> pending = new LinkedHashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            pending.put(i, new Leg(calls.get(i), null));
        }
        for (int round = 0; round <= MOST_REDIRECTIONS && !pending.isEmpty(); round++) {
            Map<HostAndPort, List<Integer>> byNode = byNode(pending, answers, deadline);
            Map<Integer, Leg> redirected = new LinkedHashMap<>();
            Map<HostAndPort, List<Object>> answered = ask(errand, byNode, pending, deadline);
            answered.forEach((node, some) -> {
                List<Integer> places = byNode.getOrDefault(node, List.of());
                for (int i = 0; i < places.size(); i++) {
                    int place = places.get(i);
                    answers[place] = understood(errand, node, some.get(i));
                    if (answers[place] instanceof JedisRedirectionException elsewhere) {
                        redirected.put(place, follow(calls.get(place), elsewhere));
                    }
                }
            });
            pending = redirected;
        }
        pending.keySet()
                .forEach(place -> answers[place] = new StoreException(
                        Kind.UNREACHABLE, errand.doing() + " failed: sent to and fro in the cluster"));
        return Arrays.asList(answers);
    }

    /** A call on its way, and the node it was sent to if one said so. */
    private record Leg(Call call, @Nullable HostAndPort to) {}

    private Map<HostAndPort, List<Integer>> byNode(Map<Integer, Leg> pending, Object[] answers, Deadline deadline) {
        Map<HostAndPort, List<Integer>> byNode = new LinkedHashMap<>();
        pending.forEach((place, leg) -> {
            try {
                HostAndPort to = leg.to();
                HostAndPort node = to != null ? to : topology.home(leg.call().slot(), deadline);
                byNode.computeIfAbsent(node, each -> new ArrayList<>()).add(place);
            } catch (StoreException e) {
                answers[place] = e;
            }
        });
        return byNode;
    }

    /** Asks all nodes at the same time, so that one that hangs takes nobody else's. */
    private Map<HostAndPort, List<Object>> ask(
            Errand errand, Map<HostAndPort, List<Integer>> byNode, Map<Integer, Leg> pending, Deadline deadline) {
        Map<HostAndPort, CompletableFuture<List<Object>>> asked = new LinkedHashMap<>();
        byNode.forEach((node, places) -> {
            String server = topology.nameOf(node);
            List<Call> calls = places.stream()
                    .map(place -> callAt(pending, place).servedBy(server))
                    .toList();
            asked.put(
                    node,
                    byNode.size() == 1
                            ? CompletableFuture.completedFuture(ask(errand, node, calls, deadline))
                            : CompletableFuture.supplyAsync(() -> ask(errand, node, calls, deadline), threads));
        });
        Map<HostAndPort, List<Object>> answered = new LinkedHashMap<>();
        asked.forEach((node, answer) -> answered.put(node, answer.join()));
        return answered;
    }

    private static Call callAt(Map<Integer, Leg> pending, int place) {
        Leg leg = pending.get(place);
        if (leg == null) {
            throw new AssertionError("no call at " + place);
        }
        return leg.call();
    }

    private List<Object> ask(Errand errand, HostAndPort node, List<Call> calls, Deadline deadline) {
        try {
            return switchboard.run(node, errand, calls, deadline);
        } catch (StoreException e) {
            topology.doubt(node);
            return new ArrayList<>(Collections.nCopies(calls.size(), e));
        }
    }

    /** Returns the answer, or what its error means; redirections stay as they are. */
    private Object understood(Errand errand, HostAndPort node, Object answer) {
        if (!(answer instanceof JedisDataException refused) || answer instanceof JedisRedirectionException) {
            return answer;
        }
        if (Failure.pointsElsewhere(refused)) {
            topology.doubt(node);
            switchboard.leave(node);
        }
        return Failure.of(errand.doing(), refused);
    }

    private Leg follow(Call call, JedisRedirectionException elsewhere) {
        if (elsewhere instanceof JedisAskDataException) {
            return new Leg(call.whereItMoves(), elsewhere.getTargetNode());
        }
        topology.moved(call.slot(), elsewhere.getTargetNode());
        return new Leg(call, elsewhere.getTargetNode());
    }

    @Override
    public void close() {
        switchboard.close();
        topology.close();
        threads.shutdown();
    }
}
