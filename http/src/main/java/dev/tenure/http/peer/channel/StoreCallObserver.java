package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Notes around each call to the store what the channel must know: what was written or read, and what is in doubt.
 * Thread-safe.
 */
public final class StoreCallObserver {
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(100);

    private final PeerState state;
    private final Supplier<@Nullable PeerExchange> exchange;

    /**
     * A call under way.
     *
     * @param election the election
     * @param sentNanos when it was sent
     * @param reading the reading of the record that it may become, or null if nobody watches the election
     */
    public record Call(String election, long sentNanos, FollowedElection.@Nullable Reading reading) {}

    /** Creates an observer for an exchange, which is null while the channel is not enabled. */
    public StoreCallObserver(PeerState state, Supplier<@Nullable PeerExchange> exchange) {
        this.state = state;
        this.exchange = exchange;
    }

    /** Begins a reading of the record. */
    public Call beginReading(String election) {
        long sent = state.time().nanos();
        FollowedElection followed = state.followedElections().of(election);
        return new Call(election, sent, followed == null ? null : followed.beginReading());
    }

    /**
     * Begins a write. From now on the store must be read, unless the answer shows the record: the caller may give the
     * write up, and look, long before its thread returns.
     */
    public Call beginWrite(String election) {
        FollowedElection followed = state.followedElections().of(election);
        if (followed != null) {
            followed.doubt();
        }
        return beginReading(election);
    }

    public void claimed(Call claim, Answer answer) {
        if (answer instanceof Answer.Granted granted) {
            wrote(granted.lease(), claim.sentNanos());
        } else if (answer instanceof Answer.Refused refused) {
            read(claim, refused.found());
        }
    }

    public void renewed(Call call, Lease lease, Renewal renewal) {
        if (renewal instanceof Renewal.Renewed renewed) {
            wrote(renewed.lease(), call.sentNanos());
        } else if (!isStillHeld(lease, renewal)) {
            released(lease);
        }
    }

    private static boolean isStillHeld(Lease lease, Renewal renewal) {
        return renewal instanceof Renewal.Refused refused
                && refused.found() instanceof Sighting.Held found
                && found.lease().isSameTerm(lease);
    }

    /** Notes that a term of this process is over, released or not. */
    public void released(Lease lease) {
        state.receivedRequests().forget(lease.election(), lease.token());
        if (state.writtenLeases().ended(lease)) {
            tell(lease.election(), Duration.ZERO);
        }
    }

    /**
     * Records a lease that the store has acknowledged. Followers are told after a short pause, together with others.
     */
    private void wrote(Lease lease, long sentNanos) {
        FollowedElection followed = state.followedElections().of(lease.election());
        if (followed != null) {
            followed.read(new Sighting.Held(lease, null), new FollowedElection.Reading(0, null));
        }
        // A claim whose answer was lost is first heard of by its renewal.
        boolean begins = lease.stamp().renewal() == 0 || !state.writtenLeases().holds(lease.election());
        if (state.writtenLeases().written(lease, sentNanos)) {
            tell(lease.election(), begins ? Duration.ZERO : pause(lease.ttl()));
            if (begins && followed != null) {
                whileOpen(open -> {
                    open.follow(followed); // which ends following it
                    open.leads(lease);
                });
            }
        }
    }

    private static Duration pause(Duration ttl) {
        Duration part = ttl.dividedBy(100);
        return part.compareTo(LONGEST_PAUSE) < 0 ? part : LONGEST_PAUSE;
    }

    /** Notes what the store shows. */
    public void read(Call reading, Sighting seen) {
        String election = reading.election();
        if (state.writtenLeases().saw(election, seen)) {
            tell(election, Duration.ZERO);
        }
        FollowedElection followed = state.followedElections().of(election);
        FollowedElection.Reading began = reading.reading();
        if (followed == null || began == null) {
            return;
        }
        boolean agrees = followed.read(seen, began);
        Lease pushed = began.pushed();
        whileOpen(open -> {
            if (!agrees && pushed != null) {
                open.contradicted(pushed);
            }
            open.follow(followed);
        });
    }

    /** Returns the pushed record if it can replace a read of the store; null if the store must be read. */
    public Sighting.@Nullable Held shown(String election) {
        FollowedElection followed = state.followedElections().of(election);
        PeerExchange open = exchange.get();
        return followed == null || open == null || state.writtenLeases().holds(election) ? null : open.shown(followed);
    }

    /**
     * Returns the answer to a claim that needs no store: one on condition that the term was released, while its leader
     * says that it holds it. Each pushed renewal may wake a candidate that makes such a claim in place of a look.
     */
    public Answer.@Nullable Refused refused(Ballot ballot) {
        Sighting shown = ballot.condition().requiresRelease() ? shown(ballot.election()) : null;
        return shown == null ? null : new Answer.Refused(shown);
    }

    /** Watches an election: for pushes, and at the store if that can be watched. */
    public Backend.Watch watch(LeaseStore store, String election, Runnable wakeUp) {
        Backend.Watch pushes = state.followedElections().watch(election, wakeUp);
        FollowedElection followed = state.followedElections().of(election);
        Backend.Watch changes;
        try {
            changes = store.capabilities().contains(Capability.WATCH)
                    ? store.watch(election, () -> changed(followed, wakeUp))
                    : () -> {};
        } catch (RuntimeException | Error unwatched) {
            pushes.close();
            throw unwatched;
        }
        return () -> {
            pushes.close();
            changes.close();
            if (followed != null) {
                whileOpen(open -> open.follow(followed));
            }
        };
    }

    /** The store says that the record has changed: what was pushed before may be out of date. */
    private static void changed(@Nullable FollowedElection followed, Runnable wakeUp) {
        if (followed != null) {
            followed.doubt();
        }
        wakeUp.run();
    }

    private void tell(String election, Duration pause) {
        whileOpen(open -> open.changed(election, pause));
    }

    private void whileOpen(Consumer<PeerExchange> action) {
        PeerExchange open = exchange.get();
        if (open != null) {
            action.accept(open);
        }
    }
}
