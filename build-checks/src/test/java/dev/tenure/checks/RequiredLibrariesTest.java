package dev.tenure.checks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Stores;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that needs a library names the version that the build gives it. */
class RequiredLibrariesTest {
    private static final Pattern VERSION_PROPERTY = Pattern.compile("<[\\w-]+\\.version>([^<]+)<");
    private static final Pattern NAMED_VERSION = Pattern.compile(".* (\\S+) or newer");

    /** Returns the schemes of the stores that need a library. */
    static Stream<String> schemes() {
        return Stores.providers().entrySet().stream()
                .filter(provider -> !provider.getValue().requires().isEmpty())
                .map(Map.Entry::getKey);
    }

    @ParameterizedTest
    @MethodSource("schemes")
    void storeNamesTheVersionItWasBuiltWith(String scheme) {
        String required = requireNonNull(Stores.providers().get(scheme), scheme).requires();
        Set<String> versions = SourceTree.here()
                .matching(path -> path.matches("(stores/\\w+/)?pom\\.xml"))
                .flatMap(pom -> VERSION_PROPERTY.matcher(SourceTree.text(pom)).results())
                .map(found -> found.group(1))
                .collect(Collectors.toSet());

        assertThat(required).matches(NAMED_VERSION);
        assertThat(versions).contains(required.replaceFirst(NAMED_VERSION.pattern(), "$1"));
    }
}
