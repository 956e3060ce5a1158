package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.request;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Request;
import dev.tenure.store.file.DiskWithHooks.Operation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileRequestsTest {
    @TempDir
    Path root;

    private FileCell cell;
    private Path file;

    @BeforeEach
    void open() {
        cell = SampleRecords.cell(root);
        file = new FolderLayout(root).requests().resolve(ELECTION);
    }

    @Test
    void corruptRequestIsIgnoredAndReplaced() throws IOException {
        cell.requests().submit(request(5), soon());
        String whole = Files.readString(file);
        List<String> unreadable = List.of(
                "",
                whole.substring(0, 40),
                whole.replace("\"format\" : 1", "\"format\" : 2"),
                whole.replace(ELECTION, "another"),
                whole.replace("\"token\" : 5", "\"token\" : 0"));
        for (String content : unreadable) {
            Files.writeString(file, content);
            assertThat(pending()).as(content).isEmpty();
        }

        cell.requests().submit(request(6), soon());
        assertThat(pending()).containsExactly(Map.entry(ELECTION, request(6)));
    }

    @Test
    void onlyLastRequestAndNoDraftStays() {
        for (int token = 1; token <= 5; token++) {
            cell.requests().submit(request(token), soon());
        }

        assertThat(SampleRecords.names(new FolderLayout(root).requests())).containsExactly(ELECTION);
        assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())).isEmpty();
    }

    @Test
    void longestNameIsKept() {
        String longest = "x".repeat(255);
        Request request = new Request(longest, 1, null, SampleRecords.AT, "somebody");

        cell.requests().submit(request, soon());

        assertThat(cell.requests().pending(List.of(longest), soon())).containsExactly(Map.entry(longest, request));
    }

    @Test
    void errorTellsWhetherRequestMayBeWritten() {
        cell.requests().submit(request(1), soon());

        assertThat(kindOfFailureAt(Operation.WRITE)).isEqualTo(Kind.UNREACHABLE);
        assertThat(kindOfFailureAt(Operation.RENAME)).isEqualTo(Kind.OUTCOME_UNKNOWN);
        assertThat(pending()).containsExactly(Map.entry(ELECTION, request(1)));
        assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())).isEmpty();
        assertThatThrownBy(() -> failing(Operation.READ).requests().pending(List.of(ELECTION), soon()))
                .isInstanceOf(StoreException.class)
                .hasMessageContaining("requests");
    }

    private Kind kindOfFailureAt(Operation operation) {
        try {
            failing(operation).requests().submit(request(2), soon());
            throw new AssertionError("it should have failed");
        } catch (StoreException e) {
            return e.kind();
        }
    }

    private FileCell failing(Operation at) {
        return new FileCell(
                new DiskWithHooks((operation, path) -> {
                    if (operation == at) {
                        throw new IOException("Input/output error");
                    }
                }),
                new FolderLayout(root));
    }

    private Map<String, Request> pending() {
        return cell.requests().pending(List.of(ELECTION), soon());
    }
}
