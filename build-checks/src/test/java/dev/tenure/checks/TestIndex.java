package dev.tenure.checks;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * The tests of the repository by the simple name of their class, and by module where several have a class of that name.
 *
 * <p>A class has the tests of its file, nested ones included, and those of every class that one of its file extends: so
 * a contract has what its parts ask, and whoever extends a contract has all of that.
 */
final class TestIndex {
    private static final Pattern TEST =
            Pattern.compile("(?s)@(?:Test|ParameterizedTest|RepeatedTest|TestFactory)\\b.*?\\bvoid\\s+(\\w+)\\s*\\(");
    private static final Pattern PARENT = Pattern.compile("\\bclass\\s+\\w+\\s+extends\\s+(\\w+)");

    /** By the name of the class, then by that of the module. */
    private final Map<String, Map<String, Source>> classes = new HashMap<>();

    /** What one file has itself, and what its classes extend. */
    private record Source(Set<String> tests, Set<String> parents) {}

    /** Reads all sources, for the tests of a contract are main code of the testkit. */
    static TestIndex of(SourceTree tree) {
        TestIndex index = new TestIndex();
        tree.matching(path -> path.endsWith(".java")).forEach(path -> index.add(path, moduleOf(tree.show(path))));
        return index;
    }

    /** Returns the name of the folder that a module is in, without those around it. */
    private static String moduleOf(String path) {
        String folder = path.replaceFirst("/src/.*", "").replaceFirst("/[^/]*\\.java$", "");
        return folder.substring(folder.lastIndexOf('/') + 1);
    }

    private void add(Path path, String module) {
        String name = SourceTree.name(path).replaceFirst("\\.java$", "");
        String text = SourceTree.text(path);
        Source source = classes.computeIfAbsent(name, any -> new TreeMap<>())
                .computeIfAbsent(module, any -> new Source(new HashSet<>(), new HashSet<>()));
        TEST.matcher(text).results().forEach(found -> source.tests.add(found.group(1)));
        PARENT.matcher(text).results().forEach(found -> source.parents.add(found.group(1)));
    }

    /** Returns the modules that have a class of this name, in order. */
    Set<String> modulesOf(String className) {
        return classes.getOrDefault(className, Map.of()).keySet();
    }

    boolean isModule(String name) {
        return classes.values().stream().anyMatch(sources -> sources.containsKey(name));
    }

    boolean hasTest(String module, String className, String test) {
        return hasTest(module, className, test, new HashSet<>());
    }

    /** A class that is not in the module itself is one that the module depends on. */
    private boolean hasTest(String module, String className, String test, Set<String> seen) {
        Map<String, Source> sources = classes.getOrDefault(className, Map.of());
        return seen.add(className)
                && sources.entrySet().stream()
                        .filter(each ->
                                !sources.containsKey(module) || each.getKey().equals(module))
                        .anyMatch(each -> each.getValue().tests.contains(test)
                                || each.getValue().parents.stream()
                                        .anyMatch(parent -> hasTest(each.getKey(), parent, test, seen)));
    }
}
