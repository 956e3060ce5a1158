package dev.tenure.store.kafka.log;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.log.LogRecord.Proposal;
import dev.tenure.store.kafka.log.PendingWrites.Decision;
import dev.tenure.store.support.LeaseCalls;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Leases as records of the log: each write names the record that it replaces. Thread-safe. */
final class LogLeases implements LeaseCalls {
    /** Another renewal of ours may land between reading and releasing; more than a few cannot. */
    private static final int RELEASE_TRIES = 4;

    private final ElectionLog log;
    private final TimeSource time = TimeSource.system();

    LogLeases(ElectionLog log) {
        this.log = log;
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        Sighting named = ballot.condition().replacing();
        boolean requiresRelease = ballot.condition().requiresRelease();
        if (!requiresRelease
                && (named == null
                        || (named instanceof Sighting.Held
                                && !ballot.condition().waitedOut()))) {
            throw new IllegalArgumentException(
                    "the kafka store has no clock: a claim must name what it replaces, and have waited it out");
        }
        log.prepare(deadline);
        Sighting replacing = requiresRelease ? released(ballot, deadline) : named;
        Version version = replacing == null ? null : version(replacing);
        if (replacing == null || version == null) {
            return new Answer.Refused(inspect(ballot.election(), deadline));
        }
        Lease asked = ballot.grant(replacing, time.wallMillis() * 1000, "");
        Decision decision = log.write(proposal(asked, version), deadline);
        return decision.takesEffect() ? new Answer.Granted(lease(decision)) : new Answer.Refused(decision.present());
    }

    /**
     * Returns the mark of the release that such a claim requires, or null if there is none. A wake-up comes after this
     * process has read what changed, so the log need not be read again to find it.
     */
    private @Nullable Sighting released(Ballot ballot, Deadline deadline) {
        Sighting shown = log.view().present(ballot.election()); // once: what is replaced must be what was judged
        if (isReleasedFor(ballot, shown)) {
            return shown;
        }
        Sighting found = inspect(ballot.election(), deadline);
        return isReleasedFor(ballot, found) ? found : null;
    }

    private static boolean isReleasedFor(Ballot ballot, Sighting shown) {
        if (!(shown instanceof Sighting.Released mark)
                || mark.lastToken() != ballot.condition().highestToken()) {
            return false;
        }
        Reservation reservation = mark.reservation();
        return reservation == null
                || reservation.instance().equals(ballot.candidate().instance());
    }

    /** Returns the version of the record that was seen, or null if it cannot be a record of this log. */
    private static @Nullable Version version(Sighting seen) {
        try {
            return Version.parse(seen.version());
        } catch (IllegalArgumentException notOurs) {
            return null;
        }
    }

    private static Proposal proposal(Lease lease, Version replaces) {
        return new Proposal(RecordFormat.newId(), lease.election(), replaces, new Sighting.Held(lease, null));
    }

    private static Lease lease(Decision decision) {
        return ((Sighting.Held) decision.present()).lease();
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        return renewAll(List.of(request), deadline).get(0).orElseThrow();
    }

    @Override
    public List<Optional<Renewal>> renewAll(List<RenewalRequest> requests, Deadline deadline) {
        deadline.requireLeft();
        if (requests.isEmpty()) {
            return List.of();
        }
        log.prepare(deadline);
        List<Proposal> proposals = new ArrayList<>();
        for (RenewalRequest request : requests) {
            proposals.add(proposal(request.next(), Version.parse(request.held().version())));
        }
        return log.writeAll(proposals, deadline).stream()
                .map(decided -> decided.map(LogLeases::renewal))
                .toList();
    }

    private static Renewal renewal(Decision decision) {
        return decision.takesEffect() ? new Renewal.Renewed(lease(decision)) : new Renewal.Refused(decision.present());
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        log.prepare(deadline);
        Version version = Version.parse(lease.version());
        for (int tries = 0; tries < RELEASE_TRIES; tries++) {
            Sighting mark = Sighting.Released.of(lease, to.reservation());
            Decision decision =
                    log.write(new Proposal(RecordFormat.newId(), lease.election(), version, mark), deadline);
            if (decision.takesEffect()
                    || !(decision.present() instanceof Sighting.Held held)
                    || !held.lease().isSameTerm(lease)) {
                return;
            }
            version = Version.parse(held.version());
        }
        throw new StoreException(
                StoreException.Kind.OUTCOME_UNKNOWN,
                "the record of " + lease.election() + " changed " + RELEASE_TRIES + " times while it was released");
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        return log.catchUp(() -> log.view().present(election), deadline).orElseGet(Sighting.Never::new);
    }

    @Override
    public List<String> elections(Deadline deadline) {
        Set<String> names = log.catchUp(() -> log.view().elections(), deadline).orElseGet(Set::of);
        return names.stream().filter(name -> !name.startsWith(LogBatons.PREFIX)).toList();
    }
}
