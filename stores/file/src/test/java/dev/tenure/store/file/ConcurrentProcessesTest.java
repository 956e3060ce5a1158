package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Processes that all count one record up as fast as they can: two that replace the same record write the same number.
 *
 * <p>Numbers may be missing: a writer that was overtaken before it looked again is told that it lost.
 */
@Tag("process")
@Timeout(120)
class ConcurrentProcessesTest {
    private static final int PROCESSES = 8;
    private static final int WINS = 40;

    @TempDir
    Path root;

    @Test
    void eightProcessesNeverReplaceTheSameRecord() {
        List<ChildJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                children.add(ChildJvm.start(List.of(), ChildMain.class, root.toString()));
            }
            children.forEach(child -> assertThat(child.line()).isEqualTo("ready"));
            children.forEach(child -> child.tell("contend " + WINS));
            List<Long> tokens = new ArrayList<>();
            for (ChildJvm child : children) {
                Arrays.stream(child.line().trim().split(" ")).map(Long::valueOf).forEach(tokens::add);
            }

            assertThat(tokens).hasSize(PROCESSES * WINS).doesNotHaveDuplicates();
        } finally {
            children.forEach(ChildJvm::close);
        }
    }
}
