package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** {@code tenure-bom} names every artifact that is published, and no other. */
class BomTest {
    private static final Pattern OWN_ARTIFACT =
            Pattern.compile("</parent>.*?<artifactId>([\\w-]+)</artifactId>", Pattern.DOTALL);
    private static final Pattern LISTED = Pattern.compile("<artifactId>(tenure-[\\w-]+)</artifactId>\\s*<version>");

    /** Poms that nobody depends on: the list itself, and a folder of modules. */
    private static final Set<String> NOT_FOR_USE = Set.of("tenure-bom", "tenure-fences");

    private final SourceTree tree = SourceTree.here();

    @Test
    void listsEveryPublishedArtifact() {
        Set<String> published = new TreeSet<>();
        tree.modules().map(BomTest::pom).filter(BomTest::isPublished).forEach(pom -> published.add(artifact(pom)));
        published.removeAll(NOT_FOR_USE);

        assertThat(listed()).as("artifacts in bom/pom.xml").containsExactlyElementsOf(published);
    }

    private List<String> listed() {
        String bom = pom(tree.root().resolve("bom")).replaceFirst("(?s).*?<dependencyManagement>", "");
        return LISTED.matcher(bom).results().map(found -> found.group(1)).toList();
    }

    private static String pom(Path module) {
        return SourceTree.text(module.resolve("pom.xml"));
    }

    private static boolean isPublished(String pom) {
        return !pom.contains("<maven.deploy.skip>true<");
    }

    private static String artifact(String pom) {
        return OWN_ARTIFACT
                .matcher(pom)
                .results()
                .findFirst()
                .map(found -> found.group(1))
                .orElseThrow(() -> new AssertionError("a module without an artifact: " + pom));
    }
}
