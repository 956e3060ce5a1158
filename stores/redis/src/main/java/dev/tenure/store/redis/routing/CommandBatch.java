package dev.tenure.store.redis.routing;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.RedisErrors;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.store.redis.topology.AnotherMasterException;
import dev.tenure.store.redis.topology.MajorityCheck.ConfirmedMaster;
import dev.tenure.store.redis.topology.MasterVotes;
import dev.tenure.store.redis.topology.SlotMap;
import dev.tenure.store.redis.topology.Topology;
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
 * One batch of commands, sent once: commands for the same node go together, and MOVED and ASK are followed. Each node
 * has its own thread, so that a node that hangs delays only its own commands. A command that may have taken effect is
 * never sent again.
 */
final class CommandBatch {
    private static final int MAX_REDIRECTIONS = 5;

    /**
     * How long before the deadline of the batch the parts for single nodes end, so that one that hangs does not make
     * the batch late.
     */
    private static final Duration GATHER_RESERVE = Duration.ofMillis(50);

    private final CommandRouter router;
    private final Topology topology;
    private final CallPurpose purpose;
    private final List<RedisCommand> calls;
    private final Deadline deadline;
    private final Deadline batchDeadline;
    private final AtomicReferenceArray<@Nullable Object> answers;
    private final CountDownLatch unanswered;

    CommandBatch(CommandRouter router, CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        this.router = router;
        this.topology = router.topology();
        this.purpose = purpose;
        this.calls = calls;
        this.deadline = deadline;
        this.batchDeadline = shortened(deadline);
        this.answers = new AtomicReferenceArray<>(calls.size());
        this.unanswered = new CountDownLatch(calls.size());
    }

    private static Deadline shortened(Deadline deadline) {
        Duration remaining = deadline.remaining();
        Duration tenth = remaining.dividedBy(10);
        return Deadline.after(
                TimeSource.system(), remaining.minus(tenth.compareTo(GATHER_RESERVE) < 0 ? tenth : GATHER_RESERVE));
    }

    /**
     * A command without an answer yet: its index in the batch, its target if known, and how often it was redirected.
     */
    private record PendingCall(
            int index, RedisCommand call, @Nullable Target to, int redirections) {}

    /** The node to send to, and the node that must be the master: they differ only while a slot is being migrated. */
    private record Target(HostAndPort node, HostAndPort master) {
        static Target at(HostAndPort node) {
            return new Target(node, node);
        }
    }

    /** Commands for the same target; with no target, commands whose master must be looked up first. */
    private record NodeBatch(@Nullable Target target, List<PendingCall> pending) {}

    /** Returns for each command, in order, its answer or the {@link StoreException} it ended with. */
    List<Object> run() {
        List<PendingCall> pending = new ArrayList<>(calls.size());
        for (int index = 0; index < calls.size(); index++) {
            pending.add(new PendingCall(index, calls.get(index), null, 0));
        }
        send(pending, deadline);
        return awaitAnswers();
    }

    /** Sends the commands: on this thread if there is one target, otherwise one thread for each. */
    private void send(List<PendingCall> pending, Deadline within) {
        List<NodeBatch> batches = batches(pending);
        if (batches.size() == 1) {
            send(batches.get(0), within);
        } else {
            batches.forEach(this::sendInBackground);
        }
    }

    private List<NodeBatch> batches(List<PendingCall> pending) {
        Map<Target, List<PendingCall>> byTarget = new LinkedHashMap<>();
        List<PendingCall> unknown = new ArrayList<>();
        for (PendingCall one : pending) {
            HostAndPort known = topology.knownMasterOf(one.call().slot());
            Target target = one.to() != null || known == null ? one.to() : Target.at(known);
            (target == null ? unknown : byTarget.computeIfAbsent(target, each -> new ArrayList<>())).add(one);
        }
        List<NodeBatch> batches = new ArrayList<>();
        byTarget.forEach((target, some) -> batches.add(new NodeBatch(target, some)));
        if (!unknown.isEmpty()) {
            batches.add(new NodeBatch(null, unknown));
        }
        return batches;
    }

    private void sendInBackground(NodeBatch batch) {
        try {
            router.runInBackground(() -> send(batch, batchDeadline));
        } catch (RejectedExecutionException e) {
            complete(batch, StoreException.closed("redis"));
        } catch (OutOfMemoryError e) {
            complete(
                    batch,
                    new StoreException(Kind.UNREACHABLE, purpose.action() + " failed: no thread could be started", e));
        }
    }

    private void send(NodeBatch batch, Deadline within) {
        try {
            Target target = batch.target();
            send(target == null ? locate(batch.pending(), within) : sendTo(target, batch.pending(), within), within);
        } catch (RuntimeException | Error e) {
            complete(batch, RedisErrors.noResult(purpose, e));
        }
    }

    private List<PendingCall> locate(List<PendingCall> pending, Deadline within) {
        List<PendingCall> located = new ArrayList<>();
        for (PendingCall one : pending) {
            try {
                HostAndPort master = topology.masterOf(one.call().slot(), within);
                located.add(new PendingCall(one.index(), one.call(), Target.at(master), one.redirections()));
            } catch (StoreException e) {
                complete(one.index(), e);
            }
        }
        return located;
    }

    /** Sends the commands to the node and returns those that it redirects. */
    private List<PendingCall> sendTo(Target target, List<PendingCall> pending, Deadline within) {
        HostAndPort node = target.node();
        ConfirmedMaster confirmed;
        try {
            confirmed = confirmMaster(target, pending, within);
        } catch (AnotherMasterException nothingSent) {
            router.suspect(target.master());
            return locateAgain(pending, nothingSent.asFailure());
        } catch (StoreException nothingSent) {
            router.suspect(target.master());
            pending.forEach(one -> complete(one.index(), nothingSent));
            return List.of();
        }
        String server = topology.serverName(node);
        List<Object> found = ask(
                node,
                pending.stream()
                        .map(one -> one.call().withMasterInfo(server, confirmed.epoch(), confirmed.ageMicros()))
                        .toList(),
                within);
        found = discardUnconfirmed(target, pending, confirmed, found, within);
        List<PendingCall> redirected = new ArrayList<>();
        for (int i = 0; i < pending.size(); i++) {
            PendingCall one = pending.get(i);
            Object answer = translate(node, found.get(i));
            if (!(answer instanceof JedisRedirectionException redirection)) {
                complete(one.index(), answer);
            } else if (one.redirections() == MAX_REDIRECTIONS) {
                complete(
                        one.index(),
                        new StoreException(
                                Kind.UNREACHABLE, purpose.action() + " failed: redirected too often in the cluster"));
            } else {
                redirect(one, redirection, node, redirected);
            }
        }
        return redirected;
    }

    /** Returns the commands whose master is to be looked up once more; those that were redirected before fail. */
    private List<PendingCall> locateAgain(List<PendingCall> pending, StoreException otherwise) {
        List<PendingCall> again = new ArrayList<>();
        for (PendingCall one : pending) {
            if (one.redirections() == 0) {
                again.add(new PendingCall(one.index(), one.call(), null, 1));
            } else {
                complete(one.index(), otherwise);
            }
        }
        return again;
    }

    private ConfirmedMaster confirmMaster(Target target, List<PendingCall> pending, Deadline within) {
        if (purpose.needsReplicas()) {
            return router.majority().confirmBefore(purpose, target.master(), slots(pending), within);
        }
        router.majority()
                .learnInBackground(target.master(), pending.get(0).call().slot(), router::runInBackground);
        return ConfirmedMaster.NOT_CHECKED;
    }

    private static Set<Integer> slots(List<PendingCall> pending) {
        return pending.stream().map(one -> one.call().slot()).collect(Collectors.toSet());
    }

    /**
     * Returns the answers, with errors in place of writes that do not count because the node may have been replaced as
     * the master.
     */
    private List<Object> discardUnconfirmed(
            Target target, List<PendingCall> pending, ConfirmedMaster confirmed, List<Object> found, Deadline within) {
        if (confirmed.epoch().isEmpty() || found.stream().noneMatch(ScriptReply::isOfAWrite)) {
            return found;
        }
        MasterVotes votes = router.majority().votesAfter(target.master(), slots(pending), within);
        List<Object> kept = new ArrayList<>(found);
        for (int i = 0; i < pending.size(); i++) {
            int slot = pending.get(i).call().slot();
            StoreException failure = ScriptReply.isOfAWrite(found.get(i))
                    ? router.majority().failureAfter(purpose, target.master(), slot, confirmed, votes)
                    : null;
            if (failure != null) {
                router.suspect(target.master());
                kept.set(i, failure);
            }
        }
        return kept;
    }

    private List<Object> ask(HostAndPort node, List<RedisCommand> some, Deadline within) {
        try {
            return router.connections().run(node, purpose, some, within);
        } catch (StoreException e) {
            router.suspect(node);
            return Collections.nCopies(some.size(), e);
        }
    }

    /** Returns the answer, or an exception for an error; redirections stay as they are. */
    private Object translate(HostAndPort node, Object answer) {
        if (!(answer instanceof JedisDataException refused) || answer instanceof JedisRedirectionException) {
            return answer;
        }
        if (RedisErrors.suggestsOtherNode(refused)) {
            router.suspect(node);
            router.connections().closeConnectionsTo(node);
        }
        return RedisErrors.serverError(purpose.action(), refused);
    }

    private void redirect(
            PendingCall one, JedisRedirectionException redirection, HostAndPort node, List<PendingCall> redirected) {
        HostAndPort to = SlotMap.address(node, redirection.getTargetNode());
        RedisCommand call = calls.get(one.index());
        Target next = Target.at(to);
        try {
            if (redirection instanceof JedisAskDataException) {
                call = call.asAsking();
                next = new Target(to, node);
            } else {
                topology.slotMoved(call.slot(), to);
            }
            redirected.add(new PendingCall(one.index(), call, next, one.redirections() + 1));
        } catch (StoreException e) {
            complete(one.index(), e);
        }
    }

    private void complete(NodeBatch batch, StoreException failure) {
        batch.pending().forEach(one -> complete(one.index(), failure));
    }

    private void complete(int index, Object answer) {
        if (answers.compareAndSet(index, null, answer)) {
            unanswered.countDown();
        }
    }

    private List<Object> awaitAnswers() {
        Exception why = null;
        try {
            if (!unanswered.await(deadline.remaining().toNanos(), TimeUnit.NANOSECONDS)) {
                why = new TimeoutException("the deadline has passed");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = e;
        }
        List<Object> all = new ArrayList<>(calls.size());
        for (int index = 0; index < calls.size(); index++) {
            if (why != null) {
                complete(index, RedisErrors.noResult(purpose, why));
            }
            all.add(answers.get(index));
        }
        return all;
    }
}
