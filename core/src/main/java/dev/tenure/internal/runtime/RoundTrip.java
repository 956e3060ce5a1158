package dev.tenure.internal.runtime;

import dev.tenure.internal.runtime.RoundRider.Ride;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Round;
import dev.tenure.spi.RoundAnswer;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One call to the store and what it carries.
 *
 * @param renewals leases to renew
 * @param claims ballots
 * @param looks elections whose records are looked at
 * @param ride what travels along
 */
record RoundTrip(
        List<RoundItem<RenewalRequest, Renewal>> renewals,
        List<RoundItem<PreparedClaim, Answer>> claims,
        List<RoundItem<String, Sighting>> looks,
        Ride ride) {

    /** A ballot, and what must have told the store of this candidate before it is sent. */
    record PreparedClaim(Ballot ballot, StorePresence presence) {}

    static RoundTrip ofRenewals(List<RoundItem<RenewalRequest, Renewal>> renewals) {
        return new RoundTrip(renewals, List.of(), List.of(), Ride.NONE);
    }

    static RoundTrip ofClaims(List<RoundItem<PreparedClaim, Answer>> claims) {
        return new RoundTrip(List.of(), claims, List.of(), Ride.NONE);
    }

    static RoundTrip ofLooks(List<RoundItem<String, Sighting>> looks) {
        return new RoundTrip(List.of(), List.of(), looks, Ride.NONE);
    }

    RoundTrip with(List<RoundItem<String, Sighting>> moreLooks, Ride newRide) {
        return new RoundTrip(renewals, claims, moreLooks, newRide);
    }

    /** Returns how many leases it renews or claims. */
    int leases() {
        return renewals.size() + claims.size();
    }

    /** Tells whether it carries one thing only, so that there is nothing to split. */
    boolean isSingle() {
        return leases() + looks.size() == 1 && ride.isEmpty();
    }

    EventLoop.Urgency urgency() {
        if (!renewals.isEmpty()) {
            return EventLoop.Urgency.RENEWAL;
        }
        return claims.isEmpty() ? EventLoop.Urgency.LOOK : EventLoop.Urgency.CLAIM;
    }

    /** Returns how long is left until the first of its members must have an outcome. */
    long leftNanos(long nowNanos) {
        return Stream.of(renewals, claims, looks)
                .flatMap(List::stream)
                .mapToLong(item -> item.deadlineNanos() - nowNanos)
                .min()
                .orElse(ride.withinNanos());
    }

    /** Returns how long its members had when they were asked for, before any of them had to wait. */
    long budgetNanos() {
        return Stream.of(renewals, claims, looks)
                .flatMap(List::stream)
                .mapToLong(RoundItem::budgetNanos)
                .max()
                .orElse(ride.withinNanos());
    }

    /** Makes the call. Not on the loop. */
    RoundAnswer send(LeaseStore store, Deadline deadline) {
        claims.forEach(item -> item.asked().presence().await());
        if (isSingle()) {
            return sendSingle(store, deadline);
        }
        Round round = new Round(
                renewals.stream().map(RoundItem::asked).toList(),
                claims.stream().map(item -> item.asked().ballot()).toList(),
                ride.entries(),
                ride.requests(),
                looks.stream().map(RoundItem::asked).toList());
        return store.capabilities().contains(Capability.ROUND)
                ? store.round(round, deadline)
                : answer(store.renewAll(round.renewals(), deadline), List.of(), Map.of());
    }

    private RoundAnswer sendSingle(LeaseStore store, Deadline deadline) {
        if (!renewals.isEmpty()) {
            Renewal renewal = store.renew(renewals.get(0).asked(), deadline);
            return answer(List.of(Optional.of(renewal)), List.of(), Map.of());
        }
        if (!claims.isEmpty()) {
            Answer claimed = store.claim(claims.get(0).asked().ballot(), deadline);
            return answer(List.of(), List.of(Optional.of(claimed)), Map.of());
        }
        String election = looks.get(0).asked();
        return answer(List.of(), List.of(), Map.of(election, store.inspect(election, deadline)));
    }

    private static RoundAnswer answer(
            List<Optional<Renewal>> renewals, List<Optional<Answer>> claims, Map<String, Sighting> sightings) {
        return new RoundAnswer(renewals, claims, Map.of(), Map.of(), sightings);
    }

    /** Tells whether the answer has an outcome for each lease. */
    boolean isAnsweredBy(RoundAnswer answer) {
        return answer.renewals().size() == renewals.size() && answer.claims().size() == claims.size();
    }
}
