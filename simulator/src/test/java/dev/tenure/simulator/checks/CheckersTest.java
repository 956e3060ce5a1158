package dev.tenure.simulator.checks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TakeoverDelay;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests each checker with valid and invalid histories. */
class CheckersTest {
    private final Findings findings = new Findings();

    @Test
    void twoLeadersAtOnceAreFound() {
        OverlapChecker checker = new OverlapChecker(Check.ONE_LEADER, "lead", findings);

        checker.active(List.of(), 1);
        checker.active(List.of("a"), 2);
        assertFine();

        checker.active(List.of("a", "b"), 3);
        assertFound(Check.ONE_LEADER, "a and b lead at once");
    }

    @Test
    void equalGrantedTokenIsFound() {
        TokenOrderChecker checker = new TokenOrderChecker(findings);

        checker.granted("a", 5, 1);
        checker.granted("b", 6, 2);
        assertFine();

        checker.granted("c", 6, 3);
        assertFound(Check.TOKENS_GROW, "c was granted 6 after 6");
    }

    @Test
    void lowerAnnouncedTokenIsFoundThoughGrantsGrow() {
        TokenOrderChecker checker = new TokenOrderChecker(findings);
        checker.granted("a", 5, 1);
        checker.granted("b", 6, 2);

        checker.announced("b", 6, 3);
        assertFine();

        checker.announced("a", 5, 4);
        assertFound(Check.TOKENS_GROW, "a announced 5 after 6");
    }

    @Test
    void refusedWriteIsFoundOnlyIfItsTermIsCurrent() {
        FencedResource resource = new FencedResource(findings);

        assertThat(resource.write("a", 5, true, 1)).isTrue();
        assertThat(resource.write("b", 6, true, 2)).isTrue();
        assertThat(resource.write("a", 5, false, 3)).isFalse();
        assertFine();

        assertThat(resource.write("a", 5, true, 4)).isFalse();
        assertFound(Check.FENCE, "a leads with 5, but 6 has written before");
    }

    @Test
    void secondEndOfTermIsFound() {
        EventOrderChecker checker = new EventOrderChecker("a", findings);

        checker.onEvent(acquired(5), 5, 1);
        checker.onEvent(lost(5), 0, 2);
        checker.onEvent(acquired(6), 6, 3);
        checker.onEvent(resignedEvent(6), 0, 4);
        assertFine();

        checker.onEvent(resignedEvent(6), 0, 5);
        assertFound(Check.EVENTS_ALTERNATE, "a term ended that had not begun");
    }

    @Test
    void termThatBeginsBeforeTheLastEndedIsFound() {
        EventOrderChecker checker = new EventOrderChecker("a", findings);
        checker.onEvent(acquired(5), 5, 1);

        checker.onEvent(acquired(6), 6, 2);

        assertFound(Check.EVENTS_ALTERNATE, "a term began before the last one ended");
    }

    @Test
    void eventThatContradictsPublishedStateIsFound() {
        EventOrderChecker early = new EventOrderChecker("a", findings);
        early.onEvent(acquired(5), 0, 1);
        assertFound(Check.EVENTS_ALTERNATE, "told, but the published token is 0");

        EventOrderChecker late = new EventOrderChecker("b", findings);
        late.onEvent(acquired(5), 5, 2);
        late.onEvent(lost(5), 5, 3);
        assertFound(Check.EVENTS_ALTERNATE, "told while it is still seen to lead");
    }

    @Test
    void engineFailureIsFoundAndStoreFailureIsNot() {
        EventOrderChecker checker = new EventOrderChecker("a", findings);

        checker.onEvent(
                new ElectionEvent.Warning("e", Instant.EPOCH, Reason.STORE_FAILED, "the store failed: refused", null),
                0,
                1);
        assertFine();

        checker.onEvent(
                new ElectionEvent.Warning(
                        "e", Instant.EPOCH, Reason.ENGINE_FAILED, "the engine failed and starts over: x", null),
                0,
                2);
        assertFound(Check.ENGINE_STANDS, "the engine failed");
    }

    @Test
    void releaseUnderRunningWorkIsFound() {
        ReleaseOrderChecker checker = new ReleaseOrderChecker(findings);

        checker.released("a", 5, null, 1);
        assertFine();

        checker.released("a", 6, "running work", 2);
        assertFound(Check.RELEASE_AFTER_WORK, "a released 6 under running work");
    }

    @Test
    void announcementWithoutAgreementOfHookIsFound() {
        AcquireHookChecker checker = new AcquireHookChecker(findings);

        checker.announced("a", 5, true, 1);
        assertFine();

        checker.announced("a", 6, false, 2);
        assertFound(Check.HOOKS_FIRST, "a announced 6 without its acquire hook's consent");
    }

    @Test
    void requestThatEndsAnotherTermIsFound() {
        RequestChecker checker = new RequestChecker("e", findings);
        String first = checker.create(5, null, false).by();

        checker.resigned("a", 6, "resigned", 1);
        checker.resigned("a", 5, "resigned as " + first + " asked", 2);
        assertFine();

        checker.resigned("a", 6, "resigned as " + first + " asked", 3);
        assertFound(Check.REQUESTS, "a ended 6 by a request that was meant for 5");
    }

    @Test
    void transferToUnfitCandidateIsFound() {
        RequestChecker checker = new RequestChecker("e", findings);
        checker.create(5, "#1", false);
        String toUnfit = checker.create(5, "#2", true).by();

        checker.resigned("a", 5, "transferred to b as " + toUnfit + " asked", 1);
        assertFound(Check.REQUESTS, "a transferred 5 to one that cannot lead");
    }

    @Test
    void tightLoopOfCallsIsFound() {
        CallRateChecker checker = new CallRateChecker("a", 1_000, findings);

        for (int call = 0; call < 10 * CallRateChecker.MOST_PER_INTERVAL; call++) {
            checker.called(call * 20L);
        }
        assertFine();

        for (int call = 0; call <= CallRateChecker.MOST_PER_INTERVAL; call++) {
            checker.called(1_000_000 + call);
        }
        assertFound(Check.CALLS_ARE_FEW, "within one interval");
    }

    @Test
    void claimBeforeAnUnknownWriteWasReadIsFound() {
        UnsettledWriteChecker checker = new UnsettledWriteChecker("a", 1_000, findings);
        StoreException unknown = new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "reset");

        checker.heard(unknown, false, 10);
        checker.claims(20);
        checker.heard(unknown, true, 30);
        checker.heard(new Sighting.Never(), false, 40);
        checker.claims(50);
        checker.heard(unknown, true, 60);
        checker.claims(60 + 1_000);
        checker.startsOver();
        checker.claims(70);
        assertFine();

        checker.heard(unknown, true, 80);
        checker.claims(90);
        assertFound(Check.UNKNOWN_IS_READ, "a claims");
    }

    @Test
    void termOpenedBeforeItsTakeoverDelayIsFound() {
        TakeoverDelay delay = new TakeoverDelay(Duration.ofMillis(10), Duration.ZERO);
        TakeoverDelayChecker checker = new TakeoverDelayChecker(delay, findings);

        checker.granted(5, false, 1_000_000, 0);
        checker.opened("a", 5, 1);
        checker.granted(6, true, 1_000_000, 0);
        checker.opened("a", 6, 10_000_000);
        assertFine();

        checker.granted(7, true, 1_000_000, 0);
        checker.opened("b", 7, 9_999_999);
        assertFound(Check.TAKEOVER, "b leads with 7");
    }

    private static ElectionEvent acquired(long token) {
        return new ElectionEvent.Acquired("e", Instant.EPOCH, token, Reason.ELECTED, "elected");
    }

    private static ElectionEvent lost(long token) {
        return new ElectionEvent.Lost("e", Instant.EPOCH, token, Reason.TAKEN, "lost");
    }

    private static ElectionEvent resignedEvent(long token) {
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
