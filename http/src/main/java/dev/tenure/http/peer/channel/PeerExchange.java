package dev.tenure.http.peer.channel;

import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerRefusedException;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.PeerRosterEntry;
import dev.tenure.http.peer.state.FollowedElection;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One process's part in an enabled channel: the leaders that it asks, and the questions that it answers. Thread-safe.
 */
public final class PeerExchange {
    private static final Duration LONGEST_HOLD = Duration.ofSeconds(30);

    private final Io io;
    private final PeerState state;
    private final @Nullable Duration readStoreEvery;
    private final HeldQuestions held;
    private final LeaderSubscriptions subscriptions;
    private volatile boolean closed;

    /**
     * How an exchange reaches threads, peers and people.
     *
     * @param loop its threads
     * @param sender sends its questions
     * @param problems hears what does not work
     * @param random varies pauses
     */
    public record Io(ChannelLoop loop, QuestionSender sender, ChannelProblems problems, Random random) {}

    /**
     * Creates an exchange.
     *
     * @param withRoster whether rosters ride on it, because the store keeps none
     * @param readStoreEvery how often the store is read at least, or null if that is never necessary
     */
    public PeerExchange(Io io, PeerState state, boolean withRoster, @Nullable Duration readStoreEvery) {
        this.io = io;
        this.state = state;
        this.readStoreEvery = readStoreEvery;
        this.held = new HeldQuestions(io.loop());
        this.subscriptions = new LeaderSubscriptions(new LeaderSubscription.Shared(io, state, withRoster));
    }

    // ---- as a follower

    /** Asks the present leader of an election, in the background. */
    void follow(FollowedElection followed) {
        io.loop().execute(() -> {
            if (!closed) {
                subscriptions.follow(followed);
            }
        });
    }

    /** Asks the present leaders of all elections, in the background. */
    public void followAll() {
        state.followedElections().all().forEach(this::follow);
    }

    /** Returns the pushed record if it can replace a read of the store; null if the store must be read. */
    Sighting.@Nullable Held shown(FollowedElection followed) {
        return followed.shown(readStoreEvery);
    }

    /** Reports that the store does not show a lease that its holder pushed. */
    void contradicted(Lease pushed) {
        io.problems().contradicted(String.valueOf(pushed.holder().address()), pushed.election());
    }

    /** Tells all leaders and followers at once about changes of own candidates. */
    void sendNow() {
        io.loop().execute(subscriptions::sendNow);
        held.rosterChanged();
    }

    /** Tells all leaders, past ones included, that own candidates have left. */
    void sendDeparture() {
        io.loop().execute(subscriptions::sendDeparture);
        held.rosterChanged();
    }

    // ---- as a leader

    /** Reports a term that begins here if nobody could ask about it. */
    void leads(Lease lease) {
        if (PeerAddress.parse(lease.holder().address()).isEmpty()) {
            io.problems().unreachable(lease.holder());
        }
    }

    /** Tells the followers of an election that it changed, after a pause in which more may change. */
    void changed(String election, Duration pause) {
        held.changed(election, pause);
    }

    /**
     * Takes in a question, and answers it at once, or on another thread when there is news.
     *
     * @throws PeerRefusedException if it asks something of a term that is not led here; then it is not answered
     */
    public void receive(PeerQuestion question, Consumer<PeerReply> answer) {
        take(question);
        boolean first = !question.heard().session().equals(state.writtenLeases().session());
        if (question.hold().isZero() || question.hold().isNegative() || first || isNews(question)) {
            answer.accept(reply(question));
            return;
        }
        HeldQuestions.Hold hold = new HeldQuestions.Hold(question, () -> answer.accept(reply(question)));
        Duration most = question.hold().compareTo(LONGEST_HOLD) < 0 ? question.hold() : LONGEST_HOLD;
        Duration until = state.writtenLeases().untilNextEnd(question.follow(), most);
        if (!held.park(hold, until)) {
            answer.accept(reply(question));
        } else if (isNews(question) || closed) {
            held.answer(hold); // it came between the check and the wait
        }
    }

    private void take(PeerQuestion question) {
        Request request = question.request();
        if (request != null) {
            if (!state.writtenLeases().leads(request.election(), request.token())) {
                throw new PeerRefusedException(409, "the term with token " + request.token() + " is not led here");
            }
            state.receivedRequests().put(request);
            state.followedElections().wake(request.election());
        }
        List<PeerRosterEntry> entries = question.asker().entries();
        if (entries != null
                && state.knownCandidates()
                        .told(question.asker().id(), question.asker().sequence(), entries)) {
            held.rosterChanged();
        }
    }

    private boolean isNews(PeerQuestion question) {
        return state.writtenLeases()
                .newsAbout(question.follow(), question.heard())
                .isNews();
    }

    /** Returns all news, and the rosters. */
    private PeerReply reply(PeerQuestion question) {
        PeerReply news = state.writtenLeases().newsAbout(question.follow(), question.heard());
        return new PeerReply(
                news.position(),
                news.leases(),
                news.ended(),
                state.knownCandidates().firstHand(question.rosters()));
    }

    /** Returns how many questions wait for news. */
    public int waiting() {
        return held.size();
    }

    /** Ends all subscriptions, and answers all held questions. */
    public void close() {
        closed = true;
        io.loop().execute(subscriptions::close);
        held.answerAll();
        state.followedElections().all().forEach(FollowedElection::discardPush);
    }
}
