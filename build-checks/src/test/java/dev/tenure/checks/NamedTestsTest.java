package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages that say which test shows something name tests that exist.
 *
 * <p>Only tables are read: {@code Class.method}, a class alone, and after either of them in the same cell a method
 * alone.
 */
class NamedTestsTest {
    private static final Pattern PAGE = Pattern.compile("docs/(?:failure-modes|testing)(?:/.*)?\\.md");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern CODE = Pattern.compile("`([^`]+)`");
    private static final Pattern IN_CLASS = Pattern.compile("([A-Z]\\w*)\\.([a-z]\\w*)");
    private static final Pattern CLASS = Pattern.compile("[A-Z]\\w*(?:Test|Contract|Behaviour)");
    private static final Pattern METHOD = Pattern.compile("[a-z]\\w*");

    @Test
    void everyTestThatAPageNamesExists() {
        assertThat(missing(SourceTree.here()))
                .as("tests that a page names and no source has: correct the name, or write the test")
                .isEmpty();
    }

    @Test
    void aNameThatNoSourceHasIsFound(@TempDir Path root) throws IOException {
        write(root, "stores/a/ATest.java", "class ATest extends WholeContract {\n@Test\n@X({\"y\"}) void own() {} }");
        write(root, "testkit/WholeContract.java", "class WholeContract {\n@Nested\nclass P extends PartBehaviour {} }");
        write(root, "testkit/PartBehaviour.java", "class PartBehaviour {\n@Test void part() {}\nvoid helper() {} }");
        write(root, "docs/testing.md", "`Prose.isNotRead`\n```\n| `Code.isNotRead` |\n```\n| `alone` | `isLeader()` |");
        write(root, "docs/failure-modes/a.md", """
                | What | Shown in |
                |---|---|
                | fine | `ATest.own`, `part`, `WholeContract.part`, `PartBehaviour.part`, `ATest`, a `kill -9` |
                | not | `ATest.helper`, `owm`, `PartBehaviour.own`, `NoTest.own`, `NoContract` |
                | `ttl` | `WholeContract`, `own` |
                """);
        write(root, "docs/safety.md", "| `NoTest.atAll` |");

        assertThat(missing(SourceTree.at(root)))
                .containsExactly(
                        "docs/failure-modes/a.md:4: ATest.helper",
                        "docs/failure-modes/a.md:4: ATest.owm",
                        "docs/failure-modes/a.md:4: PartBehaviour.own",
                        "docs/failure-modes/a.md:4: NoTest.own",
                        "docs/failure-modes/a.md:4: NoContract",
                        "docs/failure-modes/a.md:5: WholeContract.own");
    }

    private static void write(Path root, String file, String text) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, text);
    }

    private static List<String> missing(SourceTree tree) {
        TestIndex index = TestIndex.of(tree);
        List<String> missing = new ArrayList<>();
        tree.matching(path -> PAGE.matcher(path).matches()).forEach(page -> {
            List<String> lines = SourceTree.lines(page);
            boolean inCode = false;
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                inCode ^= line.startsWith("```");
                if (!inCode && line.startsWith("|")) {
                    String where = tree.show(page) + ":" + (i + 1) + ": ";
                    CELL_END.splitAsStream(line)
                            .flatMap(cell -> missingIn(cell, index))
                            .forEach(name -> missing.add(where + name));
                }
            }
        });
        return missing;
    }

    private static Stream<String> missingIn(String cell, TestIndex index) {
        List<String> missing = new ArrayList<>();
        String last = "";
        Matcher code = CODE.matcher(cell);
        while (code.find()) {
            String name = code.group(1);
            Matcher inClass = IN_CLASS.matcher(name);
            if (inClass.matches()) {
                last = inClass.group(1);
                require(index.hasTest(last, inClass.group(2)), name, missing);
            } else if (CLASS.matcher(name).matches()) {
                last = name;
                require(index.hasClass(last), name, missing);
            } else if (!last.isEmpty() && METHOD.matcher(name).matches()) {
                require(index.hasTest(last, name), last + "." + name, missing);
            }
        }
        return missing.stream();
    }

    private static void require(boolean there, String name, List<String> missing) {
        if (!there) {
            missing.add(name);
        }
    }
}
