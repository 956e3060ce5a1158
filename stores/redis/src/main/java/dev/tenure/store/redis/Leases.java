package dev.tenure.store.redis;

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
import dev.tenure.store.redis.Doubts.Doubt;
import dev.tenure.store.redis.Errand.Care;
import java.nio.charset.StandardCharsets;
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
 * Reads and writes the records of elections, each call by one script. Thread-safe.
 *
 * <p>It remembers in which elections a write of its own may have taken effect without enough replicas having it. What
 * such a record shows is confirmed before it is shown: the engine would adopt it, and lead by what a fail-over undoes.
 */
final class Leases {
    private static final String NO_VERSION = "-";
    private static final int SCAN_AT_ONCE = 1_000;

    private final Post post;
    private final Keys keys;
    private final Bell bell;
    private final Quorum quorum;
    private final Doubts doubts = new Doubts();

    Leases(Post post, Keys keys, Bell bell, Quorum quorum) {
        this.post = post;
        this.keys = keys;
        this.bell = bell;
        this.quorum = quorum;
    }

    Answer claim(Ballot ballot, Deadline deadline) {
        String election = ballot.election();
        Sighting replacing = ballot.condition().replacing();
        Call call = call(
                Script.CLAIM,
                election,
                List.of(
                        replacing == null ? NO_VERSION : replacing.version(),
                        ballot.condition().waitedOut() ? "1" : "0",
                        Long.toString(ballot.condition().highestToken()),
                        ballot.candidate().instance(),
                        Fields.text(ballot.ttl()),
                        quorum.wanted(),
                        LeaseFormat.claim(ballot),
                        bell.how(),
                        bell.where(election)));
        Reply reply = write("claiming " + election, election, call, deadline);
        Sighting found = reply.found(election);
        return reply.granted() && found instanceof Sighting.Held held
                ? new Answer.Granted(held.lease())
                : new Answer.Refused(found);
    }

    Renewal renew(RenewalRequest extension, Deadline deadline) {
        String election = extension.held().election();
        Reply reply = write("renewing " + election, election, renewal(extension), deadline);
        return renewal(election, reply);
    }

    /** Those of one node travel together. What ended badly is left to the caller to renew alone. */
    List<Optional<Renewal>> renewAll(List<RenewalRequest> all, Deadline deadline) {
        deadline.requireLeft();
        List<String> elections =
                all.stream().map(extension -> extension.held().election()).toList();
        Errand errand = new Errand("renewing " + all.size() + " leases", Care.LEASE);
        List<Doubt> before = elections.stream().map(doubts::begin).toList();
        List<Object> answers = send(errand, all.stream().map(this::renewal).toList(), deadline);
        List<Optional<Renewal>> renewals = new ArrayList<>();
        StoreException failure = null;
        for (int i = 0; i < answers.size(); i++) {
            Optional<Reply> reply = settle(before.get(i), answers.get(i));
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

    /** Returns a failure of the whole as that of each. */
    private List<Object> send(Errand errand, List<Call> calls, Deadline deadline) {
        try {
            return post.send(errand, calls, deadline);
        } catch (StoreException e) {
            return Collections.nCopies(calls.size(), e);
        }
    }

    private static StoreException worse(@Nullable StoreException one, StoreException other) {
        return one == null || other.kind() == Kind.OUTCOME_UNKNOWN ? other : one;
    }

    private Call renewal(RenewalRequest extension) {
        Lease held = extension.held();
        Lease next = extension.next();
        return call(
                Script.RENEW,
                held.election(),
                List.of(
                        Long.toString(held.token()),
                        held.holder().instance(),
                        Long.toString(held.stamp().renewal()),
                        Long.toString(held.stamp().attempt()),
                        Fields.text(next.ttl()),
                        quorum.wanted(),
                        LeaseFormat.renewal(next)));
    }

    private static Renewal renewal(String election, Reply reply) {
        Sighting found = reply.found(election);
        return reply.granted() && found instanceof Sighting.Held held
                ? new Renewal.Renewed(held.lease())
                : new Renewal.Refused(found);
    }

    void release(Lease lease, Handover to, Deadline deadline) {
        String election = lease.election();
        Reservation reservation = to.reservation();
        Call call = call(
                Script.RELEASE,
                election,
                List.of(
                        Long.toString(lease.token()),
                        lease.holder().instance(),
                        reservation == null ? "0" : Fields.text(reservation.length()),
                        LeaseFormat.release(lease, reservation),
                        bell.how(),
                        bell.where(election)));
        post.send(new Errand("releasing " + election, Care.WRITE), call, deadline);
    }

    Sighting inspect(String election, Deadline deadline) {
        Doubt before = doubts.of(election);
        boolean doubted = doubts.isAny(election);
        Call call = call(Script.LOOK, election, List.of(doubted ? "1" : "0", quorum.wanted()));
        Errand errand = new Errand("looking at " + election, doubted ? Care.CONFIRM : Care.LOOK);
        Reply reply = Reply.read(post.send(errand, call, deadline));
        if (reply.wrote()) {
            doubts.confirmed(before);
        }
        return reply.found(election);
    }

    /** Returns the names of the elections, from all masters. */
    List<String> elections(Deadline deadline) {
        deadline.requireLeft();
        Set<String> found = new TreeSet<>();
        for (HostAndPort master : post.topology().masters(deadline)) {
            String cursor = "0";
            do {
                Call call = Call.command(
                        0, Protocol.Command.SCAN, cursor, "MATCH", keys.leasePattern(), "COUNT", SCAN_AT_ONCE);
                List<?> page = (List<?>) post.switchboard().ask(master, "listing the elections", call, deadline);
                cursor = text(page.get(0));
                for (Object key : (List<?>) page.get(1)) {
                    keys.electionOf(text(key)).ifPresent(found::add);
                }
            } while (!cursor.equals("0"));
        }
        return List.copyOf(found);
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }

    private Call call(Script script, String election, List<String> arguments) {
        return Call.script(keys.slot(election), script, List.of(keys.lease(election)), arguments);
    }

    private Reply write(String doing, String election, Call call, Deadline deadline) {
        Doubt before = doubts.begin(election);
        Object answer =
                send(new Errand(doing, Care.LEASE), List.of(call), deadline).get(0);
        return settle(before, answer).orElseThrow(() -> (StoreException) answer);
    }

    /** A write that is confirmed leaves no doubt; a refusal leaves what there was before. */
    private Optional<Reply> settle(Doubt before, Object answer) {
        if (answer instanceof StoreException failed) {
            doubts.end(before.election(), failed.kind() != Kind.OUTCOME_UNKNOWN);
            return Optional.empty();
        }
        Reply reply = Reply.read(answer);
        if (reply.wrote()) {
            doubts.confirmed(before);
        }
        doubts.end(before.election(), true);
        return Optional.of(reply);
    }
}
