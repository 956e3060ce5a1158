package dev.tenure.checks;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the names of tests in one cell of a table, and finds those that do not exist, or not where they should. */
final class NamedTests {
    private static final Pattern WORD = Pattern.compile("`([^`]+)`|\\(([^()`]+)\\)");
    private static final Pattern IN_CLASS = Pattern.compile("([A-Z]\\w*)\\.([a-z]\\w*)");
    private static final Pattern CLASS = Pattern.compile("[A-Z]\\w*(?:Test|Contract|Behaviour)");
    private static final Pattern METHOD = Pattern.compile("[a-z]\\w*");

    private final TestIndex index;
    private final Set<String> meantElse;
    private final List<Name> unplaced = new ArrayList<>();
    private final List<String> missing = new ArrayList<>();

    /** A name as it was read: a class, or a test in it. */
    private record Name(String inClass, @Nullable String test) {
        @Override
        public String toString() {
            return test == null ? inClass : inClass + "." + test;
        }
    }

    /** Makes a reader that takes names without a note for those of the given modules. */
    NamedTests(TestIndex index, Set<String> meantElse) {
        this.index = index;
        this.meantElse = meantElse;
    }

    /** Returns what is wrong, in the order of the cell. A note speaks for all names since the note before it. */
    List<String> missingIn(String cell) {
        String last = "";
        Matcher word = WORD.matcher(cell);
        while (word.find()) {
            if (word.group(1) == null) {
                Set<String> noted = modules(word.group(2));
                if (!noted.isEmpty()) {
                    place(noted);
                }
            } else {
                last = read(word.group(1), last);
            }
        }
        place(meantElse);
        return missing;
    }

    /** Takes down a name, and returns the class that a method alone would be of. */
    private String read(String code, String last) {
        Matcher inClass = IN_CLASS.matcher(code);
        if (inClass.matches()) {
            unplaced.add(new Name(inClass.group(1), inClass.group(2)));
            return inClass.group(1);
        }
        if (CLASS.matcher(code).matches()) {
            unplaced.add(new Name(code, null));
            return code;
        }
        if (!last.isEmpty() && METHOD.matcher(code).matches()) {
            unplaced.add(new Name(last, code));
        }
        return last;
    }

    /**
     * Returns the modules that a note names, by their names or those of their makers; none if it says anything else.
     */
    private Set<String> modules(String note) {
        Set<String> named = List.of(note.split(",\\s*")).stream()
                .map(word -> word.toLowerCase(Locale.ROOT).replace("postgresql", "postgres"))
                .collect(Collectors.toCollection(TreeSet::new));
        return named.stream().allMatch(index::isModule) ? named : Set.of();
    }

    private void place(Set<String> meant) {
        unplaced.forEach(name -> require(name, meant));
        unplaced.clear();
    }

    private void require(Name name, Set<String> meant) {
        Set<String> modules = index.modulesOf(name.inClass());
        if (modules.size() < 2) {
            if (modules.stream().noneMatch(only -> isIn(only, name))) {
                missing.add(name.toString());
            }
        } else if (meant.isEmpty()) {
            missing.add(name + ": which, of " + modules + "?");
        } else {
            meant.stream()
                    .filter(module -> !modules.contains(module) || !isIn(module, name))
                    .forEach(module -> missing.add(name + " (" + module + ")"));
        }
    }

    private boolean isIn(String module, Name name) {
        return name.test() == null || index.hasTest(module, name.inClass(), name.test());
    }
}
