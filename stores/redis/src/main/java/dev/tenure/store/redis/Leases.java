package dev.tenure.store.redis;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Extension;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import dev.tenure.store.redis.Errand.Care;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
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
    private final Set<String> doubtful = ConcurrentHashMap.newKeySet();

    Leases(Post post, Keys keys, Bell bell, Quorum quorum) {
        this.post = post;
        this.keys = keys;
        this.bell = bell;
        this.quorum = quorum;
    }

    Answer claim(Ballot ballot, Deadline deadline) {
        String election = ballot.election();
        Sighting replacing = ballot.grounds().replacing();
        Call call = call(
                Script.CLAIM,
                election,
                List.of(
                        replacing == null ? NO_VERSION : replacing.version(),
                        ballot.grounds().waitedOut() ? "1" : "0",
                        Long.toString(ballot.grounds().highestToken()),
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

    Renewal renew(Extension extension, Deadline deadline) {
        String election = extension.held().election();
        Reply reply = write("renewing " + election, election, renewal(extension), deadline);
        return renewal(election, reply);
    }

    /** Those of one node travel together. What ended badly is left to the caller to renew alone. */
    List<Optional<Renewal>> renewAll(List<Extension> all, Deadline deadline) {
        deadline.requireLeft();
        List<String> elections =
                all.stream().map(extension -> extension.held().election()).toList();
        Errand errand = new Errand("renewing " + all.size() + " leases", Care.LEASE);
        Set<String> newlyDoubtful = elections.stream().filter(doubtful::add).collect(Collectors.toSet());
        List<Object> answers = post.send(errand, all.stream().map(this::renewal).toList(), deadline);
        List<Optional<Renewal>> renewals = new ArrayList<>();
        StoreException failure = null;
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof StoreException failed) {
                failure = worse(failure, failed);
                renewals.add(Optional.empty());
            } else {
                String election = elections.get(i);
                Reply reply = Reply.read(answers.get(i));
                settle(election, reply, newlyDoubtful.contains(election));
                renewals.add(Optional.of(renewal(election, reply)));
            }
        }
        if (failure != null && renewals.stream().noneMatch(Optional::isPresent)) {
            if (failure.kind() != Kind.OUTCOME_UNKNOWN) {
                doubtful.removeAll(newlyDoubtful);
            }
            throw failure;
        }
        return renewals;
    }

    private static StoreException worse(@Nullable StoreException one, StoreException other) {
        return one == null || other.kind() == Kind.OUTCOME_UNKNOWN ? other : one;
    }

    private Call renewal(Extension extension) {
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
        boolean doubted = doubtful.contains(election);
        Call call = call(Script.LOOK, election, List.of(doubted ? "1" : "0", quorum.wanted()));
        Errand errand = new Errand("looking at " + election, doubted ? Care.CONFIRM : Care.LOOK);
        Reply reply = Reply.read(post.send(errand, call, deadline));
        if (reply.wrote()) {
            doubtful.remove(election);
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
        boolean newlyDoubtful = doubtful.add(election);
        try {
            Reply reply = Reply.read(post.send(new Errand(doing, Care.LEASE), call, deadline));
            settle(election, reply, newlyDoubtful);
            return reply;
        } catch (StoreException e) {
            if (e.kind() != Kind.OUTCOME_UNKNOWN && newlyDoubtful) {
                doubtful.remove(election);
            }
            throw e;
        }
    }

    /** A write that is confirmed leaves no doubt; a refusal leaves what there was before. */
    private void settle(String election, Reply reply, boolean newlyDoubtful) {
        if (reply.wrote() || newlyDoubtful) {
            doubtful.remove(election);
        }
    }
}
