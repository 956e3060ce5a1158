package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What no compiler sees: sizes, links, and that every module comes with all that belongs to it. */
class TidyTest {
    private static final int JAVA_LINES = 400;
    private static final int README_LINES = 60;

    /**
     * Modules whose classes are outside the reach of ArchitectureTest: their dependencies are too wide, or they have no
     * main code.
     */
    private static final Set<String> NOT_INSPECTED = Set.of(
            "build-checks",
            "benchmarks",
            "chaos",
            "concurrency-tests",
            "fences",
            "spec",
            "spring-boot-4",
            "example-spring-boot",
            "example-quarkus",
            "example-micronaut");

    /** A path of somebody's machine; a folder of the same name inside another path or an address is fine. */
    private static final Pattern MACHINE_PATH = Pattern.compile("(?<![\\w.)}*-])/(work|root|home)/");

    private static final Pattern EXTENDS_CONTRACT = Pattern.compile("\\bextends\\s+LeaseStoreContract\\b");
    private static final Pattern LINK = Pattern.compile("\\]\\(<?([^)>\\s]+)>?(?:\\s+\"[^\"]*\")?\\)");
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```|`[^`\\n]*`");
    private static final Pattern ADDRESS = Pattern.compile("^([a-zA-Z][a-zA-Z0-9+.-]*:|#|//).*");

    private final SourceTree tree = SourceTree.here();

    @Test
    void everyPackageOfMainCodeIsNullMarked() {
        Stream<Path> packages = tree.matching(path -> path.contains("src/main/java/") && path.endsWith(".java"))
                .filter(file -> !SourceTree.name(file).equals("module-info.java"))
                .map(Path::getParent)
                .distinct();

        assertThat(offenders(packages, folder -> !isNullMarked(folder.resolve("package-info.java"))))
                .as("packages without a package-info.java that says @NullMarked")
                .isEmpty();
    }

    @Test
    void modulesExplainThemselvesBriefly() {
        Stream<Path> readmes =
                tree.modules().map(module -> module.resolve("README.md")).filter(Files::exists);

        assertThat(offenders(readmes, file -> SourceTree.lines(file).size() > README_LINES))
                .as("module READMEs over %d lines: move the rest to docs/", README_LINES)
                .isEmpty();
    }

    @Test
    void javaFilesStaySmall() {
        Stream<Path> sources = tree.matching(path -> path.endsWith(".java"));

        assertThat(offenders(sources, file -> SourceTree.lines(file).size() > JAVA_LINES))
                .as("Java files over %d lines", JAVA_LINES)
                .isEmpty();
    }

    @Test
    void noFileNamesAPathOfSomebodysMachine() {
        List<String> found = new ArrayList<>();
        for (Path file : tree.files()) {
            List<String> lines = SourceTree.lines(file);
            for (int i = 0; i < lines.size(); i++) {
                if (MACHINE_PATH.matcher(lines.get(i)).find()) {
                    found.add(tree.show(file) + ":" + (i + 1));
                }
            }
        }

        assertThat(found).as("lines with an absolute path of one machine").isEmpty();
    }

    @Test
    void everyRelativeLinkLeadsToAFile() {
        List<String> broken = new ArrayList<>();
        tree.matching(path -> path.endsWith(".md")).forEach(page -> {
            String prose = CODE.matcher(SourceTree.text(page)).replaceAll("");
            LINK.matcher(prose)
                    .results()
                    .map(link -> link.group(1))
                    .filter(target -> !ADDRESS.matcher(target).matches())
                    .filter(target -> !Files.exists(page.resolveSibling(target.replaceFirst("#.*", ""))))
                    .forEach(target -> broken.add(tree.show(page) + " -> " + target));
        });

        assertThat(broken).as("links that lead nowhere").isEmpty();
    }

    @Test
    void everyStoreHasAPage() {
        assertThat(offenders(tree.modulesIn("stores"), store -> !hasPage(store)))
                .as("stores without docs/stores/NAME.md or a README.md")
                .isEmpty();
    }

    @Test
    void everyStorePassesTheContract() {
        assertThat(offenders(tree.modulesIn("stores"), store -> !hasContractTest(store)))
                .as("stores without a test that extends LeaseStoreContract")
                .isEmpty();
    }

    @Test
    void everyModuleIsBuiltAndInspected() {
        String inspected = SourceTree.text(tree.root().resolve("build-checks/pom.xml"))
                + SourceTree.text(tree.root().resolve("stores/pom.xml"));

        assertThat(offenders(tree.modules(), module -> !isListedAbove(module)))
                .as("modules missing in <modules> of the pom.xml above them")
                .isEmpty();
        assertThat(offenders(
                        tree.modules().filter(module -> !NOT_INSPECTED.contains(tree.show(module))),
                        module -> !inspected.contains("<artifactId>" + artifact(module) + "</artifactId>")))
                .as("modules missing in the dependencies of stores/pom.xml and build-checks/pom.xml, so that no rule"
                        + " sees them")
                .isEmpty();
    }

    private boolean isListedAbove(Path module) {
        Path above = module.resolveSibling("pom.xml");
        return SourceTree.text(above).contains("<module>" + SourceTree.name(module) + "</module>");
    }

    private List<String> offenders(Stream<Path> candidates, Predicate<Path> offends) {
        return candidates.filter(offends).map(tree::show).toList();
    }

    /** A small store explains itself in its folder. */
    private boolean hasPage(Path store) {
        return Files.exists(store.resolve("README.md"))
                || Files.exists(tree.root().resolve("docs/stores").resolve(SourceTree.name(store) + ".md"));
    }

    /** The test kit depends on the stores in memory, so their contract tests can only be in the test kit. */
    private boolean hasContractTest(Path store) {
        String own = tree.show(store) + "/src/test/java/";
        String imported = "import dev.tenure.store." + SourceTree.name(store) + ".";
        return tree.matching(path -> path.contains("/src/test/java/") && path.endsWith(".java"))
                .filter(file ->
                        tree.show(file).startsWith(own) || SourceTree.text(file).contains(imported))
                .anyMatch(
                        file -> EXTENDS_CONTRACT.matcher(SourceTree.text(file)).find());
    }

    /** A module is published under its path: {@code stores/file} is {@code tenure-store-file}. */
    private String artifact(Path module) {
        return "tenure-"
                + tree.show(module).replaceFirst("^(store|fence)s/", "$1/").replace('/', '-');
    }

    private static boolean isNullMarked(Path packageInfo) {
        return Files.exists(packageInfo) && SourceTree.text(packageInfo).contains("@NullMarked");
    }
}
