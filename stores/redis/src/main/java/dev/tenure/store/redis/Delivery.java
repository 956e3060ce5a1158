package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.MajorityCheck.Standing;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.stream.Collectors;
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
    private record Leg(int place, Call call, @Nullable Stop to, int redirections) {}

    /** A node, and the one that must be the master there: another only while a slot is on its way between them. */
    private record Stop(HostAndPort node, HostAndPort master) {
        static Stop at(HostAndPort node) {
            return new Stop(node, node);
        }
    }

    /** Calls that go on together: to a node, or, with none, to be told first where they belong. */
    private record Part(@Nullable Stop stop, List<Leg> legs) {}

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
        Map<Stop, List<Leg>> byStop = new LinkedHashMap<>();
        List<Leg> unknown = new ArrayList<>();
        for (Leg leg : legs) {
            HostAndPort known = topology.known(leg.call().slot());
            Stop stop = leg.to() != null || known == null ? leg.to() : Stop.at(known);
            (stop == null ? unknown : byStop.computeIfAbsent(stop, each -> new ArrayList<>())).add(leg);
        }
        List<Part> parts = new ArrayList<>();
        byStop.forEach((stop, some) -> parts.add(new Part(stop, some)));
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
            Stop stop = part.stop();
            carry(stop == null ? located(part.legs(), within) : asked(stop, part.legs(), within), within);
        } catch (RuntimeException | Error e) {
            settle(part, Failure.untold(errand, e));
        }
    }

    private List<Leg> located(List<Leg> legs, Deadline within) {
        List<Leg> located = new ArrayList<>();
        for (Leg leg : legs) {
            try {
                HostAndPort home = topology.home(leg.call().slot(), within);
                located.add(new Leg(leg.place(), leg.call(), Stop.at(home), leg.redirections()));
            } catch (StoreException e) {
                settle(leg.place(), e);
            }
        }
        return located;
    }

    /** Makes the calls at the node, and returns those that it sends elsewhere. */
    private List<Leg> asked(Stop stop, List<Leg> legs, Deadline within) {
        HostAndPort node = stop.node();
        Standing standing;
        try {
            standing = standing(stop, legs, within);
        } catch (StoreException nothingSent) {
            post.doubt(stop.master());
            legs.forEach(leg -> settle(leg.place(), nothingSent));
            return List.of();
        }
        String server = topology.nameOf(node);
        List<Object> found = ask(
                node,
                legs.stream().map(leg -> leg.call().servedBy(server, standing)).toList(),
                within);
        found = counted(stop, legs, standing, found, within);
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
                follow(leg, redirection, node, elsewhere);
            }
        }
        return elsewhere;
    }

    private Standing standing(Stop stop, List<Leg> legs, Deadline within) {
        if (errand.needsReplicas()) {
            return post.majority().before(errand, stop.master(), slots(legs), within);
        }
        post.majority().learn(stop.master(), legs.get(0).call().slot(), post::begin);
        return Standing.UNTOLD;
    }

    private static Set<Integer> slots(List<Leg> legs) {
        return legs.stream().map(leg -> leg.call().slot()).collect(Collectors.toSet());
    }

    /** Returns the answers, but for those of writes that do not count: the node may be deposed and not know. */
    private List<Object> counted(Stop stop, List<Leg> legs, Standing standing, List<Object> found, Deadline within) {
        if (standing.epoch().isEmpty() || found.stream().noneMatch(Reply::isOfAWrite)) {
            return found;
        }
        Tally votes = post.majority().after(stop.master(), slots(legs), within);
        List<Object> counted = new ArrayList<>(found);
        for (int i = 0; i < legs.size(); i++) {
            int slot = legs.get(i).call().slot();
            StoreException failure = Reply.isOfAWrite(found.get(i))
                    ? post.majority().failure(errand, stop.master(), slot, standing, votes)
                    : null;
            if (failure != null) {
                post.doubt(stop.master());
                counted.set(i, failure);
            }
        }
        return counted;
    }

    private List<Object> ask(HostAndPort node, List<Call> some, Deadline within) {
        try {
            return post.switchboard().run(node, errand, some, within);
        } catch (StoreException e) {
            post.doubt(node);
            return Collections.nCopies(some.size(), e);
        }
    }

    /** Returns the answer, or what its error means; redirections stay as they are. */
    private Object understood(HostAndPort node, Object answer) {
        if (!(answer instanceof JedisDataException refused) || answer instanceof JedisRedirectionException) {
            return answer;
        }
        if (Failure.pointsElsewhere(refused)) {
            post.doubt(node);
            post.switchboard().leave(node);
        }
        return Failure.of(errand.doing(), refused);
    }

    private void follow(Leg leg, JedisRedirectionException redirection, HostAndPort node, List<Leg> elsewhere) {
        HostAndPort to = SlotMap.address(node, redirection.getTargetNode());
        Call call = calls.get(leg.place());
        Stop next = Stop.at(to);
        try {
            if (redirection instanceof JedisAskDataException) {
                call = call.whereItMoves();
                next = new Stop(to, node);
            } else {
                topology.moved(call.slot(), to);
            }
            elsewhere.add(new Leg(leg.place(), call, next, leg.redirections() + 1));
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
