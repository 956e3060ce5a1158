package dev.tenure.internal.events;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.ElectionListener;
import dev.tenure.Reason;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.RecordedLogs;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.Wait;
import dev.tenure.internal.runtime.ElasticPool;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("R12 Events: the log")
class R12LogTest {
    private static final Instant NOW = Instant.EPOCH;

    private final EventLog eventLog = new EventLog("node-1", "memory", new ManualLoop());

    private static void assertLogged(Level level, String line) {
        assertThat(RecordedLogs.containing(line))
                .singleElement()
                .satisfies(logged -> assertThat(logged.level()).isEqualTo(level))
                .satisfies(logged -> assertThat(logged.text()).isEqualTo(line));
    }

    @Test
    void everyTransitionIsOneLineWithTokenAndCause() {
        eventLog.tell(new ElectionEvent.Acquired("log-1", NOW, 7, Reason.ELECTED, "elected"));
        eventLog.tell(new ElectionEvent.Resigned("log-1", NOW, 7, Reason.RESIGNED, "resigned"));
        eventLog.tell(new ElectionEvent.Lost(
                "log-1", NOW, 8, Reason.TRUST_ENDED, "renewals failed for 9.8 s: refused; trust ended"));
        eventLog.tell(new ElectionEvent.LeaderChanged("log-1", NOW, Records.OTHER, 9, "node-2 leads"));

        assertLogged(Level.INFO, "election log-1: node-1 leads token=7 (elected)");
        assertLogged(Level.INFO, "election log-1: node-1 gave up token=7 (resigned)");
        assertLogged(
                Level.WARNING, "election log-1: node-1 lost token=8 (renewals failed for 9.8 s: refused; trust ended)");
        assertLogged(Level.DEBUG, "election log-1: node-1 sees token=9 (node-2 leads)");
    }

    @Test
    void foreignTextCannotForgeOrHideALogLine() {
        eventLog.tell(new ElectionEvent.Lost("log-\u001b", NOW, 8, Reason.TAKEN, "a\nINFO forged\u202e\u2028\u009b"));

        assertLogged(Level.WARNING, "election log-\\x1b: node-1 lost token=8 (a\\nINFO forged\\u202e\\u2028\\x9b)");
    }

    @Test
    void warningIsLoggedWithItsException() {
        Throwable thrown = new IllegalStateException("no disk");
        eventLog.tell(new ElectionEvent.Warning("log-2", NOW, Reason.WORK_FAILED, "the work failed", thrown));

        assertLogged(Level.WARNING, "election log-2: node-1 warns (the work failed)");
        assertThat(RecordedLogs.containing("log-2").get(0).thrown()).isSameAs(thrown);
    }

    @Test
    void aListenerTenThousandEventsBehindIsReportedOnceAndLosesNothing() {
        Semaphore may = new Semaphore(0);
        CountDownLatch first = new CountDownLatch(1);
        CountDownLatch third = new CountDownLatch(3);
        CountDownLatch all = new CountDownLatch(10_003);
        try (ElasticPool pool = new ElasticPool("relay", 1, Runnable::run)) {
            ElectionListener slow = event -> {
                first.countDown();
                third.countDown();
                may.acquireUninterruptibly();
                all.countDown();
            };
            ListenerQueue mailbox = new ListenerQueue(slow, new ManualLoop(), pool, false, (source, trouble) -> {});
            putInto(mailbox, 1);
            Wait.until(first);
            putInto(mailbox, 10_000);
            may.release(2);
            Wait.until(third);
            putInto(mailbox, 2);
            may.release(10_001);
            Wait.until(all);
        }

        assertThat(RecordedLogs.containing("log-3"))
                .as("once, though there were ten thousand twice")
                .singleElement()
                .satisfies(line -> assertThat(line.text()).contains("is 10,000 events behind"));
    }

    private static void putInto(ListenerQueue mailbox, int count) {
        for (int i = 0; i < count; i++) {
            mailbox.put(new ElectionEvent.Acquired("log-3", NOW, i, Reason.ELECTED, "elected"), ListenerQueue.NOTHING);
        }
    }
}
