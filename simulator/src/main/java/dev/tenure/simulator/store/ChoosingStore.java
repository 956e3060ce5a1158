package dev.tenure.simulator.store;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Registration;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.RevocationCallback;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A store that chooses who may claim, as one process sees it, by the rules of the Kafka store (decision 16).
 *
 * <p>The group only chooses. What makes a term safe is the topic: a claim finds the record that it judged, takes the
 * topic over, finds that record again, and only then writes. A leader that another has shut out has lost its term,
 * whatever the record shows.
 */
public final class ChoosingStore extends ForwardingStore {
    private static final int NOBODY = 0;

    private final TermTopic topic;
    private final StoreSteps steps;
    private final List<String> about;
    private final HeldTerm held;
    private final GroupMember member;
    private final GrantListener listener;
    private Sighting seen = new Sighting.Never();
    private int writer = NOBODY;

    /**
     * Creates the view of a process.
     *
     * @param rest what has all other elections
     */
    public ChoosingStore(
            LeaseStore rest,
            TermTopic topic,
            StoreSteps steps,
            HeldTerm held,
            GroupMember member,
            GrantListener listener) {
        super(rest);
        this.topic = topic;
        this.steps = steps;
        this.about = List.of(topic.election());
        this.held = held;
        this.member = member;
        this.listener = listener;
    }

    private boolean isMain(String election) {
        return election.equals(topic.election());
    }

    @Override
    public Registration register(String election, Identity candidate, RevocationCallback callback) {
        return isMain(election) ? member.register(candidate, callback) : super.register(election, candidate, callback);
    }

    @Override
    public Answer claim(Ballot ballot, Deadline deadline) {
        if (!isMain(ballot.election())) {
            return super.claim(ballot, deadline);
        }
        begin(true);
        Sighting judged = ballot.condition().replacing();
        if (judged == null || !steps.once(member::isOwner)) {
            return ended(new Answer.Refused(steps.once(() -> seen)));
        }
        Sighting found = takeOver(judged);
        if (found != null) {
            return ended(new Answer.Refused(found));
        }
        if (!steps.once(member::isOwner)) {
            drop();
            return ended(new Answer.Refused(judged));
        }
        return ended(open(ballot, judged));
    }

    private Answer open(Ballot ballot, Sighting replaced) {
        long began = steps.once(steps::trueNanos);
        Lease asked = ballot.grant(replaced, steps.time().wallMillis() * 1_000, "");
        Optional<Lease> written = write(asked);
        if (written.isEmpty()) {
            steps.once(() -> {
                held.notWritten();
                return asked;
            });
            return new Answer.Refused(look());
        }
        Lease lease = written.get();
        boolean counts = steps.once(() -> member.hasChoice() && !held.isDisowned(lease));
        if (counts) {
            steps.once(() -> listener.heardOfGrant(lease, began, steps));
            return new Answer.Granted(lease);
        }
        steps.once(() -> {
            held.disown(lease); // the group chose another meanwhile, or may have
            return lease;
        });
        close(lease, Handover.toAnyone());
        return new Answer.Refused(look());
    }

    @Override
    public Renewal renew(RenewalRequest request, Deadline deadline) {
        Lease last = request.held();
        if (!isMain(last.election())) {
            return super.renew(request, deadline);
        }
        begin(true);
        if (steps.once(() -> held.isLost(last))) {
            return ended(new Renewal.Lost(held.cause()));
        }
        Optional<Lease> written = steps.once(() -> Optional.ofNullable(writer == NOBODY ? null : held.written()));
        if (written.isEmpty()) {
            Sighting found = takeOver(new Sighting.Held(last, null));
            if (found != null) {
                return ended(new Renewal.Refused(found));
            }
        } else if (!written.get().isSameTerm(last) || !written.get().version().equals(last.version())) {
            return ended(new Renewal.Refused(new Sighting.Held(written.get(), null)));
        }
        Optional<Lease> renewed = write(request.next());
        if (renewed.isPresent()) {
            return ended(new Renewal.Renewed(renewed.get()));
        }
        forget();
        return ended(new Renewal.Lost("another has taken the topic over"));
    }

    @Override
    public void release(Lease lease, Handover to, Deadline deadline) {
        if (!isMain(lease.election())) {
            super.release(lease, to, deadline);
            return;
        }
        begin(true);
        boolean known = steps.once(() -> {
            Lease written = held.written();
            return writer != NOBODY && written != null && written.isSameTerm(lease) && !held.isLost(lease);
        });
        Lease last = lease;
        if (!known) {
            Sighting found = look();
            if (!(found instanceof Sighting.Held there && there.lease().isSameTerm(lease))) {
                forget();
                ended(lease);
                return;
            }
            last = there.lease();
            if (takeOver(found) != null) {
                ended(lease);
                throw new StoreException(Kind.UNREACHABLE, "the record changed while it was released");
            }
        }
        close(last, to);
        ended(lease);
    }

    private void close(Lease lease, Handover to) {
        int by = steps.once(() -> writer);
        try {
            steps.step(about, () -> {
                Optional<String> done = topic.append(by, Sighting.Released.of(lease, to.reservation()));
                done.ifPresent(version -> listener.released(lease.election(), lease.token()));
                return done;
            });
        } catch (StoreException failed) {
            drop();
            throw failed;
        }
        drop();
        forget();
    }

    @Override
    public Sighting inspect(String election, Deadline deadline) {
        if (!isMain(election)) {
            return super.inspect(election, deadline);
        }
        begin(false);
        return look();
    }

    // ---- steps

    /** Reads the topic. A record of a claim that no candidate may lead by is shown as one that must be waited out. */
    private Sighting look() {
        Sighting found = steps.step(about, topic::shown);
        return steps.once(() -> {
            seen = found instanceof Sighting.Held record && held.isDisowned(record.lease())
                    ? new Sighting.Unreadable(
                            "a claim that the group overtook",
                            found.lastToken(),
                            found.version(),
                            record.lease().ttl())
                    : found;
            return seen;
        });
    }

    /** Takes the topic over if it shows the judged record before and after. Returns what it shows instead, or null. */
    private @Nullable Sighting takeOver(Sighting judged) {
        Sighting before = look();
        if (!isSame(judged, before)) {
            return before; // without shutting another out for nothing
        }
        int taken = steps.step(about, topic::takeOver);
        Sighting after = look();
        if (!isSame(judged, after)) {
            drop();
            return after;
        }
        steps.once(() -> {
            writer = taken;
            return taken;
        });
        return null;
    }

    private static boolean isSame(Sighting judged, Sighting found) {
        return judged.getClass().equals(found.getClass()) && judged.version().equals(found.version());
    }

    /** Appends a record that opens or renews a term. Returns its lease, or nothing if another has taken over. */
    private Optional<Lease> write(Lease next) {
        int by = steps.once(() -> {
            held.sending(next);
            return writer;
        });
        try {
            Optional<String> version = steps.step(about, () -> topic.append(by, new Sighting.Held(next, null)));
            Optional<Lease> lease = version.map(next::withVersion);
            return steps.once(() -> {
                lease.ifPresent(held::wrote);
                return lease;
            });
        } catch (StoreException failed) {
            drop();
            if (failed.kind() != Kind.OUTCOME_UNKNOWN) {
                steps.once(() -> {
                    held.notWritten();
                    return failed;
                });
            }
            throw failed;
        }
    }

    private void begin(boolean writes) {
        steps.once(() -> {
            if (held.begin(writes)) {
                writer = NOBODY; // a call was given up: who knows whether its record comes
            }
            return writes;
        });
    }

    private <T> T ended(T answer) {
        return steps.once(() -> {
            held.end();
            return answer;
        });
    }

    private void drop() {
        steps.once(() -> writer = NOBODY);
    }

    private void forget() {
        steps.once(() -> {
            held.ended();
            return held;
        });
    }
}
