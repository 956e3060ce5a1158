package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Pages that say which test shows something name tests that exist.
 *
 * <p>Only tables are read: {@code Class.method}, a class alone, and after either of them in the same cell a method
 * alone. Where several modules have a class of that name, the page says which is meant: by a note in parentheses behind
 * it, such as (DynamoDB, Route53), or for a whole section by naming {@code stores/…} above the table.
 */
class NamedTestsTest {
    private static final Pattern PAGE = Pattern.compile("docs/(?:failure-modes|testing)(?:/.*)?\\.md");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");
    private static final Pattern STORE = Pattern.compile("`stores/(\\w+)`");

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

    @Test
    void ofSeveralClassesOfOneNameTheOneThatIsMeantHasTheTest(@TempDir Path root) throws IOException {
        write(root, "stores/redis/src/test/java/r/FaultTest.java", "class FaultTest {\n@Test void own() {} }");
        write(root, "stores/postgres/src/test/java/p/FaultTest.java", "class FaultTest extends Base {}");
        write(root, "stores/postgres/src/test/java/p/Base.java", "class Base {\n@Test void inherited() {} }");
        write(root, "docs/failure-modes.md", """
                | fine | `FaultTest.own` (35 times), `FaultTest` (Redis), `inherited` (PostgreSQL) |
                | not | `FaultTest.own` (PostgreSQL), `inherited` (PostgreSQL, Redis) |
                | which | `FaultTest.own`, `FaultTest` |
                ## Others
                The others are in `stores/redis`.
                | fine | `FaultTest.own` |
                | not | `FaultTest.inherited` |
                ## And others
                | which | `FaultTest.own` |
                """);

        assertThat(missing(SourceTree.at(root)))
                .containsExactly(
                        "docs/failure-modes.md:2: FaultTest.own (postgres)",
                        "docs/failure-modes.md:2: FaultTest.inherited (redis)",
                        "docs/failure-modes.md:3: FaultTest.own: which, of [postgres, redis]?",
                        "docs/failure-modes.md:3: FaultTest: which, of [postgres, redis]?",
                        "docs/failure-modes.md:7: FaultTest.inherited (redis)",
                        "docs/failure-modes.md:9: FaultTest.own: which, of [postgres, redis]?");
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
            Set<String> section = Set.of();
            for (int i = 0; i < lines.size(); i++) {
                String line = lines.get(i).strip();
                String where = tree.show(page) + ":" + (i + 1) + ": ";
                inCode ^= line.startsWith("```");
                if (inCode) {
                    continue;
                }
                if (line.startsWith("|")) {
                    Set<String> meant = section;
                    CELL_END.splitAsStream(line)
                            .flatMap(cell -> new NamedTests(index, meant).missingIn(cell).stream())
                            .forEach(name -> missing.add(where + name));
                } else {
                    section = meantFromHere(line, section);
                }
            }
        });
        return missing;
    }

    /** Returns which store is meant where a table says nothing else: none after a heading, until one is named. */
    private static Set<String> meantFromHere(String line, Set<String> before) {
        Matcher store = STORE.matcher(line);
        if (store.find()) {
            return Set.of(store.group(1));
        }
        return line.startsWith("#") ? Set.of() : before;
    }
}
