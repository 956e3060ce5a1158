package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * Java in the documentation is Java that compiles: each block names the region of a source file it was taken from.
 *
 * <p>A block stands under {@code <!-- snippet: PATH#NAME -->}; in the file, the region stands between {@code //
 * snippet: NAME} and {@code // end}.
 */
class SnippetTest {
    private static final Pattern BLOCK = Pattern.compile("(?ms)^([^\\n]*)\\n```java\\n(.*?)^```");
    private static final Pattern SOURCE = Pattern.compile("<!-- snippet: (\\S+)#(\\S+) -->");

    private final SourceTree tree = SourceTree.here();

    @Test
    void everyJavaBlockInTheDocumentationIsTakenFromCompiledCode() {
        List<String> findings = new ArrayList<>();
        tree.matching(path -> path.endsWith(".md")).forEach(page -> {
            Matcher block = BLOCK.matcher(String.join("\n", SourceTree.lines(page)) + "\n");
            while (block.find()) {
                Matcher source = SOURCE.matcher(block.group(1));
                if (!source.find()) {
                    findings.add(page + ": a java block without a snippet line above it: " + firstLine(block.group(2)));
                } else if (!region(source.group(1), source.group(2))
                        .equals(block.group(2).stripTrailing())) {
                    findings.add(page + ": differs from " + source.group(1) + "#" + source.group(2));
                }
            }
        });

        assertThat(findings).isEmpty();
    }

    private String region(String file, String name) {
        List<String> lines = SourceTree.lines(tree.root().resolve(Path.of(file)));
        List<String> region = new ArrayList<>();
        boolean inside = false;
        for (String line : lines) {
            if (line.strip().equals("// snippet: " + name)) {
                inside = true;
            } else if (inside && line.strip().equals("// end")) {
                return dedent(region);
            } else if (inside) {
                region.add(line);
            }
        }
        return "no region " + name + " in " + file;
    }

    private static String dedent(List<String> lines) {
        return String.join("\n", lines).stripIndent().stripTrailing();
    }

    private static String firstLine(String block) {
        return block.lines().findFirst().orElse("");
    }
}
