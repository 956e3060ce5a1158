package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RosterEntry;
import dev.tenure.testkit.StoreTestSteps;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Wake-ups by notifications, also after the connection was lost. */
@Tag("server")
@Timeout(60)
class NotificationListenerTest {
    private final String application = "listen-" + UUID.randomUUID();
    private final String schema = TestServer.newSchema();
    private final PostgresStore store =
            PostgresStore.on(TestServer.source()).schema(schema).open();
    private final PostgresStore watching =
            PostgresStore.on(TestServer.named(application)).schema(schema).open();
    private final Semaphore wakeUps = new Semaphore(0);

    @AfterEach
    void close() {
        watching.close();
        store.close();
    }

    /** Beginning to listen wakes everybody once; what comes after that is due to a notice. */
    private Backend.Watch watch(String election) throws InterruptedException {
        Backend.Watch watch = watching.watch(election, wakeUps::release);
        assertWoken("when listening began");
        return watch;
    }

    private void assertWoken(String when) throws InterruptedException {
        assertThat(wakeUps.tryAcquire(StoreTestSteps.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .as("woken %s", when)
                .isTrue();
    }

    @Test
    void releaseWakesWatchers() throws InterruptedException {
        Lease lease = StoreTestSteps.elect(store, "a");
        watch("a");
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertWoken("by the release");
    }

    @Test
    void lostConnectionIsReopenedAndWakesAll() throws InterruptedException {
        Lease lease = StoreTestSteps.elect(store, "a");
        watch("a");
        for (int times = 0; times < 3; times++) {
            StoreTestSteps.await(
                    "one listens", () -> TestServer.backends(application, true).size() == 1);
            TestServer.terminate(TestServer.backends(application, true));
            assertWoken("after the loss");
        }
        wakeUps.drainPermits();
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertWoken("by the release");
    }

    @Test
    void renewalsReadsAndOtherElectionsWakeNobody() throws InterruptedException {
        Lease lease = StoreTestSteps.elect(store, "a");
        watch("a");
        store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());
        store.inspect("a", StoreTestSteps.soon());
        store.roster().attend(Map.of("a", entry(lease.holder(), 5, 1)), StoreTestSteps.soon());

        awaitDelivery();
        assertThat(wakeUps.availablePermits()).isZero();
    }

    @Test
    void onlyBetterCandidateWakesLeader() throws InterruptedException {
        Lease lease = StoreTestSteps.elect(store, "a");
        Identity better = StoreTestSteps.identity("better");
        store.roster().attend(Map.of("a", entry(lease.holder(), 5, 1)), StoreTestSteps.soon());
        watch("a");
        store.roster().attend(Map.of("a", entry(StoreTestSteps.identity("equal"), 5, 1)), StoreTestSteps.soon());
        store.roster().attend(Map.of("a", entry(StoreTestSteps.identity("worse"), 9, 1)), StoreTestSteps.soon());
        awaitDelivery();
        assertThat(wakeUps.availablePermits()).isZero();

        store.roster().attend(Map.of("a", entry(better, 1, 1)), StoreTestSteps.soon());
        assertWoken("by the better candidate");
        store.roster().attend(Map.of("a", entry(better, 1, 2)), StoreTestSteps.soon());

        awaitDelivery();
        assertThat(wakeUps.availablePermits()).as("woken by its second beat").isZero();
    }

    /** Notices come in order: once this one is heard, all that were told before have been heard too. */
    private void awaitDelivery() throws InterruptedException {
        String election = "fence-" + UUID.randomUUID();
        Semaphore heard = new Semaphore(0);
        Backend.Watch fence = watching.watch(election, heard::release);
        StoreTestSteps.elect(store, election);
        assertThat(heard.tryAcquire(StoreTestSteps.LIMIT.toMillis(), TimeUnit.MILLISECONDS))
                .isTrue();
        fence.close();
    }

    @Test
    void schemasWithLongNamesHaveSeparateChannels() throws InterruptedException {
        String longest = "y".repeat(63);
        try (PostgresStore first =
                        PostgresStore.on(TestServer.source()).schema(longest).open();
                PostgresStore second =
                        PostgresStore.on(TestServer.source()).schema(longest).open()) {
            Lease lease = StoreTestSteps.elect(first, "a");
            second.watch("a", wakeUps::release);
            assertWoken("when listening began");
            StoreTestSteps.elect(store, "a");
            assertThat(wakeUps.availablePermits()).isZero();
            first.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

            assertWoken("by the release");
        }
    }

    @Test
    void throwingWakeUpDoesNotStopOthers() throws InterruptedException {
        Lease lease = StoreTestSteps.elect(store, "a");
        watching.watch("a", () -> {
            throw new IllegalStateException("on purpose");
        });
        watch("a");
        store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertWoken("though another wake-up threw");
    }

    @Test
    void pollOnlyStoreDoesNotListenAndRefusesWatches() {
        try (PostgresStore polling = PostgresStore.on(TestServer.named(application))
                .schema(schema)
                .pollOnly()
                .open()) {
            StoreTestSteps.elect(polling, "a");

            assertThat(polling.capabilities()).doesNotContain(Capability.WATCH);
            assertThatThrownBy(() -> polling.watch("a", () -> {})).isInstanceOf(UnsupportedOperationException.class);
            assertThat(TestServer.backends(application, true)).isEmpty();
        }
    }

    @Test
    void closedStoreRefusesWatchesAndEndsSessions() throws InterruptedException {
        watch("a");
        watching.inspect("a", StoreTestSteps.soon());
        watching.close();

        StoreTestSteps.await(
                "all sessions end",
                () -> TestServer.backends(application, true).isEmpty()
                        && TestServer.backends(application, false).isEmpty());
        StoreTestSteps.assertFails(dev.tenure.StoreException.Kind.UNREACHABLE, () -> watching.watch("a", () -> {}));
        StoreTestSteps.assertFails(
                dev.tenure.StoreException.Kind.UNREACHABLE, () -> watching.inspect("a", StoreTestSteps.soon()));
        assertThat(List.of(watching.capabilities())).isNotEmpty();
    }

    private static RosterEntry entry(Identity who, int priority, long heartbeat) {
        return new RosterEntry(
                who,
                priority,
                "",
                true,
                0,
                new RosterEntry.Heartbeat(heartbeat, StoreTestSteps.wall(), StoreTestSteps.TTL));
    }
}
