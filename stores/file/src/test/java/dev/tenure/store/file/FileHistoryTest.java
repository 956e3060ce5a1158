package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.happened;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.HistoryEntry;
import dev.tenure.StoreException;
import dev.tenure.spi.History;
import dev.tenure.store.file.DiskWithHooks.Operation;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
@Timeout(60)
class FileHistoryTest {
    /** With a cause as long as this a volume has its bytes before it has its entries. */
    private static final String LONG = "x".repeat(2000);

    @TempDir
    Path root;

    private FileCell cell;
    private Path folder;

    @BeforeEach
    void open() {
        cell = SampleRecords.cell(root);
        folder = new FolderLayout(root).history(ELECTION);
    }

    @Test
    void tornLineSpoilsOnlyItself() throws IOException {
        append(1, "");
        byte[] half = new String(FileHistory.write(happened(2, "")), StandardCharsets.UTF_8)
                .substring(0, 50)
                .getBytes(StandardCharsets.UTF_8);
        Files.write(folder.resolve("1.jsonl"), half, APPEND);
        append(3, "");
        Files.write(folder.resolve("1.jsonl"), new byte[500], APPEND);
        append(4, "");
        Files.writeString(folder.resolve("1.jsonl"), "\n{\"format\":2}\nnonsense\n[]", APPEND);
        append(5, "");

        assertThat(tokens()).containsExactly(1L, 3L, 4L, 5L);
    }

    @Test
    void fullVolumeStartsNextAndRemovesOlder() throws IOException {
        for (int token = 1; token <= 2000; token++) {
            append(token, "");
        }

        assertThat(SampleRecords.names(folder)).hasSize(2).doesNotContain("1.jsonl");
        assertThat(Files.size(folder.resolve(SampleRecords.names(folder).get(0))))
                .isBetween((long) HistoryLog.FULL_BYTES, 2L * HistoryLog.FULL_BYTES);
        assertThat(tokens()).hasSizeGreaterThanOrEqualTo(History.KEPT).endsWith(1999L, 2000L);
    }

    @Test
    void volumeIsNotFullBeforeHundredEntries() throws IOException {
        append(1, LONG);
        Files.writeString(folder.resolve("1.jsonl"), ("\n" + "torn".repeat(100)).repeat(200), APPEND);
        for (int token = 2; token <= 300; token++) {
            append(token, LONG);
        }

        assertThat(tokens())
                .hasSizeGreaterThanOrEqualTo(History.KEPT)
                .isEqualTo(LongStream.rangeClosed(301 - tokens().size(), 300)
                        .boxed()
                        .toList());
        assertThat(SampleRecords.names(folder)).containsExactly("2.jsonl", "3.jsonl");
    }

    @Test
    void concurrentProcessesLoseNoEntries() throws Exception {
        int each = 60;
        append(1, "");
        List<ChildJvm> children = List.of(ChildJvm.on(root), ChildJvm.on(root), ChildJvm.on(root));
        try {
            // From here on the volume has its bytes, and is full as soon as it has its entries: in the midst of all.
            Files.writeString(folder.resolve("1.jsonl"), "\n" + "x".repeat(HistoryLog.FULL_BYTES), APPEND);
            for (int i = 0; i < children.size(); i++) {
                children.get(i).tell("append " + (1000 * (i + 1)) + " " + each);
            }
            for (ChildJvm child : children) {
                assertThat(child.line()).isEqualTo(Integer.toString(each));
            }
        } finally {
            children.forEach(ChildJvm::close);
        }

        assertThat(SampleRecords.names(folder)).containsExactly("1.jsonl", "2.jsonl");
        assertThat(tokens()).hasSize(1 + 3 * each).doesNotHaveDuplicates();
    }

    @Test
    void concurrentThreadsTearNoLine() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int writer = 0; writer < 4; writer++) {
                int first = writer * 100;
                writers.add(threads.submit(() -> {
                    for (int token = first; token < first + 45; token++) {
                        append(token, LONG);
                    }
                }));
            }
            for (Future<?> writer : writers) {
                writer.get();
            }
        } finally {
            threads.shutdownNow();
        }

        assertThat(tokens()).hasSize(4 * 45).doesNotHaveDuplicates();
    }

    @Test
    void longCauseIsCutBetweenCharacters() {
        append(1, "x".repeat(3999) + "🗳".repeat(1000));

        assertThat(cell.history().last(ELECTION, 1, soon()))
                .extracting(HistoryEntry::cause)
                .containsExactly("x".repeat(3999) + " …");
    }

    @Test
    void volumeRemovedDuringReadCountsAsEmpty() throws IOException {
        append(1, "");
        Files.writeString(folder.resolve("2.jsonl"), Files.readString(folder.resolve("1.jsonl")));
        FileCell slow = withHook(Operation.READ, path -> {
            if (path.endsWith("1.jsonl")) {
                Files.delete(path);
            }
        });

        assertThat(slow.history().last(ELECTION, 10, soon())).hasSize(1);
    }

    @Test
    void foreignFilesAreLeftAlone() throws IOException {
        append(1, "");
        Files.writeString(folder.resolve("notes.jsonl"), "{");
        Files.writeString(folder.resolve("0.jsonl"), "{");

        for (int token = 2; token <= 1500; token++) {
            append(token, "");
        }

        assertThat(SampleRecords.names(folder)).hasSize(4).contains("0.jsonl", "notes.jsonl");
    }

    @Test
    void errorTellsWhetherEntryMayBeWritten() {
        assertThat(kindOfFailure(new AccessDeniedException("1.jsonl"))).isEqualTo(StoreException.Kind.MISCONFIGURED);
        assertThat(kindOfFailure(new IOException("Input/output error"))).isEqualTo(StoreException.Kind.OUTCOME_UNKNOWN);
        assertThat(kindOfFailure(new ClosedByInterruptException())).isEqualTo(StoreException.Kind.OUTCOME_UNKNOWN);
        assertThat(kindOfFailure(new IOException("No space left on device")))
                .isEqualTo(StoreException.Kind.UNREACHABLE);
    }

    @Test
    void entryCountsIfOldVolumeCannotBeRemoved() throws IOException {
        append(1, "");
        Files.writeString(folder.resolve("5.jsonl"), "");
        FileCell failing = withHook(Operation.REMOVE, path -> {
            throw new AccessDeniedException(path.toString());
        });

        failing.history().append(happened(2, ""), soon());

        assertThat(tokens()).containsExactly(1L, 2L);
    }

    private StoreException.Kind kindOfFailure(IOException error) {
        FileCell failing = withHook(Operation.APPEND, path -> {
            throw error;
        });
        try {
            failing.history().append(happened(1, ""), soon());
            throw new AssertionError("it should have failed");
        } catch (StoreException e) {
            assertThat(e).hasMessageContaining(folder.toString());
            return e.kind();
        }
    }

    @Test
    void unreadableFolderIsNamed() {
        FileCell failing = withHook(Operation.LIST, path -> {
            throw new AccessDeniedException(path.toString());
        });

        assertThatThrownBy(() -> failing.history().last(ELECTION, 1, soon()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("permission");
    }

    /** What is done before an operation of a kind. */
    @FunctionalInterface
    private interface Hook {
        void before(Path path) throws IOException;
    }

    private FileCell withHook(Operation at, Hook hook) {
        return new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == at) {
                        hook.before(path);
                    }
                }),
                new FolderLayout(root));
    }

    private void append(long token, String cause) {
        cell.history().append(happened(token, cause), soon());
    }

    private List<Long> tokens() {
        return cell.history().last(ELECTION, Integer.MAX_VALUE, soon()).stream()
                .map(HistoryEntry::token)
                .toList();
    }
}
