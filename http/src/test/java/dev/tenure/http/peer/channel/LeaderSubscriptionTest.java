package dev.tenure.http.peer.channel;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.state.PeerState;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link LeaderSubscription}: what a leader is asked, and how often. */
class LeaderSubscriptionTest implements ChannelLoop, ChannelProblems {
    private static final Duration TTL = Duration.ofSeconds(10);

    private final PeerState state = PeerState.none(new ManualTime(), "follower-1");
    private final List<PeerQuestion> questions = new ArrayList<>();
    private final List<CompletableFuture<PeerReply>> answers = new ArrayList<>();
    private final Deque<Runnable> planned = new ArrayDeque<>();
    private final LeaderSubscription subscription = new LeaderSubscription(
            PeerAddress.parse("127.0.0.1:1").orElseThrow(),
            new LeaderSubscription.Shared(new PeerExchange.Io(this, this::ask, this, new Random(1)), state, false));

    private CompletableFuture<PeerReply> ask(PeerAddress to, PeerQuestion question, Duration timeout) {
        questions.add(question);
        CompletableFuture<PeerReply> answer = new CompletableFuture<>();
        answers.add(answer);
        return answer;
    }

    private void follow(String election) {
        state.followedElections().watch(election, () -> {});
        subscription.add(requireNonNull(state.followedElections().of(election)), TTL);
    }

    @Test
    void theFirstElectionIsAskedAboutAtOnce() {
        follow("payroll");

        assertThat(questions)
                .singleElement()
                .satisfies(asked -> assertThat(asked.follow()).containsExactly("payroll"));
    }

    @Test
    @DisplayName("a leader of a thousand elections is asked about all of them in one question, not in a thousand")
    void manyElectionsOfOneLeaderShareAQuestion() {
        for (int number = 1; number <= 1_000; number++) {
            follow("shard/" + number);
        }
        assertThat(planned).hasSize(1);
        planned.remove().run();

        assertThat(questions).hasSize(2);
        assertThat(questions.get(1).follow()).hasSize(1_000);
        assertThat(answers.get(0)).as("the question that it replaces").isCancelled();
        assertThat(answers.get(1)).isNotDone();
    }

    @Override
    public void execute(Runnable task) {
        task.run();
    }

    @Override
    public Timer after(Duration delay, Runnable task) {
        planned.add(task);
        return () -> planned.remove(task);
    }

    @Override
    public void aside(Runnable task) {}

    @Override
    public void failed(String peer, Throwable failure) {}

    @Override
    public void works(String peer) {}

    @Override
    public void contradicted(String peer, String election) {}

    @Override
    public void unreachable(Identity leader) {}
}
