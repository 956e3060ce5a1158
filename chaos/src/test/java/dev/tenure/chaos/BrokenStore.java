package dev.tenure.chaos;

import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongUnaryOperator;

/** A store whose leases come with other tokens than those it keeps. */
final class BrokenStore extends ForwardingStore {
    private final LongUnaryOperator tokens;
    private final Map<String, Lease> kept = new ConcurrentHashMap<>();

    BrokenStore(LeaseStore store, LongUnaryOperator tokens) {
        super(store);
        this.tokens = tokens;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Answer answer = super.claim(ballot, deadline);
        return answer instanceof Answer.Granted granted
                ? new Answer.Granted(told(granted.lease()), granted.hold())
                : answer;
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        Lease held = kept(request.held());
        Lease next = held.renewed(request.next().ttl(), request.next().stamp());
        Renewal answer = super.renew(new RenewalRequest(held, next), deadline);
        return answer instanceof Renewal.Renewed renewed ? new Renewal.Renewed(told(renewed.lease())) : answer;
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        super.release(kept(lease), to, deadline);
    }

    private Lease kept(Lease told) {
        return kept.getOrDefault(told.election(), told);
    }

    private Lease told(Lease lease) {
        kept.put(lease.election(), lease);
        long token = tokens.applyAsLong(lease.token());
        return new Lease(
                lease.election(), lease.holder(), token, 0, lease.since(), lease.ttl(), lease.stamp(), lease.version());
    }
}
