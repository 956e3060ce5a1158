package dev.tenure.internal.fleet;

import dev.tenure.Identity;
import dev.tenure.Successor;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Asks the leader of an election to resign, through the store: from any process, whether it stands or not.
 *
 * @param store where the election is kept
 * @param by who asks
 */
public record RequestSender(LeaseStore store, Identity by) {

    /** Asks the present leader to resign, in favour of the named candidate if there is a name. */
    public void submit(String election, @Nullable Successor to, Deadline deadline) {
        if (!store.capabilities().contains(Capability.REQUESTS)) {
            throw new UnsupportedOperationException("the " + store.name()
                    + " store passes no requests on: have the leader's own process resign, or use the peer channel");
        }
        if (to != null && !store.capabilities().contains(Capability.ROSTER)) {
            throw new UnsupportedOperationException("the " + store.name() + " store keeps no roster, so that nobody is"
                    + " known to transfer to: request a resignation, or use the peer channel, which adds a roster");
        }
        if (!(store.inspect(election, deadline) instanceof Sighting.Held held)) {
            throw new IllegalStateException("nobody leads '" + election + "': there is nobody to ask");
        }
        if (to != null && to.is(held.lease().holder())) {
            return; // leads already, as is wished
        }
        String successor = to == null ? null : successor(election, to, deadline);
        Instant now = ClockReading.of(deadline.time()).instant();
        store.requests().submit(new Request(election, held.lease().token(), successor, now, by.name()), deadline);
    }

    private String successor(String election, Successor to, Deadline deadline) {
        List<RosterEntry> own = store.roster().members(election, deadline);
        List<RosterEntry> listed =
                own.isEmpty() ? store.roster().members(ShardNames.rosterOf(election), deadline) : own;
        List<RosterEntry> members = listed.stream()
                .filter(member ->
                        isRecent(member, ClockReading.of(deadline.time()).instant()))
                .toList();
        return members.stream()
                .filter(member -> member.able() && to.is(member.candidate()))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(noSuch(to, election, members)))
                .candidate()
                .instance();
    }

    /** Tells, for people and by wall clocks, whether a candidate has shown a sign of life lately. */
    static boolean isRecent(RosterEntry member, Instant now) {
        return member.heartbeat()
                .at()
                .plus(member.heartbeat().validFor().multipliedBy(2))
                .isAfter(now);
    }

    public static String noSuch(Successor candidate, String election, List<RosterEntry> members) {
        String there = members.stream()
                .map(member -> member.candidate().name() + (member.able() ? "" : " (not able)"))
                .sorted()
                .collect(Collectors.joining(", "));
        return "no candidate '" + candidate + "' that is able to lead stands in '" + election + "'; there "
                + (there.isEmpty() ? "is none" : "are: " + there);
    }
}
