package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What a store's page shows first can be typed in: the block is closed, and a line below it says what it imports. */
class StorePageTest {
    private static final Pattern FIRST =
            Pattern.compile("(?s)<!-- snippet: (\\S+)#\\S+ -->\\n```java\\n(.*?)```\\n(?:\\nImports: ([^\\n]*?)\\. )?");
    private static final Pattern TYPE = Pattern.compile("(?<![.\\w])[A-Z]\\w*");

    private final SourceTree tree = SourceTree.here();

    @Test
    void theFirstJavaOfAStoresPageSaysAllItNeeds() {
        List<String> findings = new ArrayList<>();
        List<Path> pages =
                tree.matching(path -> path.matches("docs/stores/[^/]+\\.md")).toList();
        for (Path page : pages) {
            Matcher first = FIRST.matcher(String.join("\n", SourceTree.lines(page)) + "\n");
            if (first.find()) {
                String code = first.group(2).replaceAll("//.*", "").replaceAll("\"[^\"]*\"", "");
                if (count(code, '{') != count(code, '}')) {
                    findings.add(tree.show(page) + ": its first Java is not closed");
                }
                Set<String> missing = missing(first.group(1), code, String.valueOf(first.group(3)));
                if (!missing.isEmpty()) {
                    findings.add(tree.show(page) + ": the line 'Imports: ….' below its first Java lacks " + missing);
                }
            }
        }

        assertThat(pages).hasSizeGreaterThan(6);
        assertThat(findings).isEmpty();
    }

    private Set<String> missing(String source, String code, String imports) {
        String file = String.join("\n", SourceTree.lines(tree.root().resolve(Path.of(source))));
        Set<String> missing = new TreeSet<>();
        Matcher type = TYPE.matcher(code);
        while (type.find()) {
            String name = fullName(type.group(), file);
            String all = name.substring(0, name.lastIndexOf('.')) + ".*";
            if (!imports.contains("`" + name + "`") && !imports.contains("`" + all + "`")) {
                missing.add(name);
            }
        }
        return missing;
    }

    /** A type that the compiled source does not import is of its own package. */
    private static String fullName(String type, String file) {
        Matcher imported =
                Pattern.compile("(?m)^import (\\S+\\." + type + ");$").matcher(file);
        if (imported.find()) {
            return imported.group(1);
        }
        return file.replaceFirst("(?s).*?package (\\S+);.*", "$1") + "." + type;
    }

    private static long count(String text, char what) {
        return text.chars().filter(letter -> letter == what).count();
    }
}
