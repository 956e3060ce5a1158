package dev.tenure.store.file;

import static dev.tenure.store.file.SampleRecords.ELECTION;
import static dev.tenure.store.file.SampleRecords.held;
import static dev.tenure.testkit.StoreTestSteps.soon;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Writers that are stopped anywhere inside a write, while others write and are stopped, too.
 *
 * <p>Whatever they do, each version has at most one successor, and nothing that was ever seen is undone.
 */
class RecordFilesPropertyTest {
    /** More operations than a write has, so that some writers never stop. */
    private static final int OPERATIONS = 18;

    /**
     * One write: it stops before one of its operations, and what others write meanwhile is done there.
     *
     * @param dies true if it never goes on
     */
    record Write(int stopsAt, boolean dies, List<Write> meanwhile) {}

    private static Path root = Path.of("");

    @BeforeContainer
    static void makeRoot() throws IOException {
        root = Files.createTempDirectory("tenure-ledger");
    }

    @AfterContainer
    static void removeRoot() throws IOException {
        FolderDeletion.remove(root);
    }

    @Property(tries = 150, shrinking = ShrinkingMode.BOUNDED)
    void everyVersionHasAtMostOneSuccessorAndNothingIsUndone(@ForAll("plans") List<Write> plan) throws IOException {
        History history = new History();
        try {
            plan.forEach(history::run);
        } finally {
            FolderDeletion.remove(new FolderLayout(root).elections());
        }
    }

    @Provide
    Arbitrary<List<Write>> plans() {
        return writes(3, 2);
    }

    private static Arbitrary<List<Write>> writes(int most, int depth) {
        Arbitrary<List<Write>> meanwhile =
                depth == 0 ? Arbitraries.just(List.of()) : Arbitraries.lazy(() -> writes(8, depth - 1));
        return Combinators.combine(Arbitraries.integers().between(0, OPERATIONS), Arbitraries.of(0, 0, 0, 1), meanwhile)
                .as((stopsAt, dies, others) -> new Write(stopsAt, dies == 1, others))
                .list()
                .ofMinSize(0)
                .ofMaxSize(most);
    }

    /** What happened, and what must be true of it. */
    private static final class History {
        private final FileCell reader = SampleRecords.cell(root);
        private final Map<String, String> successors = new HashMap<>();
        private final NavigableMap<Long, String> seen = new TreeMap<>(Map.of(0L, ""));
        private long tokens;

        void run(Write write) {
            String version = observe();
            Optional<String> written;
            try {
                written = writer(write).write(ELECTION, held(++tokens), version, soon());
            } catch (Died died) {
                observe();
                return;
            }
            if (written.isPresent()) {
                String rival = successors.put(version, written.get());
                assertThat(rival).as("second successor of %s", version).isNull();
            }
            observe();
        }

        private String observe() {
            String version = reader.read(ELECTION, soon()).version();
            long number = StoredRecord.numberOf(version);
            assertThat(number).as("number of the record").isGreaterThanOrEqualTo(seen.lastKey());
            String before = seen.put(number, version);
            assertThat(before).as("record %d", number).isIn(null, version);
            return version;
        }

        private FileCell writer(Write write) {
            int[] operations = {0};
            return new FileCell(
                    new UnsyncedDisk((operation, path) -> {
                        if (operations[0]++ == write.stopsAt()) {
                            write.meanwhile().forEach(this::run);
                        }
                        if (write.dies() && operations[0] > write.stopsAt()) {
                            throw new Died();
                        }
                    }),
                    new FolderLayout(root));
        }
    }

    /** A disk that is quick because it would not survive a power failure. */
    private static final class UnsyncedDisk extends DiskWithHooks {
        private final Hook hook;

        UnsyncedDisk(Hook hook) {
            super(hook);
            this.hook = hook;
        }

        @Override
        public void writeSynced(Path file, byte[] content) throws IOException {
            hook.before(Operation.WRITE, file);
            Files.write(file, content, StandardOpenOption.CREATE_NEW);
        }

        @Override
        public void sync(Path folder) throws IOException {
            hook.before(Operation.SYNC, folder);
        }
    }

    /** The end of a process, wherever it stood. */
    private static final class Died extends Error {
        private static final long serialVersionUID = 1L;
    }
}
