package dev.tenure.store.redis.records;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.command.Script;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.store.redis.records.UnconfirmedWrites.Snapshot;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.LeaseCalls;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/**
 * Claims, renews, releases and reads leases, each with one script on the record of its election. Thread-safe.
 *
 * <p>It remembers elections in which one of its own writes may have taken effect without enough replicas. Such a record
 * is confirmed before it is returned: the engine would adopt it, and lead by a record that a fail-over may lose.
 */
public final class LeaseRecords implements LeaseCalls {
    private static final String NO_VERSION = "-";
    private static final int SCAN_COUNT = 1_000;

    private final CommandRouter router;
    private final Keys keys;
    private final ChangeChannels channels;
    private final ReplicaRequirement requirement;
    private final UnconfirmedWrites unconfirmed = new UnconfirmedWrites();

    public LeaseRecords(CommandRouter router, Keys keys, ChangeChannels channels, ReplicaRequirement requirement) {
        this.router = router;
        this.keys = keys;
        this.channels = channels;
        this.requirement = requirement;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        String election = ballot.election();
        Sighting replacing = ballot.condition().replacing();
        RedisCommand call = call(
                Script.CLAIM,
                election,
                List.of(
                        replacing == null ? NO_VERSION : replacing.version(),
                        ballot.condition().waitedOut() ? "1" : "0",
                        Long.toString(ballot.condition().highestToken()),
                        ballot.candidate().instance(),
                        Micros.text(ballot.ttl()),
                        requirement.scriptArgument(),
                        LeaseFormat.claim(ballot),
                        channels.publishCommand(),
                        channels.channelOf(election)));
        ScriptReply reply =
                write(new CallPurpose("claiming " + election, CallPurpose.Type.CLAIM), election, call, deadline);
        Sighting found = LeaseFormat.read(election, reply);
        return reply.granted() && found instanceof Sighting.Held held
                ? new Answer.Granted(held.lease())
                : new Answer.Refused(found);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        String election = request.held().election();
        ScriptReply reply = write(
                new CallPurpose("renewing " + election, CallPurpose.Type.RENEWAL),
                election,
                renewal(request),
                deadline);
        return renewal(election, reply);
    }

    /** Renews all leases, in one batch per node. The caller renews those alone that failed here. */
    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> all, Deadline deadline) {
        deadline.requireLeft();
        List<String> elections =
                all.stream().map(request -> request.held().election()).toList();
        CallPurpose purpose = new CallPurpose("renewing " + all.size() + " leases", CallPurpose.Type.RENEWAL);
        List<Snapshot> before = elections.stream().map(unconfirmed::begin).toList();
        List<Object> answers = send(purpose, all.stream().map(this::renewal).toList(), deadline);
        List<Optional<Renewal>> renewals = new ArrayList<>();
        StoreException failure = null;
        for (int i = 0; i < answers.size(); i++) {
            Optional<ScriptReply> reply = settle(before.get(i), answers.get(i));
            if (answers.get(i) instanceof StoreException failed) {
                failure = worse(failure, failed);
            }
            String election = elections.get(i);
            renewals.add(reply.map(answered -> renewal(election, answered)));
        }
        if (failure != null && renewals.stream().noneMatch(Optional::isPresent)) {
            throw failure;
        }
        return renewals;
    }

    /** Returns a failure of the whole batch as the failure of each command. */
    private List<Object> send(CallPurpose purpose, List<RedisCommand> calls, Deadline deadline) {
        try {
            return router.send(purpose, calls, deadline);
        } catch (StoreException e) {
            return Collections.nCopies(calls.size(), e);
        }
    }

    private static StoreException worse(@Nullable StoreException one, StoreException other) {
        return one == null || other.kind() == Kind.OUTCOME_UNKNOWN ? other : one;
    }

    private RedisCommand renewal(RenewalRequest request) {
        Lease held = request.held();
        Lease next = request.next();
        return call(
                Script.RENEW,
                held.election(),
                List.of(
                        Long.toString(held.token()),
                        held.holder().instance(),
                        Long.toString(held.stamp().renewal()),
                        Long.toString(held.stamp().attempt()),
                        Micros.text(next.ttl()),
                        requirement.scriptArgument(),
                        LeaseFormat.renewal(next)));
    }

    private static Renewal renewal(String election, ScriptReply reply) {
        Sighting found = LeaseFormat.read(election, reply);
        return reply.granted() && found instanceof Sighting.Held held
                ? new Renewal.Renewed(held.lease())
                : new Renewal.Refused(found);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        String election = lease.election();
        Reservation reservation = to.reservation();
        RedisCommand call = call(
                Script.RELEASE,
                election,
                List.of(
                        Long.toString(lease.token()),
                        lease.holder().instance(),
                        reservation == null ? "0" : Micros.text(reservation.length()),
                        LeaseFormat.release(lease, reservation),
                        channels.publishCommand(),
                        channels.channelOf(election)));
        router.send(new CallPurpose("releasing " + election, CallPurpose.Type.WRITE), call, deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        Snapshot before = unconfirmed.of(election);
        boolean mustConfirm = unconfirmed.isUnconfirmed(election);
        RedisCommand call =
                call(Script.INSPECT, election, List.of(mustConfirm ? "1" : "0", requirement.scriptArgument()));
        CallPurpose purpose = new CallPurpose(
                "looking at " + election, mustConfirm ? CallPurpose.Type.CONFIRMED_READ : CallPurpose.Type.READ);
        ScriptReply reply = ScriptReply.read(router.send(purpose, call, deadline));
        if (reply.wrote()) {
            unconfirmed.confirmed(before);
        }
        return LeaseFormat.read(election, reply);
    }

    /** Returns the names of all elections on all masters. */
    @Override
    public List<String> elections(Deadline deadline) {
        deadline.requireLeft();
        Set<String> found = new TreeSet<>();
        for (HostAndPort master : router.topology().masters(deadline)) {
            String cursor = "0";
            do {
                RedisCommand call = RedisCommand.command(
                        0, Protocol.Command.SCAN, cursor, "MATCH", keys.leasePattern(), "COUNT", SCAN_COUNT);
                List<?> page = (List<?>) router.connections().ask(master, "listing the elections", call, deadline);
                cursor = Replies.text(page.get(0));
                for (Object key : (List<?>) page.get(1)) {
                    keys.electionOf(Replies.text(key)).ifPresent(found::add);
                }
            } while (!cursor.equals("0"));
        }
        return List.copyOf(found);
    }

    private RedisCommand call(Script script, String election, List<String> arguments) {
        return RedisCommand.script(keys.slot(election), script, List.of(keys.lease(election)), arguments);
    }

    private ScriptReply write(CallPurpose purpose, String election, RedisCommand call, Deadline deadline) {
        Snapshot before = unconfirmed.begin(election);
        Object answer = send(purpose, List.of(call), deadline).get(0);
        return settle(before, answer).orElseThrow(() -> (StoreException) answer);
    }

    /**
     * Settles a write: a confirmed one leaves nothing unconfirmed, and a refusal leaves what was unconfirmed before.
     */
    private Optional<ScriptReply> settle(Snapshot before, Object answer) {
        if (answer instanceof StoreException failed) {
            unconfirmed.end(before.election(), failed.kind() != Kind.OUTCOME_UNKNOWN);
            return Optional.empty();
        }
        ScriptReply reply = ScriptReply.read(answer);
        if (reply.wrote()) {
            unconfirmed.confirmed(before);
        }
        unconfirmed.end(before.election(), true);
        return Optional.of(reply);
    }
}
