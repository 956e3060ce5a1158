package dev.tenure.store.redis.records;

import dev.tenure.spi.Ballot;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Script;
import java.util.List;

/**
 * Makes the commands that read and write the record of one election.
 *
 * @param keys the names of keys
 * @param channels where changes are published
 * @param requirement how many replicas must have a claim or renewal
 */
record LeaseCommands(Keys keys, ChangeChannels channels, ReplicaRequirement requirement) {
    private static final String NO_VERSION = "-";

    RedisCommand claim(Ballot ballot) {
        String election = ballot.election();
        Sighting replacing = ballot.condition().replacing();
        return call(
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
    }

    RedisCommand renewal(RenewalRequest request) {
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

    RedisCommand release(Lease lease, Handover to) {
        Reservation reservation = to.reservation();
        return call(
                Script.RELEASE,
                lease.election(),
                List.of(
                        Long.toString(lease.token()),
                        lease.holder().instance(),
                        reservation == null ? "0" : Micros.text(reservation.length()),
                        LeaseFormat.release(lease, reservation),
                        channels.publishCommand(),
                        channels.channelOf(lease.election())));
    }

    RedisCommand inspect(String election, boolean mustConfirm) {
        return call(Script.INSPECT, election, List.of(mustConfirm ? "1" : "0", requirement.scriptArgument()));
    }

    private RedisCommand call(Script script, String election, List<String> arguments) {
        return RedisCommand.script(keys.slot(election), script, List.of(keys.lease(election)), arguments);
    }
}
