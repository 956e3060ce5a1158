package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.store.file.SampleRecords.write;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tenure.StoreException;
import dev.tenure.spi.Sighting;
import dev.tenure.store.file.DiskWithHooks.Operation;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A write that fails at each of its steps in turn, by a crash or an error. */
class FailingWriteTest {
    @TempDir
    Path root;

    @Test
    void crashAtAnyStepLeavesOldOrNewRecord() {
        FileCell survivor = SampleRecords.cell(root);
        long token = 0;
        for (int step = 0; ; step++) {
            long before = ++token;
            write(survivor, before);
            String version = survivor.read(ELECTION, soon()).version();
            FaultAt crash = new FaultAt(step, true);

            Throwable thrown =
                    catchThrowable(() -> crash.cell(root).write(ELECTION, held(before + 1), version, soon()));

            Sighting seen = survivor.read(ELECTION, soon());
            assertThat(seen).as("after %s", crash.done).isInstanceOf(Sighting.Held.class);
            assertThat(seen.lastToken()).as("after %s", crash.done).isIn(before, before + 1);
            assertThat(seen.lastToken() == before + 1).isEqualTo(crash.done.contains(Operation.LINK));
            token = seen.lastToken();
            if (thrown == null) {
                assertThat(crash.done).contains(Operation.WRITE, Operation.LINK, Operation.SYNC, Operation.REMOVE);
                return;
            }
        }
    }

    @Test
    void errorAtAnyStepHasTheRightKind() {
        FileCell survivor = SampleRecords.cell(root);
        long token = 0;
        for (int step = 0; ; step++) {
            long before = ++token;
            String version = write(survivor, before);
            FaultAt fault = new FaultAt(step, false);

            Throwable thrown =
                    catchThrowable(() -> fault.cell(root).write(ELECTION, held(before + 1), version, soon()));

            boolean linkTried = fault.done.contains(Operation.LINK) || fault.failed == Operation.LINK;
            token = survivor.read(ELECTION, soon()).lastToken();
            if (fault.failed == null) {
                assertThat(thrown).isNull();
                return;
            }
            if (thrown instanceof StoreException e) {
                assertThat(e.kind())
                        .as("%s failed after %s", fault.failed, fault.done)
                        .isEqualTo(linkTried ? StoreException.Kind.OUTCOME_UNKNOWN : StoreException.Kind.UNREACHABLE);
                assertThat(token).isIn(before, linkTried ? before + 1 : before);
            } else {
                assertThat(thrown).isNull();
                assertThat(token).isEqualTo(before + 1); // only tidying up failed
            }
            assertThat(SampleRecords.names(new FolderLayout(root).temporaryFiles())
                            .size())
                    .isLessThanOrEqualTo(1);
        }
    }

    /** A disk that goes wrong at one step: for one operation, or for good because the process is gone. */
    private static final class FaultAt {
        private final int step;
        private final boolean crash;
        private final List<Operation> done = new ArrayList<>();
        private @Nullable Operation failed;

        FaultAt(int step, boolean crash) {
            this.step = step;
            this.crash = crash;
        }

        FileCell cell(Path root) {
            return new FileCell(new DiskWithHooks((operation, path) -> before(operation)), new FolderLayout(root));
        }

        private void before(Operation operation) throws IOException {
            boolean first = failed == null && done.size() == step;
            if (first) {
                failed = operation;
            }
            if (failed == null) {
                done.add(operation);
            } else if (crash) {
                throw new Crash();
            } else if (first) {
                throw new IOException("Input/output error");
            }
        }
    }

    /** The end of a process, wherever it stood. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;
    }
}
