package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Which monitors the engine uses: private objects only. The monitor of any other object can be held by code of users,
 * that of a thread by its own work, and the loop would wait for them (R18).
 */
class LocksTest {
    private static final Pattern COMMENT = Pattern.compile("(?s)/\\*.*?\\*/|//[^\n]*");
    private static final Pattern SYNCHRONIZED = Pattern.compile("\\bsynchronized\\b\\s*(?:\\(\\s*(\\w+)\\s*\\))?");

    private final SourceTree tree = SourceTree.here();

    @Test
    void theEngineLocksPrivateObjectsOnly() {
        List<String> offences = new ArrayList<>();
        tree.matching(path -> path.startsWith("core/src/main/java/dev/tenure/internal/") && path.endsWith(".java"))
                .forEach(file -> offencesIn(file, offences));

        assertThat(offences)
                .as("locks on something else than a 'private final Object … = new Object()' of the same class")
                .isEmpty();
    }

    private void offencesIn(Path file, List<String> offences) {
        String source =
                COMMENT.matcher(String.join("\n", SourceTree.lines(file))).replaceAll("");
        Matcher uses = SYNCHRONIZED.matcher(source);
        while (uses.find()) {
            String lock = uses.group(1);
            if (lock == null || !source.contains("private final Object " + lock + " = new Object();")) {
                offences.add(tree.show(file) + ": " + uses.group().strip());
            }
        }
    }
}
