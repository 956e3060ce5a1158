package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Backend;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store that can push wakes all watchers; a store that cannot says so. */
abstract class WatchBehaviour extends StoreBehaviour {
    WatchBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("a release through one handle wakes the watcher on another (RV-14)")
    void aReleaseWakesTheWatcher() throws InterruptedException {
        Lease lease = elect(alice);

        assertWoken(() -> open().release(lease, Handover.toAnyone(), soon()));
    }

    @Test
    @DisplayName("a claim wakes the watcher")
    void aClaimWakesTheWatcher() throws InterruptedException {
        assertWoken(() -> elect(alice));
    }

    @Test
    @DisplayName("each of two watchers is woken, and goes on being woken when the other stops")
    void oneWatcherMayStopWithoutTheOther() throws InterruptedException {
        if (isWithoutWatch()) {
            return;
        }
        LeaseStore watching = open();
        CountDownLatch woken = new CountDownLatch(1);
        Backend.Watch stopped = watching.watch(election, () -> {});
        Backend.Watch watch = watching.watch(election, woken::countDown);
        stopped.close();
        stopped.close();
        elect(alice);

        assertThat(await(woken)).as("woken although another watch was closed").isTrue();
        watch.close();
    }

    private void assertWoken(Runnable change) throws InterruptedException {
        if (isWithoutWatch()) {
            return;
        }
        CountDownLatch woken = new CountDownLatch(1);
        Backend.Watch watch = open().watch(election, woken::countDown);
        change.run();

        assertThat(await(woken)).as("woken by the change").isTrue();
        watch.close();
    }

    private boolean isWithoutWatch() {
        return lacks(Capability.WATCH, () -> store.watch(election, () -> {}));
    }

    private boolean await(CountDownLatch latch) throws InterruptedException {
        return latch.await(contract.callLimit().toMillis(), TimeUnit.MILLISECONDS);
    }
}
