package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * One batch of calls on its way: those for one node go together, and where a Cluster sends them on they follow. Each
 * node's part goes its way apart from the others, so that a node that hangs costs nobody but its own calls their time.
 * Never is a call made again that may have been done. Used once.
 */
final class Delivery {
    private static final int MOST_REDIRECTIONS = 5;

    /** How long before the deadline of the batch its parts shall end, so that one that hangs does not make it late. */
    private static final Duration TO_GATHER = Duration.ofMillis(50);

    private final Post post;
    private final Topology topology;
    private final Errand errand;
    private final List<Call> calls;
    private final Deadline deadline;
    private final Deadline apart;
    private final AtomicReferenceArray<@Nullable Object> answers;
    private final CountDownLatch left;

    Delivery(Post post, Errand errand, List<Call> calls, Deadline deadline) {
        this.post = post;
        this.topology = post.topology();
        this.errand = errand;
        this.calls = calls;
        this.deadline = deadline;
        this.apart = earlier(deadline);
        this.answers = new AtomicReferenceArray<>(calls.size());
        this.left = new CountDownLatch(calls.size());
    }

    private static Deadline earlier(Deadline deadline) {
        Duration remaining = deadline.remaining();
        Duration tenth = remaining.dividedBy(10);
        return Deadline.after(TimeSource.system(), remaining.minus(tenth.compareTo(TO_GATHER) < 0 ? tenth : TO_GATHER));
    }

    /** A call on its way: its place in the batch, where to if that is known, and how often it was sent elsewhere. */
    private record Leg(int place, Call call, @Nullable HostAndPort to, int redirections) {}

    /** Calls that go on together: to a node, or, with none, to be told first where they belong. */
    private record Part(@Nullable HostAndPort node, List<Leg> legs) {}

    /** Returns for each call, in order, its answer or the {@link StoreException} it ended with. */
    List<Object> run() {
        List<Leg> legs = new ArrayList<>(calls.size());
        for (int place = 0; place < calls.size(); place++) {
            legs.add(new Leg(place, calls.get(place), null, 0));
        }
        carry(legs, deadline);
        return gather();
    }

    /** Brings the calls on: on this thread if they go together, and else each part on one of its own. */
    private void carry(List<Leg> legs, Deadline within) {
        List<Part> parts = parts(legs);
        if (parts.size() == 1) {
            carry(parts.get(0), within);
        } else {
            parts.forEach(this::begin);
        }
    }

    private List<Part> parts(List<Leg> legs) {
        Map<HostAndPort, List<Leg>> byNode = new LinkedHashMap<>();
        List<Leg> unknown = new ArrayList<>();
        for (Leg leg : legs) {
            HostAndPort node =
                    leg.to() != null ? leg.to() : topology.known(leg.call().slot());
            (node == null ? unknown : byNode.computeIfAbsent(node, each -> new ArrayList<>())).add(leg);
        }
        List<Part> parts = new ArrayList<>();
        byNode.forEach((node, some) -> parts.add(new Part(node, some)));
        if (!unknown.isEmpty()) {
            parts.add(new Part(null, unknown));
        }
        return parts;
    }

    private void begin(Part part) {
        try {
            post.begin(() -> carry(part, apart));
        } catch (RejectedExecutionException e) {
            settle(part, new StoreException(Kind.UNREACHABLE, errand.doing() + " failed: the store is closed", e));
        } catch (OutOfMemoryError e) {
            settle(part, new StoreException(Kind.UNREACHABLE, errand.doing() + " failed: no thread could be had", e));
        }
    }

    private void carry(Part part, Deadline within) {
        try {
            HostAndPort node = part.node();
            carry(node == null ? located(part.legs(), within) : asked(node, part.legs(), within), within);
        } catch (RuntimeException | Error e) {
            settle(part, Failure.untold(errand, e));
        }
    }

    private List<Leg> located(List<Leg> legs, Deadline within) {
        List<Leg> located = new ArrayList<>();
        for (Leg leg : legs) {
            try {
                HostAndPort home = topology.home(leg.call().slot(), within);
                located.add(new Leg(leg.place(), leg.call(), home, leg.redirections()));
            } catch (StoreException e) {
                settle(leg.place(), e);
            }
        }
        return located;
    }

    /** Makes the calls at the node, and returns those that it sends elsewhere. */
    private List<Leg> asked(HostAndPort node, List<Leg> legs, Deadline within) {
        String server = topology.nameOf(node);
        List<Object> found =
                ask(node, legs.stream().map(leg -> leg.call().servedBy(server)).toList(), within);
        List<Leg> elsewhere = new ArrayList<>();
        for (int i = 0; i < legs.size(); i++) {
            Leg leg = legs.get(i);
            Object answer = understood(node, found.get(i));
            if (!(answer instanceof JedisRedirectionException redirection)) {
                settle(leg.place(), answer);
            } else if (leg.redirections() == MOST_REDIRECTIONS) {
                settle(
                        leg.place(),
                        new StoreException(
                                Kind.UNREACHABLE, errand.doing() + " failed: sent to and fro in the cluster"));
            } else {
                follow(leg, redirection, SlotMap.address(node, redirection.getTargetNode()), elsewhere);
            }
        }
        return elsewhere;
    }

    private List<Object> ask(HostAndPort node, List<Call> some, Deadline within) {
        try {
            return post.switchboard().run(node, errand, some, within);
        } catch (StoreException e) {
            topology.doubt(node);
            return Collections.nCopies(some.size(), e);
        }
    }

    /** Returns the answer, or what its error means; redirections stay as they are. */
    private Object understood(HostAndPort node, Object answer) {
        if (!(answer instanceof JedisDataException refused) || answer instanceof JedisRedirectionException) {
            return answer;
        }
        if (Failure.pointsElsewhere(refused)) {
            topology.doubt(node);
            post.switchboard().leave(node);
        }
        return Failure.of(errand.doing(), refused);
    }

    private void follow(Leg leg, JedisRedirectionException redirection, HostAndPort to, List<Leg> elsewhere) {
        Call call = calls.get(leg.place());
        try {
            if (redirection instanceof JedisAskDataException) {
                call = call.whereItMoves();
            } else {
                topology.moved(call.slot(), to);
            }
            elsewhere.add(new Leg(leg.place(), call, to, leg.redirections() + 1));
        } catch (StoreException e) {
            settle(leg.place(), e);
        }
    }

    private void settle(Part part, StoreException failure) {
        part.legs().forEach(leg -> settle(leg.place(), failure));
    }

    private void settle(int place, Object answer) {
        if (answers.compareAndSet(place, null, answer)) {
            left.countDown();
        }
    }

    private List<Object> gather() {
        Exception why = null;
        try {
            if (!left.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                why = new TimeoutException("the deadline has passed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = e;
        }
        List<Object> all = new ArrayList<>(calls.size());
        for (int place = 0; place < calls.size(); place++) {
            if (why != null) {
                settle(place, Failure.untold(errand, why));
            }
            all.add(answers.get(place));
        }
        return all;
    }
}
