package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.http.peer.state.KnownCandidates;
import dev.tenure.http.peer.state.PeerState;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * One question to one leader's process about all elections that it leads, repeated when it is answered. Confined to the
 * loop.
 *
 * <p>When it fails, its pushes are discarded, so that the store is read, and it is tried again with growing pauses.
 */
final class LeaderSubscription {
    private static final Duration SHORTEST_HOLD = Duration.ofMillis(200);
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(15);
    private static final Duration LEAST_PATIENCE = Duration.ofSeconds(1);
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final int MOST_DOUBLINGS = 7;

    /** A few answers may come early, with a new roster; if more do, the other side has no room to hold a question. */
    private static final int MOST_HASTY = 4;

    /** The shortest pause between two questions. */
    private static final Duration LEAST_PAUSE = Duration.ofMillis(2);

    private static final Duration PAUSE_PER_ELECTION = Duration.ofNanos(100_000);

    private final PeerAddress address;
    private final Shared shared;
    private final Map<String, FollowedElection> elections = new TreeMap<>();
    private final Map<String, Duration> ttls = new HashMap<>();
    private ReadPosition heard = ReadPosition.NONE;
    private long asking;
    private int failures;
    private int hasty;
    private @Nullable CompletableFuture<PeerReply> answer;
    private ChannelLoop.@Nullable Timer next;

    /**
     * The parts that all subscriptions share.
     *
     * @param io how they reach threads, peers and people
     * @param state the state of this process
     * @param withRoster whether they carry rosters
     */
    record Shared(PeerExchange.Io io, PeerState state, boolean withRoster) {}

    LeaderSubscription(PeerAddress address, Shared shared) {
        this.address = address;
        this.shared = shared;
    }

    PeerAddress address() {
        return address;
    }

    boolean isIdle() {
        return elections.isEmpty();
    }

    /** Asks about one more election. */
    void add(FollowedElection followed, Duration ttl) {
        ttls.put(followed.election(), ttl);
        if (elections.put(followed.election(), followed) != followed) {
            heard = ReadPosition.NONE; // earlier answers did not include this election
            if (failures == 0) {
                askSoon();
            }
        }
    }

    void remove(String election) {
        elections.remove(election);
        ttls.remove(election);
        if (elections.isEmpty()) {
            close();
        }
    }

    void close() {
        asking++;
        cancel();
        elections.values().forEach(FollowedElection::discardPush);
        elections.clear();
    }

    private void cancel() {
        if (answer != null) {
            answer.cancel(true);
            answer = null;
        }
        if (next != null) {
            next.cancel();
            next = null;
        }
    }

    /**
     * Asks at once if nothing is asked, or else after a pause in which more elections may come: a leader of a thousand
     * is not asked a thousand times, each time about all.
     */
    private void askSoon() {
        if (answer != null) {
            asking++;
            cancel();
            Duration pause = LEAST_PAUSE.plus(PAUSE_PER_ELECTION.multipliedBy(elections.size()));
            next = shared.io().loop().after(pause.compareTo(FIRST_PAUSE) < 0 ? pause : FIRST_PAUSE, this::ask);
        } else if (next == null) {
            ask();
        }
    }

    /** Asks now, in place of an earlier question, whose answer is ignored. */
    void ask() {
        if (elections.isEmpty()) {
            return;
        }
        cancel();
        long number = ++asking;
        Duration hold = hold();
        long askedNanos = shared.state().time().nanos();
        CompletableFuture<PeerReply> asked = shared.io()
                .sender()
                .ask(
                        address,
                        question(hold),
                        hold.plus(atLeast(LEAST_PATIENCE, shortestTtl().dividedBy(4))));
        answer = asked;
        Future<?> unused =
                asked.whenComplete((reply, failure) -> shared.io().loop().execute(() -> {
                    if (number == asking) {
                        answer = null;
                        if (reply != null) {
                            answered(reply, hold, askedNanos);
                        } else {
                            failed(failure);
                        }
                    }
                }));
    }

    private PeerQuestion question(Duration hold) {
        KnownCandidates knownCandidates = shared.state().knownCandidates();
        Set<String> rosters = new TreeSet<>(shared.withRoster() ? knownCandidates.ownRosters() : Set.of());
        if (shared.withRoster()) {
            rosters.addAll(elections.keySet());
        }
        List<PeerRosterEntry> entries = shared.withRoster() ? knownCandidates.ownEntries() : null;
        return new PeerQuestion(shared.state().sender().next(entries), heard, hold, elections.keySet(), rosters, null);
    }

    private Duration shortestTtl() {
        return ttls.values().stream().min(Duration::compareTo).orElse(LONGEST_HOLD);
    }

    private Duration hold() {
        Duration third = shortestTtl().dividedBy(3);
        return third.compareTo(LONGEST_HOLD) < 0 ? atLeast(SHORTEST_HOLD, third) : LONGEST_HOLD;
    }

    private static Duration atLeast(Duration least, Duration duration) {
        return duration.compareTo(least) < 0 ? least : duration;
    }

    private void answered(PeerReply reply, Duration hold, long askedNanos) {
        failures = 0;
        heard = reply.position();
        shared.io().problems().works(address.toString());
        if (shared.withRoster()) {
            shared.state().knownCandidates().heard(address.toString(), reply.entries());
        }
        boolean news = take(reply);
        long took = shared.state().time().nanos() - askedNanos;
        hasty = news || took > hold.toNanos() / 2 ? 0 : hasty + 1;
        Duration doubled = LEAST_PAUSE.multipliedBy(1L << Math.min(hasty, MOST_DOUBLINGS));
        if (hasty > MOST_HASTY) {
            next = shared.io().loop().after(doubled.compareTo(hold) < 0 ? doubled : hold, this::ask);
        } else if (took < LEAST_PAUSE.toNanos()) {
            next = shared.io().loop().after(LEAST_PAUSE, this::ask);
        } else {
            ask();
        }
    }

    /** Records pushed leases and ended terms, and tells whether any of it was new. */
    private boolean take(PeerReply reply) {
        boolean news = false;
        for (PeerReply.Pushed pushed : reply.leases()) {
            FollowedElection followed = elections.get(pushed.lease().election());
            if (followed != null && followed.pushed(pushed)) {
                news = true;
                followed.wake();
            }
        }
        for (Map.Entry<String, Long> ended : reply.ended().entrySet()) {
            FollowedElection followed = elections.get(ended.getKey());
            if (followed != null && followed.ended(ended.getValue())) {
                news = true;
                elections.remove(ended.getKey()); // until the store shows another term of this leader
                ttls.remove(ended.getKey());
                followed.wake();
            }
        }
        return news;
    }

    private void failed(Throwable failure) {
        heard = ReadPosition.NONE;
        elections.values().forEach(FollowedElection::discardPush);
        shared.io().problems().failed(address.toString(), failure);
        Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(failures++, MOST_DOUBLINGS));
        long jittered = (long) (pause.toNanos() * (0.5 + shared.io().random().nextDouble() / 2));
        next = shared.io().loop().after(Duration.ofNanos(jittered), this::ask);
    }
}
