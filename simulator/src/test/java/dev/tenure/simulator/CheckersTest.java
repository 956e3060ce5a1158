package dev.tenure.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each checker on histories made by hand: it must keep quiet about good ones and go red on bad ones. */
class CheckersTest {
    private final Findings findings = new Findings();

    @Test
    void oneLeaderIsFineAndTwoAreNot() {
        OneLeader checker = new OneLeader(findings);

        checker.leading(List.of(), 1);
        checker.leading(List.of("a"), 2);
        assertFine();

        checker.leading(List.of("a", "b"), 3);
        assertFound(Check.ONE_LEADER, "a and b lead at once");
    }

    @Test
    void oneWorkIsFineAndTwoAreNot() {
        WorkAlone checker = new WorkAlone(findings);

        checker.working(List.of("a"), 1);
        assertFine();

        checker.working(List.of("a", "b"), 2);
        assertFound(Check.WORK_ALONE, "a and b work at once");
    }

    @Test
    void grantedTokensMustGrow() {
        GrowingTokens checker = new GrowingTokens(findings);

        checker.granted("a", 5, 1);
        checker.granted("b", 6, 2);
        assertFine();

        checker.granted("c", 6, 3);
        assertFound(Check.TOKENS_GROW, "c was granted 6 after 6");
    }

    @Test
    void announcedTokensMustGrowEvenIfGrantedInOrder() {
        GrowingTokens checker = new GrowingTokens(findings);
        checker.granted("a", 5, 1);
        checker.granted("b", 6, 2);

        checker.announced("b", 6, 3);
        assertFine();

        checker.announced("a", 5, 4);
        assertFound(Check.TOKENS_GROW, "a announced 5 after 6");
    }

    @Test
    void aFencedResourceTurnsStaleWritersAwayButNeverALeader() {
        FencedResource resource = new FencedResource(findings);

        assertThat(resource.write("a", 5, true, 1)).isTrue();
        assertThat(resource.write("b", 6, true, 2)).isTrue();
        assertThat(resource.write("a", 5, false, 3)).isFalse();
        assertFine();

        assertThat(resource.write("a", 5, true, 4)).isFalse();
        assertFound(Check.FENCE, "a leads with 5, but 6 has written before");
    }

    @Test
    void eventsMustAlternate() {
        AlternatingEvents checker = new AlternatingEvents("a", findings);

        checker.told(acquired(5), 5, 1);
        checker.told(fenced(5), 0, 2);
        checker.told(acquired(6), 6, 3);
        checker.told(revoked(6), 0, 4);
        assertFine();

        checker.told(revoked(6), 0, 5);
        assertFound(Check.EVENTS_ALTERNATE, "a term ended that had not begun");
    }

    @Test
    void aTermMustNotBeginBeforeTheLastOneEnded() {
        AlternatingEvents checker = new AlternatingEvents("a", findings);
        checker.told(acquired(5), 5, 1);

        checker.told(acquired(6), 6, 2);

        assertFound(Check.EVENTS_ALTERNATE, "a term began before the last one ended");
    }

    @Test
    void eventsMustFollowWhatIsPublished() {
        AlternatingEvents early = new AlternatingEvents("a", findings);
        early.told(acquired(5), 0, 1);
        assertFound(Check.EVENTS_ALTERNATE, "told, but the published token is 0");

        AlternatingEvents late = new AlternatingEvents("b", findings);
        late.told(acquired(5), 5, 2);
        late.told(fenced(5), 5, 3);
        assertFound(Check.EVENTS_ALTERNATE, "told while it is still seen to lead");
    }

    @Test
    void anEngineThatFailsIsFound() {
        AlternatingEvents checker = new AlternatingEvents("a", findings);

        checker.told(
                new ElectionEvent.Warning("e", Instant.EPOCH, Reason.STORE_FAILED, "the store failed: refused", null),
                0,
                1);
        assertFine();

        checker.told(
                new ElectionEvent.Warning(
                        "e", Instant.EPOCH, Reason.ENGINE_FAILED, "the engine failed and starts over: x", null),
                0,
                2);
        assertFound(Check.ENGINE_STANDS, "the engine failed");
    }

    @Test
    void aLeaseMustNotBeReleasedUnderRunningWork() {
        ReleaseAfterWork checker = new ReleaseAfterWork(findings);

        checker.released("a", 5, null, 1);
        assertFine();

        checker.released("a", 6, "running work", 2);
        assertFound(Check.RELEASE_AFTER_WORK, "a released 6 under running work");
    }

    @Test
    void aTermMustNotBeAnnouncedWithoutTheConsentOfItsHook() {
        HooksFirst checker = new HooksFirst(findings);

        checker.announced("a", 5, true, 1);
        assertFine();

        checker.announced("a", 6, false, 2);
        assertFound(Check.HOOKS_FIRST, "a announced 6 without its acquire hook's consent");
    }

    @Test
    void aRequestMustEndNoOtherTermThanItNames() {
        Petitions checker = new Petitions(findings);
        String first = checker.make(5, null, false).by();

        checker.ended("a", 6, "resigned", 1);
        checker.ended("a", 5, "resigned as " + first + " asked", 2);
        assertFine();

        checker.ended("a", 6, "resigned as " + first + " asked", 3);
        assertFound(Check.REQUESTS, "a ended 6 by a request that was meant for 5");
    }

    @Test
    void aTransferMustNotGoToOneThatCannotLead() {
        Petitions checker = new Petitions(findings);
        checker.make(5, "#1", false);
        String hopeless = checker.make(5, "#2", true).by();

        checker.ended("a", 5, "transferred to b as " + hopeless + " asked", 1);
        assertFound(Check.REQUESTS, "a transferred 5 to one that cannot lead");
    }

    @Test
    void whoComesAfterWhomIsJudgedByPriorityAndThenByVersionIfThatMatters() {
        Stance.Rank old = new Stance.Rank(100, "1.9", true);

        assertThat(old.comesAfter(new Stance.Rank(50, "", false))).isTrue();
        assertThat(old.comesAfter(new Stance.Rank(100, "1.10", false))).isTrue();
        assertThat(new Stance.Rank(100, "1.9", false).comesAfter(new Stance.Rank(100, "1.10", true)))
                .isFalse();
        assertThat(old.comesAfter(old)).isFalse();
        assertThat(old.comesAfter(new Stance.Rank(200, "2.0", true))).isFalse();
    }

    @Test
    void callsMustNotComeInAHotLoop() {
        CallRate checker = new CallRate("a", 1_000, findings);

        for (int call = 0; call < 10 * CallRate.MOST_PER_INTERVAL; call++) {
            checker.called(call * 20L);
        }
        assertFine();

        for (int call = 0; call <= CallRate.MOST_PER_INTERVAL; call++) {
            checker.called(1_000_000 + call);
        }
        assertFound(Check.CALLS_ARE_FEW, "within one interval");
    }

    private static ElectionEvent acquired(long token) {
        return new ElectionEvent.Acquired("e", Instant.EPOCH, token, Reason.ELECTED, "elected");
    }

    private static ElectionEvent fenced(long token) {
        return new ElectionEvent.Lost("e", Instant.EPOCH, token, Reason.TAKEN, "lost");
    }

    private static ElectionEvent revoked(long token) {
        return new ElectionEvent.Resigned("e", Instant.EPOCH, token, Reason.RESIGNED, "resigned");
    }

    private void assertFine() {
        assertThat(findings.all()).isEmpty();
    }

    private void assertFound(Check check, String text) {
        assertThat(findings.all()).isNotEmpty();
        Finding last = findings.all().get(findings.all().size() - 1);
        assertThat(last.check()).isEqualTo(check);
        assertThat(last.text()).contains(text);
    }
}
