package dev.tenure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.tenure.spi.CellStore;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RemainingTime;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R14 Configuration is refused, never corrected")
class R14RefusalsTest {
    private final LeaseStore store = CellStore.over(new EmptyCell());
    private final Candidate node =
            Candidate.on(store).named("node-1").withoutShutdownHook().start();

    @AfterEach
    void close() {
        node.close();
    }

    @Test
    void aCandidateWithoutANameIsRefused() {
        CandidateBuilder builder = Candidate.on(store).withoutShutdownHook();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.named(" "))
                .withMessageContaining("name is blank");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.reachableAt(""))
                .withMessageContaining("address is blank");
        builder.named("node-2").start().close();
    }

    @Test
    void anInstanceWithoutAnIdIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Identity.ofInstance("").withName("node-1"))
                .withMessage("instance is blank");
    }

    @Test
    void anElectionWithoutANameIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.stand(" "))
                .withMessageContaining("the election has no name: give it one");
    }

    @Test
    void anElectionNameThatEndsWithABlankIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.stand("payroll "))
                .withMessage("the name of the election 'payroll ' begins or ends with a blank: remove it");
    }

    @Test
    void aNameTheStoreCannotKeepIsRefusedAtOnce() {
        assertThatIllegalArgumentException().isThrownBy(() -> node.stand("a/b")).withMessage("use no slash");
    }

    @Test
    void unprintableNameIsRefusedAndShownEscaped() {
        String hostile = "node\u001b[2J\u202e";
        String remedy = " 'node\\x1b[2J\\u202e' has characters that cannot be printed: leave them out";
        CandidateBuilder builder = Candidate.on(store);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.named(hostile))
                .withMessage("the name" + remedy);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.reachableAt(hostile))
                .withMessage("the address" + remedy);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.version(hostile))
                .withMessage("the version" + remedy);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.stand(hostile))
                .withMessage("the election" + remedy);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.reconfigure(settings -> settings.withAddress(hostile)))
                .withMessage("the address" + remedy);
    }

    @Test
    void unsuitableTimingIsRefusedAtTheStartAndLater() {
        CandidateBuilder builder = Candidate.on(store).withoutShutdownHook().timing(Timing.of(Duration.ofSeconds(16)));
        Settings before = node.settings();

        assertThatIllegalArgumentException().isThrownBy(builder::start).withMessage("use a ttl of 15 s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.reconfigure(settings -> settings.withTiming(Timing.stable())))
                .withMessage("use a ttl of 15 s");
        assertThat(node.settings()).isEqualTo(before);
    }

    @Test
    void aNegativeOrEndlessGraceIsRefused() {
        CandidateBuilder builder = Candidate.on(store);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.grace(Duration.ofSeconds(-1)))
                .withMessage("grace PT-1S is negative: use zero for none");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.grace(Duration.ofSeconds(Long.MAX_VALUE)))
                .withMessageContaining("is longer than PT24H: lower it");
        assertThat(builder.grace(Duration.ofDays(1))).isSameAs(builder);
    }

    @Test
    void aPreferenceIsRefusedWhereNoRosterIsKept() {
        CandidateBuilder builder = Candidate.on(store).withoutShutdownHook();

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.priority(10).start())
                .withMessageContaining("keeps no roster")
                .withMessageContaining("priority 10");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> node.reconfigure(settings -> settings.withPriority(10)))
                .withMessageContaining("keeps no roster");
        assertThat(node.settings().priority()).isEqualTo(CandidateBuilder.DEFAULT_PRIORITY);
        builder.priority(CandidateBuilder.DEFAULT_PRIORITY);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.preferNewest().start())
                .withMessageContaining("preferNewest");
    }

    @Test
    void aTaskWithoutAPauseIsRefused() {
        Election election = node.stand("payroll");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> election.leadEvery(Duration.ZERO, term -> {}))
                .withMessageContaining("pause PT0S must be longer than zero");
        election.leadEvery(Duration.ofSeconds(1), term -> {}); // and it is not taken for given
    }

    @Test
    void workIsGivenOnce() {
        Election election = node.stand("payroll");
        election.lead(term -> {});

        assertThatIllegalStateException()
                .isThrownBy(() -> election.lead(term -> {}))
                .withMessageContaining("election 'payroll' has work already");
    }

    @Test
    void nullArgumentIsNamed() {
        CandidateBuilder builder = Candidate.on(store);

        assertThatNullPointerException()
                .isThrownBy(() -> builder.named(nothing()))
                .withMessage("name");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.timing(nothing()))
                .withMessage("timing");
        assertThatNullPointerException().isThrownBy(() -> node.stand(nothing())).withMessage("election");
        assertThatNullPointerException()
                .isThrownBy(() -> Candidate.on((LeaseStore) nothing()))
                .withMessage("store");
        assertThatNullPointerException()
                .isThrownBy(() -> Candidate.on((String) nothing()))
                .withMessage("uri");
        assertThatNullPointerException()
                .isThrownBy(() -> builder.grace(nothing()))
                .withMessage("grace");
        assertThatNullPointerException()
                .isThrownBy(() -> Timing.of(nothing(), Duration.ofSeconds(1)))
                .withMessage("ttl");
        assertThatNullPointerException()
                .isThrownBy(() -> node.prepare("payroll").stallAfter(nothing()))
                .withMessage("silence");
    }

    /** Returns what callers pass who do not use a null checker. */
    @SuppressWarnings({"NullAway", "TypeParameterUnusedInFormals"}) // that is the point
    private static <T> T nothing() {
        return null;
    }

    @Test
    void everyCandidateHasAUniqueInstanceAndADefaultName() {
        try (Candidate one = Candidate.on(store).withoutShutdownHook().start();
                Candidate two = Candidate.on(store).withoutShutdownHook().start()) {
            assertThat(one.identity().instance()).isNotEqualTo(two.identity().instance());
            assertThat(one.identity().name())
                    .matches(".+-" + ProcessHandle.current().pid())
                    .doesNotStartWith("candidate-");
            assertThat(one.identity().address()).isNull();
        }
    }

    @Test
    void aCountdownBelowZeroIsRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RemainingTime(Instant.EPOCH, Duration.ofNanos(-1)))
                .withMessageContaining("is negative: use zero");
    }
}
