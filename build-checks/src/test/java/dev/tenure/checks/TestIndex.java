package dev.tenure.checks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The tests of the repository by the simple name of their class.
 *
 * <p>A class has the tests of its file, nested ones included, and those of every class that one of its file extends: so
 * a contract has what its parts ask, and whoever extends a contract has all of that.
 */
final class TestIndex {
    private static final Pattern TEST =
            Pattern.compile("(?s)@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\\b.*?\\bvoid\\s+(\\w+)\\s*\\(");
    private static final Pattern PARENT = Pattern.compile("\\bclass\\s+\\w+\\s+extends\\s+(\\w+)");

    private final Map<String, Set<String>> tests = new HashMap<>();
    private final Map<String, Set<String>> parents = new HashMap<>();

    /** Reads all sources, for the tests of a contract are main code of the testkit. */
    static TestIndex of(SourceTree tree) {
        TestIndex index = new TestIndex();
        tree.matching(path -> path.endsWith(".java")).forEach(index::add);
        return index;
    }

    /** Modules may have classes of the same name: a test counts if one of them has it. */
    private void add(Path source) {
        String name = SourceTree.name(source).replaceFirst("\\.java$", "");
        String text = SourceTree.text(source);
        Set<String> own = tests.computeIfAbsent(name, any -> new HashSet<>());
        Set<String> extended = parents.computeIfAbsent(name, any -> new HashSet<>());
        TEST.matcher(text).results().forEach(found -> own.add(found.group(1)));
        PARENT.matcher(text).results().forEach(found -> extended.add(found.group(1)));
    }

    boolean hasClass(String name) {
        return tests.containsKey(name);
    }

    boolean hasTest(String className, String test) {
        return hasTest(className, test, new HashSet<>());
    }

    private boolean hasTest(String className, String test, Set<String> seen) {
        return seen.add(className)
                && (tests.getOrDefault(className, Set.of()).contains(test)
                        || parents.getOrDefault(className, Set.of()).stream()
                                .anyMatch(parent -> hasTest(parent, test, seen)));
    }
}
