package dev.tenure.internal.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Reason;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.RecordedLogs;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R12 Events: a store that fails, in the log")
class R12OutageLogTest {
    private static final Instant NOW = Instant.EPOCH;
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final String node = "node-" + UUID.randomUUID();
    private final ManualLoop loop = new ManualLoop();
    private final EventLog eventLog = new EventLog(node, "redis", loop);

    /** Returns what people see unless they ask for more. */
    private List<RecordedLogs.Line> seen() {
        return RecordedLogs.containing(node).stream()
                .filter(line -> line.level().getSeverity() > Level.DEBUG.getSeverity())
                .toList();
    }

    private void fails(String election, Kind kind, String why) {
        eventLog.called(election, false, 0);
        warn(election, kind, why);
    }

    private void warn(String election, Kind kind, String why) {
        StoreException error = new StoreException(kind, why);
        eventLog.tell(new ElectionEvent.Warning(
                election, NOW, Reason.STORE_FAILED, "the store failed: " + error.getMessage(), error));
    }

    private void answers(String election) {
        eventLog.called(election, true, 0);
    }

    @Test
    void oneLineSaysThatTheStoreFailsAndOneThatItAnswersAgain() {
        fails("a", Kind.UNREACHABLE, "refused");
        fails("b", Kind.OUTCOME_UNKNOWN, "no answer");
        loop.advance(SECOND);
        answers("a");
        answers("b");
        loop.advance(StoreOutage.QUIET);

        assertThat(seen())
                .extracting(RecordedLogs.Line::text)
                .containsExactly(
                        "election a: " + node + " warns (the store failed: refused); while the redis store fails, this"
                                + " is not repeated",
                        node
                                + ": the redis store answers again, after 1.0 s in which 2 elections could not rely on it");
    }

    @Test
    void stackTracesOfTheStoreAreForThoseWhoAskForMore() {
        fails("a", Kind.UNREACHABLE, "refused");

        assertThat(seen()).extracting(RecordedLogs.Line::thrown).containsOnlyNulls();
        assertThat(RecordedLogs.containing(node))
                .filteredOn(line -> line.level() == Level.DEBUG)
                .extracting(RecordedLogs.Line::thrown)
                .hasExactlyElementsOfTypes(StoreException.class);
    }

    @Test
    void aStoreThatFailsAgainAtOnceHasNotAnsweredAgain() {
        for (int i = 0; i < 10; i++) {
            fails("a", Kind.UNREACHABLE, "refused");
            loop.advance(SECOND);
            answers("a");
            loop.advance(SECOND);
        }

        assertThat(seen()).hasSize(1);
    }

    @Test
    void anElectionThatIsOverNoLongerKeepsTheOutageOpen() {
        fails("a", Kind.UNREACHABLE, "refused");
        eventLog.over("a");
        loop.advance(StoreOutage.QUIET);

        assertThat(seen()).hasSize(2);
    }

    @Test
    void anOutageThatLastsIsRemindedOfMoreAndMoreRarely() {
        fails("a", Kind.UNREACHABLE, "refused");
        for (int i = 0; i < 60; i++) {
            loop.advance(Duration.ofMinutes(1));
        }

        assertThat(seen()).hasSize(1 + 5); // after 1, 3, 7, 15 and 31 minutes
        assertThat(seen().get(1).text())
                .isEqualTo(node
                        + ": the redis store has failed for 60.0 s, now in 1 election (the store failed: refused)");
    }

    @Test
    void whatAPersonMustMendIsToldDuringAnOutageToo() {
        fails("a", Kind.UNREACHABLE, "refused");
        fails("b", Kind.MISCONFIGURED, "wrong password");
        fails("c", Kind.MISCONFIGURED, "wrong password");

        assertThat(seen())
                .extracting(RecordedLogs.Line::text)
                .hasSize(2)
                .last()
                .asString()
                .contains("wrong password");
    }

    @Test
    void aStarvedProcessDoesNotBlameTheStore() {
        eventLog.called("a", false, StoreOutage.STARVED.toNanos());
        warn("a", Kind.OUTCOME_UNKNOWN, "the store did not answer in time");

        assertThat(seen())
                .singleElement()
                .satisfies(line -> assertThat(line.text()).startsWith("this process was starved: it heard 0.5 s late"));

        fails("a", Kind.UNREACHABLE, "refused");
        assertThat(seen()).as("then the store fails by itself").hasSize(2);
    }

    @Test
    void aMinuteWithoutTheStoreCostsAThousandElectionsLessThanFiftyLines() {
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 1_000; i++) {
                fails("e-" + i, second % 2 == 0 ? Kind.UNREACHABLE : Kind.OUTCOME_UNKNOWN, "refused");
                if (second == 10) {
                    eventLog.tell(new ElectionEvent.Lost("e-" + i, NOW, 7, Reason.TRUST_ENDED, "trust ended"));
                }
            }
            loop.advance(SECOND);
        }
        for (int i = 0; i < 1_000; i++) {
            answers("e-" + i);
            eventLog.tell(new ElectionEvent.Acquired("e-" + i, NOW, 8, Reason.ELECTED, "elected"));
        }
        loop.advance(Duration.ofMinutes(1));

        assertThat(seen().size()).isBetween(5, 49);
        assertThat(seen()).extracting(RecordedLogs.Line::text).anyMatch(line -> line.startsWith("990 more in 10.0 s"));
    }

    @Test
    void whatWasOnlyCountedIsWrittenAtTheEnd() {
        for (int i = 0; i < RepeatedLines.MOST + 5; i++) {
            eventLog.tell(new ElectionEvent.Acquired("e-" + i, NOW, 8, Reason.ELECTED, "elected"));
        }
        fails("a", Kind.UNREACHABLE, "refused");
        eventLog.close();

        assertThat(seen())
                .extracting(RecordedLogs.Line::text)
                .contains("5 more in 10.0 s like: election e-14: " + node + " leads token=8 (elected)")
                .last()
                .asString()
                .contains("has failed for 0.0 s, now in 1 election");
    }

    @Test
    void rareLinesAreNeverCounted() {
        for (int i = 0; i < 100; i++) {
            eventLog.tell(new ElectionEvent.Acquired("e", NOW, i, Reason.ELECTED, "elected"));
            loop.advance(Duration.ofSeconds(2));
        }

        assertThat(seen()).hasSize(100);
    }
}
