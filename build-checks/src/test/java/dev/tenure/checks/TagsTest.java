package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests that start a server or a process say so by a tag, so that the quick loop leaves them out.
 *
 * <p>A class starts one if its text does, or the text of a class of the same module's tests that it names.
 */
class TagsTest {
    private static final Pattern STARTS =
            Pattern.compile("\"bin\", \"java\"|EmbeddedPostgres|RedisExecProvider|redis-server|DefaultRedis");
    private static final Pattern TAGGED = Pattern.compile("@Tag\\(\"(?:server|process)\"\\)");
    private static final Pattern NO_CODE = Pattern.compile("(?s)/\\*.*?\\*/|//[^\\n]*");
    private static final Pattern TEXT = Pattern.compile("\"(?:\\\\.|[^\"\\\\\\n])*\"");
    private static final Pattern WORD = Pattern.compile("\\w+");
    private static final String TESTS = "/src/test/java/";

    @Test
    void testsThatStartAServerOrProcessAreTagged() {
        assertThat(untagged(SourceTree.here()))
                .as("test classes to tag with @Tag(\"server\") or @Tag(\"process\")")
                .isEmpty();
    }

    @Test
    void missingTagIsFoundThroughHelpers(@TempDir Path root) throws IOException {
        Path tests = Files.createDirectories(root.resolve("a/src/test/java"));
        Files.writeString(tests.resolve("Child.java"), "class Child { Path.of(home, \"bin\", \"java\"); }");
        Files.writeString(tests.resolve("Family.java"), "class Family { Child child; }");
        Files.writeString(tests.resolve("BareTest.java"), "class BareTest { Family family; }");
        Files.writeString(tests.resolve("GoodTest.java"), "@Tag(\"process\") class GoodTest { Family family; }");
        Files.writeString(tests.resolve("OtherTest.java"), "class OtherTest { /* no Child */ String no = \"Child\"; }");

        assertThat(untagged(SourceTree.at(root))).containsExactly("a/src/test/java/BareTest.java");
    }

    private static Set<String> untagged(SourceTree tree) {
        Map<String, Map<String, Path>> modules = new TreeMap<>();
        tree.matching(path -> path.contains(TESTS) && path.endsWith(".java") && !path.endsWith("/TagsTest.java"))
                .forEach(file -> {
                    String module = tree.show(file).replaceFirst(TESTS + ".*", "");
                    String type = SourceTree.name(file).replaceFirst("\\.java$", "");
                    modules.computeIfAbsent(module, name -> new TreeMap<>()).put(type, file);
                });
        Set<String> untagged = new TreeSet<>();
        modules.values()
                .forEach(types -> starters(types).stream()
                        .filter(type -> type.endsWith("Test"))
                        .map(types::get)
                        .filter(file -> !TAGGED.matcher(SourceTree.text(file)).find())
                        .map(tree::show)
                        .forEach(untagged::add));
        return untagged;
    }

    /** Returns the types of one module that start something, directly or through others. */
    private static Set<String> starters(Map<String, Path> types) {
        Map<String, Set<String>> usedBy = new TreeMap<>();
        Deque<String> open = new ArrayDeque<>();
        types.forEach((type, file) -> {
            String code = NO_CODE.matcher(SourceTree.text(file)).replaceAll("");
            if (STARTS.matcher(code).find()) {
                open.add(type);
            }
            WORD.matcher(TEXT.matcher(code).replaceAll(""))
                    .results()
                    .map(word -> word.group())
                    .filter(word -> types.containsKey(word) && !word.equals(type))
                    .forEach(used -> usedBy.computeIfAbsent(used, name -> new TreeSet<>())
                            .add(type));
        });
        Set<String> found = new TreeSet<>(List.copyOf(open));
        while (!open.isEmpty()) {
            for (String user : usedBy.getOrDefault(open.remove(), Set.of())) {
                if (found.add(user)) {
                    open.add(user);
                }
            }
        }
        return found;
    }
}
