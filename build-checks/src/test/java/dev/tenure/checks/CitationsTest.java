package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every rule or behaviour that code, tests and pages cite by number has an entry in {@code docs/rules.md}. */
class CitationsTest {
    private static final String RULES = "docs/rules.md";
    private static final String NUMBER = "R\\d{1,2}|(?:SC|S3|RV|GF|NL)-[A-Z]?\\d+";
    private static final Pattern ENTRY = Pattern.compile("(?m)^(?:### (R\\d{1,2}) |- \\*\\*(" + NUMBER + ")\\*\\* )");
    private static final Pattern CITATION = Pattern.compile("\\b(?:" + NUMBER + ")\\b");
    private static final Pattern READ = Pattern.compile(".*\\.(?:java|md|xml|sql|lua|txt|html)");

    @Test
    void everyCitedNumberHasAnEntry() {
        assertThat(unresolved(SourceTree.here()))
                .as("citations without an entry in %s: correct the number, or add the entry", RULES)
                .isEmpty();
    }

    @Test
    void citationWithoutEntryIsFound(@TempDir Path root) throws IOException {
        Files.createDirectories(root.resolve("docs"));
        Files.writeString(root.resolve(RULES), "### R1 Trust\nSee R3.\n- **NL-D1** one\n- **RV-2** two\n");
        Files.writeString(root.resolve("A.java"), "// R1, R2: NL-D1 and NL-D9\n// (RV-2, RV-20, SC-C1)\nint R100;\n");

        assertThat(unresolved(SourceTree.at(root)))
                .containsExactly(
                        "A.java:1: R2", "A.java:1: NL-D9", "A.java:2: RV-20", "A.java:2: SC-C1", RULES + ":2: R3");
    }

    @Test
    void everyNumberHasOneEntry() {
        List<String> entries = entries(SourceTree.here());

        assertThat(entries).doesNotHaveDuplicates().hasSizeGreaterThan(100);
    }

    private static List<String> unresolved(SourceTree tree) {
        Set<String> known = new HashSet<>(entries(tree));
        List<String> unresolved = new ArrayList<>();
        tree.matching(path -> READ.matcher(path).matches() && !path.endsWith("CitationsTest.java"))
                .forEach(file -> {
                    List<String> lines = SourceTree.lines(file);
                    for (int i = 0; i < lines.size(); i++) {
                        String where = tree.show(file) + ":" + (i + 1) + ": ";
                        CITATION.matcher(lines.get(i))
                                .results()
                                .map(MatchResult::group)
                                .filter(number -> !known.contains(number))
                                .forEach(number -> unresolved.add(where + number));
                    }
                });
        return unresolved;
    }

    private static List<String> entries(SourceTree tree) {
        return ENTRY.matcher(SourceTree.text(tree.root().resolve(RULES)))
                .results()
                .map(entry -> entry.group(1) == null ? entry.group(2) : entry.group(1))
                .toList();
    }
}
