package dev.tenure.store.redis.records;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.store.redis.records.UnconfirmedWrites.Snapshot;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.LeaseCalls;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/**
 * Claims, renews, releases and reads leases, each with one script on the record of its election. Thread-safe.
 *
 * <p>It remembers elections in which one of its own writes may have taken effect without enough replicas. Such a record
 * is confirmed before it is returned: the engine would adopt it, and lead by a record that a fail-over may lose.
 */
public final class LeaseRecords implements LeaseCalls {
    private static final int SCAN_COUNT = 1_000;

    private final CommandRouter router;
    private final Keys keys;
    private final LeaseCommands commands;
    private final UnconfirmedWrites unconfirmed = new UnconfirmedWrites();
    private final RedisRounds rounds;

    public LeaseRecords(CommandRouter router, Keys keys, ChangeChannels channels, ReplicaRequirement requirement) {
        this.router = router;
        this.keys = keys;
        this.commands = new LeaseCommands(keys, channels, requirement);
        this.rounds = new RedisRounds(router, commands, unconfirmed);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        String election = ballot.election();
        return answer(election, write("claiming " + election, election, commands.claim(ballot), deadline));
    }

    static Answer answer(String election, ScriptReply reply) {
        Sighting found = LeaseFormat.read(election, reply);
        return reply.granted() && found instanceof Sighting.Held held
                ? new Answer.Granted(held.lease())
                : new Answer.Refused(found);
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        String election = request.held().election();
        return renewal(election, write("renewing " + election, election, commands.renewal(request), deadline));
    }

    static Renewal renewal(String election, ScriptReply reply) {
        Sighting found = LeaseFormat.read(election, reply);
        return reply.granted() && found instanceof Sighting.Held held
                ? new Renewal.Renewed(held.lease())
                : new Renewal.Refused(found);
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> all, Deadline deadline) {
        return round(Round.ofRenewals(all), deadline).renewals();
    }

    @Override
    public RoundAnswer round(Round round, Deadline deadline) {
        return rounds.run(round, deadline);
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        router.send(
                new CallPurpose("releasing " + lease.election(), CallPurpose.Type.WRITE),
                commands.release(lease, to),
                deadline);
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        Snapshot before = unconfirmed.of(election);
        boolean mustConfirm = unconfirmed.isUnconfirmed(election);
        CallPurpose purpose = new CallPurpose(
                "looking at " + election, mustConfirm ? CallPurpose.Type.CONFIRMED_READ : CallPurpose.Type.READ);
        ScriptReply reply =
                ScriptReply.read(router.send(purpose, commands.inspect(election, mustConfirm), deadline));
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

    private ScriptReply write(String action, String election, RedisCommand call, Deadline deadline) {
        Snapshot before = unconfirmed.begin(election);
        Object answer;
        try {
            answer = router.send(new CallPurpose(action, CallPurpose.Type.LEASE_WRITE), List.of(call), deadline)
                    .get(0);
        } catch (StoreException e) {
            answer = e;
        }
        Optional<ScriptReply> reply = unconfirmed.settle(before, answer);
        if (answer instanceof StoreException failed) {
            throw failed;
        }
        return reply.orElseThrow();
    }
}
