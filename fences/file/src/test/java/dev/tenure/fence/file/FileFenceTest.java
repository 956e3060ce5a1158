package dev.tenure.fence.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIOException;

import dev.tenure.StaleTokenException;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The fence of a file. */
@Tag("process")
class FileFenceTest extends FenceContract {
    @TempDir
    Path folder = Path.of("");

    @Override
    protected FencedSet newSet() {
        return new FencedSetFile(file().toString());
    }

    private Path file() {
        return folder.resolve("accounts");
    }

    /** Each thread replaces the file under a token of its own: the highest that came through is what stays. */
    @Test
    void manyThreadsLeaveTheHighestToken() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(64);
        CountDownLatch start = new CountDownLatch(1);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int i = 1; i <= 64; i++) {
                long token = 1 + (i * 37L) % 64;
                writers.add(threads.submit(() -> {
                    start.await();
                    try {
                        FileFence.of(file()).replace("payroll", token, bytes(Long.toString(token)));
                    } catch (StaleTokenException expected) {
                        return null;
                    }
                    return null;
                }));
            }
            start.countDown();
            for (Future<?> writer : writers) {
                writer.get(50, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
        assertThat(Files.readString(file())).isEqualTo("64");
    }

    /** A mark that was raised before a crash refuses older terms, and the term itself writes on. */
    @Test
    void crashAfterTheMarkIsRaisedLosesNothing() throws IOException {
        FileFence.of(file()).replace("payroll", 1, bytes("one"));
        Files.writeString(folder.resolve("accounts.fence"), "2 payroll");

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> FileFence.of(file()).replace("payroll", 1, bytes("late")));
        assertThat(Files.readString(file())).isEqualTo("one");
        FileFence.of(file()).replace("payroll", 2, bytes("two"));
        assertThat(Files.readString(file())).isEqualTo("two");
    }

    @Test
    void damagedMarkLetsNobodyThrough() throws IOException {
        for (String damage : List.of("", "payroll", "x payroll", "0 payroll")) {
            Files.writeString(folder.resolve("accounts.fence"), damage);
            assertThatIOException()
                    .isThrownBy(() -> FileFence.of(file()).replace("payroll", 1, bytes("one")))
                    .withMessageContaining("no mark of a fence");
        }
        FileFence.of(file()).remove();
        FileFence.of(file()).replace("payroll", 1, bytes("one"));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    /** A file with secrets must not become one that everybody reads. */
    @Test
    void replacedFileKeepsItsPermissions() throws IOException {
        Path file = Files.writeString(folder.resolve("secrets"), "old");
        for (String permissions : List.of("rw-------", "rw-rw-rw-")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));

            FileFence.of(file).replace("payroll", 1, new byte[] {1});
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                    .isEqualTo(permissions);
        }
    }
}
