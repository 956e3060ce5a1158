package dev.tenure.checks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Stores;
import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that needs a library names the versions that the build tests it with, and so does the documentation. */
class RequiredLibrariesTest {
    private static final Pattern PROPERTY = Pattern.compile("<[\\w-]+\\.(version|oldest)>([^<]+)<");
    private static final Pattern NAMED = Pattern.compile(".*\\(([\\w.]+:[\\w-]+)\\) (\\S+) to (\\S+)");

    private static final Pattern LIBRARY = Pattern.compile(
            "/(redis/clients/jedis|org/apache/kafka|org/postgresql/postgresql|software/amazon/awssdk)/");

    private final SourceTree tree = SourceTree.here();
    private final String table = SourceTree.text(tree.root().resolve("docs/compatibility.md"));

    /** Returns the schemes of the stores that need a library. */
    static Stream<String> schemes() {
        return Stores.providers().entrySet().stream()
                .filter(provider -> !provider.getValue().requires().isEmpty())
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void storeNamesTheVersionsItIsTestedWith(String scheme) {
        String required = requireNonNull(Stores.providers().get(scheme), scheme).requires();
        Matcher named = NAMED.matcher(required);

        assertThat(named.matches()).as(required).isTrue();
        assertThat(properties("oldest")).contains(named.group(2));
        assertThat(properties("version")).contains(named.group(3));
        assertThat(table)
                .as("the row of %s in docs/compatibility.md", named.group(1))
                .contains("`" + named.group(1) + "` | " + named.group(2) + " | " + named.group(3) + " |");
    }

    /** A provider that does not load cannot say what it needs. */
    @Test
    void everyProviderLoadsWithoutItsLibrary() throws Exception {
        List<URL> others = new ArrayList<>();
        Pattern separator = Pattern.compile(File.pathSeparator, Pattern.LITERAL);
        for (String path :
                separator.splitAsStream(System.getProperty("java.class.path")).toList()) {
            if (!LIBRARY.matcher(path.replace('\\', '/')).find()) {
                others.add(Path.of(path).toUri().toURL());
            }
        }
        Set<String> all = Set.copyOf(Stores.providers().keySet());
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        try (URLClassLoader without =
                new URLClassLoader(others.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            thread.setContextClassLoader(without);
            Object providers = without.loadClass(Stores.class.getName())
                    .getMethod("providers")
                    .invoke(null);

            assertThat(((Map<?, ?>) requireNonNull(providers)).keySet()).isEqualTo(all);
            assertThatThrownBy(() -> without.loadClass("redis.clients.jedis.Connection"))
                    .isInstanceOf(ClassNotFoundException.class);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void theTableHasTheVersionsOfJackson() {
        String pom = SourceTree.text(tree.root().resolve("pom.xml"));

        assertThat(table).contains("jackson-core` | " + value(pom, "oldest") + " | " + value(pom, "version") + " |");
    }

    private static String value(String pom, String which) {
        Matcher found = Pattern.compile("<jackson\\." + which + ">([^<]+)<").matcher(pom);
        assertThat(found.find()).isTrue();
        return found.group(1);
    }

    private Set<String> properties(String which) {
        return tree.matching(path -> path.matches("(stores/\\w+/)?pom\\.xml"))
                .flatMap(pom -> PROPERTY.matcher(SourceTree.text(pom)).results())
                .filter(found -> found.group(1).equals(which))
                .map(found -> found.group(2))
                .collect(Collectors.toSet());
    }
}
