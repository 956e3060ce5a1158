package dev.tenure.http.peer;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRefusedException;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Sends single questions to leaders: for rosters, or a request to resign or transfer. The store names the leader.
 * Thread-safe.
 */
final class LeaderQueries {
    private static final int MOST_ASKED = 100;

    private final PeerState state;
    private final BiFunction<String, Deadline, Sighting> store;
    private final Supplier<@Nullable PeerChannel> channel;
    private final Map<PeerAddress, Boolean> askedBefore = new ConcurrentHashMap<>();

    LeaderQueries(
            PeerState state, BiFunction<String, Deadline, Sighting> store, Supplier<@Nullable PeerChannel> channel) {
        this.state = state;
        this.store = store;
        this.channel = channel;
    }

    /** Sends a request to the leader it is meant for; void if its term is over. */
    void submit(Request request, Deadline deadline) {
        if (!(store.apply(request.election(), deadline) instanceof Sighting.Held held)
                || held.lease().token() != request.token()) {
            return;
        }
        if (state.writtenLeases().leads(request.election(), request.token())) {
            state.receivedRequests().put(request);
            state.followedElections().wake(request.election());
            return;
        }
        ask(addressOf(held.lease()), question(Set.of(), request), deadline);
    }

    /** Returns the entries that the leader of this roster's election knows; without one, those of all known leaders. */
    List<PeerRosterEntry> members(String roster, Deadline deadline) {
        Set<PeerAddress> addresses = new LinkedHashSet<>();
        if (channel.get() == null) {
            return List.of();
        }
        if (store.apply(roster, deadline) instanceof Sighting.Held held) {
            addresses.add(addressOf(held.lease()));
        } else {
            addresses.addAll(open().asked());
            addresses.addAll(askedBefore.keySet()); // shards share a roster that is no election
        }
        List<PeerRosterEntry> entries = new ArrayList<>();
        for (PeerAddress address : addresses) {
            entries.addAll(
                    ask(address, question(Set.of(roster), null), deadline).entries());
        }
        return entries;
    }

    private PeerQuestion question(Set<String> rosters, @Nullable Request request) {
        return new PeerQuestion(
                state.sender().next(null), ReadPosition.NONE, Duration.ZERO, Set.of(), rosters, request);
    }

    private PeerAddress addressOf(Lease lease) {
        PeerAddress address = PeerAddress.parse(lease.holder().address())
                .orElseThrow(() -> new StoreException(
                        Kind.MISCONFIGURED,
                        lease.holder().name() + ", which leads '" + lease.election()
                                + "', states no address of the form HOST:PORT: it cannot be asked over the peer"
                                + " channel"));
        if (askedBefore.size() >= MOST_ASKED) {
            askedBefore.clear();
        }
        askedBefore.put(address, true);
        return address;
    }

    private PeerChannel open() {
        PeerChannel open = channel.get();
        if (open == null) {
            throw new StoreException(
                    Kind.MISCONFIGURED, "the peer channel is not enabled, and this store passes no requests on itself");
        }
        return open;
    }

    private PeerReply ask(PeerAddress address, PeerQuestion question, Deadline deadline) {
        deadline.requireLeft();
        try {
            return open().ask(address, question, deadline);
        } catch (TimeoutException late) {
            throw new StoreException(Kind.OUTCOME_UNKNOWN, address + " did not answer in time", late);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new StoreException(Kind.OUTCOME_UNKNOWN, "interrupted while asking " + address, interrupted);
        } catch (ExecutionException failed) {
            throw failure(address, failed.getCause() == null ? failed : failed.getCause());
        }
    }

    private static StoreException failure(PeerAddress address, Throwable cause) {
        String problem = address + " could not be asked: " + PeerClient.problemOf(cause);
        if (cause instanceof PeerRefusedException refusal) {
            boolean forGood = refusal.status() == 401 || refusal.status() == 403;
            return new StoreException(forGood ? Kind.MISCONFIGURED : Kind.UNREACHABLE, problem, cause);
        }
        return new StoreException(Kind.OUTCOME_UNKNOWN, problem, cause);
    }
}
