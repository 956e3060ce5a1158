package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.file.DiskWithHooks.Operation;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A writer that is stopped at the worst moment, while others go on. */
class RecordFilesTest {
    @TempDir
    Path root;

    private FileCell others;
    private Path folder;

    @BeforeEach
    void open() {
        others = SampleRecords.cell(root);
        folder = new FolderLayout(root).election(ELECTION);
    }

    @Test
    void lateFirstClaimDoesNotCountAfterCleanup() {
        FileCell late = stopping(Operation.LINK, () -> othersWrite(1, 6));

        assertThat(late.write(ELECTION, held(99), "", soon())).isEmpty();
        assertThat(others.read(ELECTION, soon()).lastToken()).isEqualTo(6);
        assertThat(SampleRecords.names(folder)).containsExactly("3.json", "4.json", "5.json", "6.json");
    }

    @Test
    void lateRenewalDoesNotCountAfterCleanup() {
        String version = write(others, 1);
        FileCell late = stopping(Operation.LINK, () -> othersWrite(2, 9));

        assertThat(late.write(ELECTION, held(1, 1), version, soon())).isEmpty();
        assertThat(others.read(ELECTION, soon()).lastToken()).isEqualTo(9);
        assertThat(SampleRecords.names(folder)).containsExactly("6.json", "7.json", "8.json", "9.json");
    }

    @Test
    void lateWriterThatDiesMisleadsNobody() {
        String version = write(others, 1);
        FileCell late = new FileCell(
                new DiskWithHooks(new DiskWithHooks.Hook() {
                    private boolean linked;

                    @Override
                    public void before(Operation operation, Path path) throws IOException {
                        if (linked) {
                            throw new Died();
                        }
                        if (operation == Operation.LINK) {
                            othersWrite(2, 9);
                            linked = true;
                        }
                    }
                }),
                new FolderLayout(root));

        try {
            late.write(ELECTION, held(1, 1), version, soon());
        } catch (Died died) {
            assertThat(SampleRecords.names(folder)).contains("2.json", "9.json");
        }

        assertThat(others.read(ELECTION, soon()).lastToken()).isEqualTo(9);
        assertThat(write(others, 10)).startsWith("10-");
        assertThat(SampleRecords.names(folder)).containsExactlyInAnyOrder("7.json", "8.json", "9.json", "10.json");
    }

    @Test
    void overtakenWriterKeepsItsRecordForFollowers() {
        String version = write(others, 1);
        CountDownLatch linked = new CountDownLatch(1);
        CountDownLatch overtaken = new CountDownLatch(1);
        FileCell slow = stopping(Operation.SYNC, () -> {
            linked.countDown();
            await(overtaken);
        });
        Thread first = new Thread(() -> slow.write(ELECTION, held(2), version, soon()));
        FileCell follower = stopping(Operation.SYNC, () -> {
            overtaken.countDown();
            join(first);
        });

        first.start();
        await(linked);
        Optional<String> written =
                follower.write(ELECTION, held(3), others.read(ELECTION, soon()).version(), soon());

        assertThat(written).contains(others.read(ELECTION, soon()).version());
        assertThat(others.read(ELECTION, soon()).lastToken()).isEqualTo(3);
    }

    @Test
    void replacedPredecessorIsNotTheOneRead() {
        String version = write(others, 1);
        FileCell late = stopping(Operation.LINK, () -> {
            removeQuietly(folder.resolve("1.json"));
            write(others, 5);
        });

        assertThat(late.write(ELECTION, held(1, 1), version, soon())).isEmpty();
        assertThat(others.read(ELECTION, soon()).lastToken()).isEqualTo(5);
    }

    @Test
    void nameTakenByOwnLinkCounts() {
        String version = write(others, 1);
        FileCell cell = new FileCell(
                new DiskWithHooks((operation, path) -> {}) {
                    @Override
                    public void link(Path file, Path name) throws IOException {
                        super.link(file, name);
                        throw new FileAlreadyExistsException(name.toString());
                    }
                },
                new FolderLayout(root));

        Optional<String> written = cell.write(ELECTION, held(1, 1), version, soon());

        assertThat(written).contains(others.read(ELECTION, soon()).version());
    }

    @Test
    void readerRetriesWhenListedRecordIsGone() {
        write(others, 1);
        FileCell reader = stopping(Operation.READ, () -> othersWrite(2, 9));

        assertThat(reader.read(ELECTION, soon()).lastToken()).isEqualTo(9);
    }

    @Test
    void stoppedWriterDoesNotBlockOthers() {
        for (Operation operation :
                EnumSet.complementOf(EnumSet.of(Operation.MARK, Operation.APPEND, Operation.DATE, Operation.RENAME))) {
            AtomicBoolean wentOn = new AtomicBoolean();
            long token = others.read(ELECTION, soon()).lastToken();
            String version = others.read(ELECTION, soon()).version();
            FileCell late = stopping(operation, () -> {
                othersWrite(token + 1, token + 9);
                wentOn.set(true);
            });

            late.write(ELECTION, held(token + 20), version, soon());

            assertThat(wentOn).as("%s", operation).isTrue();
        }
    }

    /** Returns a cell whose writer stops before its first operation of a kind, while something else happens. */
    private FileCell stopping(Operation at, Runnable meanwhile) {
        AtomicBoolean stopped = new AtomicBoolean();
        return new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == at && stopped.compareAndSet(false, true)) {
                        meanwhile.run();
                    }
                }),
                new FolderLayout(root));
    }

    private void othersWrite(long first, long last) {
        for (long token = first; token <= last; token++) {
            write(others, token);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join(30_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void removeQuietly(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /** The end of a process, wherever it stood. */
    private static final class Died extends Error {
        private static final long serialVersionUID = 1L;
    }
}
