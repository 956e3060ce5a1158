package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tenure.ElectionEvent;
import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.cli.fixtures.ProcessSignals;
import dev.tenure.cli.fixtures.TenureProcess;
import dev.tenure.cli.store.ObservingCandidate;
import dev.tenure.cli.watch.ElectionWatcher;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Unreachable stores: reported at once, in one line that names the store. */
@Tag("process")
@Timeout(60)
class UnreachableStoreTest {
    private static final Duration LONG = Duration.ofSeconds(30);

    @TempDir
    Path folder;

    /** Returns an address at which nobody listens. */
    private static String deadAddress() throws IOException {
        try (ServerSocket closedAtOnce = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return "127.0.0.1:" + closedAtOnce.getLocalPort();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"status demo", "roster demo", "history demo", "resign demo", "transfer demo --to x"})
    void unreachableStoreIsReportedAtOnce(String line) throws IOException, InterruptedException {
        String address = deadAddress();
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        arguments.addAll(List.of("--store", "redis://:sesame@" + address));

        TenureProcess.Finished finished = TenureProcess.run(Map.of(), arguments.toArray(String[]::new));

        // An observer would go on trying, and its store would say that it listens in vain: a second line.
        assertThat(finished.errors().lines()).as(finished.errors()).hasSize(1);
        assertThat(finished.errors())
                .startsWith("tenure: looking at demo failed: cannot connect to " + address)
                .endsWith("(the store is redis://***@" + address + ")\n");
        assertThat(finished.code()).isEqualTo(69);
    }

    @Test
    void errorNamesStoreFromEnvironment() throws IOException, InterruptedException {
        String store = "redis://" + deadAddress();

        assertThat(TenureProcess.run(Map.of("TENURE_STORE", store), "status", "demo")
                        .errors())
                .endsWith("(the store is " + store + ", from $TENURE_STORE)\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"watch demo", "watch"})
    void watchSaysThatItKeepsTrying(String line) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of(line.split(" ", -1)));
        arguments.addAll(List.of("--store", "redis://" + deadAddress()));
        TenureProcess watch = TenureProcess.startPiped(Map.of(), arguments);
        try {
            awaitKeepsTrying(watch);

            watch.signal("TERM");

            assertThat(watch.exitCode()).isEqualTo(143);
            assertThat(watch.stderr().lines()).as(watch.stderr()).hasSize(1);
        } finally {
            watch.forget();
        }
    }

    private static void awaitKeepsTrying(TenureProcess process) throws IOException {
        while (!process.stderr().contains("; trying again until it answers\n")) {
            assertThat(ProcessSignals.isRunning(process.pid()))
                    .as(process.stderr())
                    .isTrue();
        }
    }

    @Test
    void runSaysThatItKeepsTrying() throws IOException, InterruptedException {
        String store = "redis://" + deadAddress();
        TenureProcess run = TenureProcess.startPiped(
                Map.of("XDG_STATE_HOME", folder.toString()), List.of("run", "--store", store, "demo", "--", "true"));
        try {
            awaitKeepsTrying(run);

            assertThat(run.stderr()).contains("(the store is " + store + "); trying again until it answers\n");
            run.signal("TERM");
            assertThat(run.exitCode()).isEqualTo(143);
        } finally {
            run.forget();
        }
    }

    /** A store that is unreachable until it is repaired. */
    private static final class Mendable extends ForwardingStore {
        private volatile boolean mended;

        Mendable(Path folder) {
            super(Stores.open("file:" + folder));
        }

        @Override
        public Sighting inspect(String election, Deadline deadline) {
            if (!mended) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "nobody there");
            }
            return super.inspect(election, deadline);
        }
    }

    @Test
    void watchBeginsWhenTheStoreAnswers() throws InterruptedException {
        Mendable store = new Mendable(folder);
        try (ObservingCandidate observer = ObservingCandidate.to(store)) {
            ElectionWatcher watcher = new ElectionWatcher(observer, "demo");
            assertThat(catchThrowableOfType(StoreException.class, watcher::lookForNew))
                    .hasMessage("nobody there");
            assertThat(watcher.next(Duration.ZERO)).isNull();

            store.mended = true;
            watcher.lookForNew();

            assertThat(watcher.next(LONG)).isInstanceOf(ElectionEvent.Present.class);
        }
    }

    /** The first look of all answers and no other does, as with a server that is too busy. */
    private static final class Busy extends ForwardingStore {
        private final AtomicInteger looks = new AtomicInteger();
        private volatile boolean idle;

        Busy(Path folder) {
            super(Stores.open("file:" + folder));
        }

        @Override
        public Sighting inspect(String election, Deadline deadline) {
            if (looks.getAndIncrement() > 0 && !idle) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "busy");
            }
            return super.inspect(election, deadline);
        }
    }

    @Test
    void watchSaysNothingBeforeItHasLooked() throws InterruptedException {
        Busy store = new Busy(folder);
        try (ObservingCandidate observer = ObservingCandidate.to(store, Duration.ofMillis(100))) {
            ElectionWatcher watcher = new ElectionWatcher(observer, "demo");

            watcher.lookForNew();
            assertThat(watcher.next(Duration.ZERO))
                    .as("nobody has been seen, nor nobody")
                    .isNull();

            store.idle = true;
            ElectionEvent first = null;
            while (first == null) {
                watcher.lookForNew();
                first = watcher.next(Duration.ofMillis(100));
            }
            assertThat(first).isInstanceOf(ElectionEvent.Present.class);
        }
    }

    /** With a ttl of an hour a store call may take twelve minutes, which is too long to wait. */
    @Test
    void expiredWaitExitsAlthoughTheStoreIsSilent() throws IOException, InterruptedException {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            String store = "postgres://u@127.0.0.1:" + silent.getLocalPort() + "/db";

            TenureProcess.Finished late = TenureProcess.run(
                    Map.of("XDG_STATE_HOME", folder.toString()),
                    "run",
                    "--store",
                    store,
                    "--ttl",
                    "1h",
                    "--wait",
                    "100ms",
                    "demo",
                    "--",
                    "true");

            assertThat(late.errors())
                    .contains("tenure: not elected within the time of --wait: the store has not answered (the store is "
                            + store.replace("u@", "***@") + ")\n");
            assertThat(late.code()).isEqualTo(75);
        }
    }
}
