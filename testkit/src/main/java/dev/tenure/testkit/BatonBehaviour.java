package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** A store with batons replaces exactly the one that was read, and keeps it; a store without them says so. */
abstract class BatonBehaviour extends StoreBehaviour {
    private static final int RACERS = 8;
    private static final int MOST_ROUNDS = 20;

    BatonBehaviour(LeaseStoreContract contract) {
        super(contract);
    }

    @Test
    @DisplayName("content of any bytes comes back as it was, from none to the most, whichever process reads")
    void contentComesBackAsItWas() {
        if (lacksBatons()) {
            return;
        }
        assertThat(read(store)).isEmpty();
        String version = "";
        long number = 0;
        for (int length : new int[] {0, 1, 2, 255, 256, 4_096, Batons.MAX_BYTES, 3}) {
            Baton next = new Baton(Lease.MAX_TOKEN, ++number, bytes(length), "");
            version = write(store, next, version).orElseThrow();

            Baton found = read(open()).orElseThrow();

            assertThat(found).as("%d bytes", length).isEqualTo(next.withVersion(version));
        }
    }

    @Test
    @DisplayName("a write replaces exactly the baton that was read: no other, and none where there is one")
    void aWriteReplacesWhatWasRead() {
        if (lacksBatons()) {
            return;
        }
        String elsewhere = store.batons()
                .write("other-" + election, baton(1, 1), "", soon())
                .orElseThrow();
        assertThat(write(store, baton(1, 1), elsewhere)).isEmpty();
        assertThat(read(store)).isEmpty();
        String first = write(store, baton(1, 1), "").orElseThrow();
        assertThat(write(store, baton(9, 1), "")).isEmpty();
        String second = write(open(), baton(2, 1), first).orElseThrow();

        assertThat(write(store, baton(1, 2), first)).isEmpty();

        assertThat(read(store)).contains(baton(2, 1).withVersion(second));
        assertThat(write(store, baton(2, 2), second)).isPresent();
    }

    @Test
    @DisplayName("a version never comes back, not even with content that was there before")
    void aVersionNeverComesBack() {
        if (lacksBatons()) {
            return;
        }
        byte[] same = bytes(10);
        String first = write(store, new Baton(1, 1, same, ""), "").orElseThrow();
        String second = write(store, new Baton(2, 1, same, ""), first).orElseThrow();
        String third = write(store, new Baton(2, 2, same, ""), second).orElseThrow();

        assertThat(List.of(first, second, third)).doesNotHaveDuplicates();
        assertThat(write(store, new Baton(1, 2, same, ""), first)).isEmpty();
        assertThat(write(store, new Baton(1, 2, same, ""), second)).isEmpty();
    }

    @Test
    @DisplayName("of many that write at once exactly one does, round after round")
    void ofManyThatWriteAtOnceExactlyOneDoes() throws Exception {
        if (lacksBatons()) {
            return;
        }
        List<LeaseStore> handles = List.of(open(), open(), open());
        ExecutorService threads = Executors.newFixedThreadPool(RACERS);
        try {
            String version = "";
            for (int round = 1; round <= Math.min(MOST_ROUNDS, contract.raceRounds()); round++) {
                List<Callable<Optional<String>>> writes = new ArrayList<>();
                CyclicBarrier line = new CyclicBarrier(RACERS);
                for (int racer = 1; racer <= RACERS; racer++) {
                    LeaseStore handle = handles.get(racer % handles.size());
                    Baton next = baton(racer, round);
                    String replaced = version;
                    writes.add(() -> {
                        line.await();
                        return write(handle, next, replaced);
                    });
                }
                List<String> versions = new ArrayList<>();
                for (Future<Optional<String>> written : threads.invokeAll(writes)) {
                    written.get().ifPresent(versions::add);
                }

                assertThat(versions).as("winners of round %d", round).hasSize(1);
                version = versions.get(0);
                assertThat(read(store).orElseThrow().version()).isEqualTo(version);
                assertThat(read(store).orElseThrow().number()).isEqualTo(round);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    @DisplayName("a baton outlives release and the next term, and does not touch the record")
    void aBatonOutlivesTerms() {
        if (lacksBatons()) {
            return;
        }
        String version = write(store, baton(1, 1), "").orElseThrow();
        assertThat(inspect()).isEqualTo(new Sighting.Never());
        Lease lease = elect(alice);
        version = write(store, baton(lease.token(), 1), version).orElseThrow();
        Sighting before = record();
        assertThat(read(store)).contains(baton(lease.token(), 1).withVersion(version));
        assertThat(record()).isEqualTo(before);

        release(lease);
        elect(bob);
        store.close();

        assertThat(read(open())).contains(baton(lease.token(), 1).withVersion(version));
    }

    @Test
    @DisplayName("each election has its own baton")
    void batonsAreKeptApart() {
        if (lacksBatons()) {
            return;
        }
        List<String> names = contract.legalNames();
        for (int i = 0; i < names.size(); i++) {
            assertThat(store.batons().write(names.get(i) + election, baton(1, i + 1), "", soon()))
                    .as(names.get(i))
                    .isPresent();
        }

        for (int i = 0; i < names.size(); i++) {
            assertThat(store.batons()
                            .read(names.get(i) + election, soon())
                            .orElseThrow()
                            .number())
                    .as(names.get(i))
                    .isEqualTo(i + 1);
        }
        assertThat(read(store)).isEmpty();
    }

    @Test
    @DisplayName("a call whose deadline has passed is not sent (R3)")
    void aCallWhoseDeadlineHasPassedIsNotSent() {
        if (lacksBatons()) {
            return;
        }
        assertUnreachable(() -> store.batons().write(election, baton(1, 1), "", passed()));
        assertUnreachable(() -> store.batons().read(election, passed()));
        assertThat(read(store)).isEmpty();
    }

    private boolean lacksBatons() {
        return lacks(Capability.BATON, () -> store.batons());
    }

    private Optional<Baton> read(LeaseStore handle) {
        return handle.batons().read(election, soon());
    }

    private Optional<String> write(LeaseStore handle, Baton next, String version) {
        return handle.batons().write(election, next, version, soon());
    }

    private static Baton baton(long token, long number) {
        return new Baton(token, number, bytes((int) number), "");
    }

    /** Returns bytes of all values, so that none is taken for text. */
    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (length - i);
        }
        return bytes;
    }
}
