package dev.tenure.checks;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What native images are told of reflection and resources is there, and is all that stores load. */
class NativeImageTest {
    private static final String FOLDER = "/src/main/resources/META-INF/native-image/dev.tenure/";
    private static final Pattern TYPE =
            Pattern.compile("\"(?:name|typeReachable|interfaces)\": \\[?\"([a-z][\\w.]*\\.[A-Z]\\w*)\"");
    private static final Pattern MEMBER = Pattern.compile("\"name\": \"(<init>|[a-z]\\w*)\"");
    private static final Pattern ENTRY = Pattern.compile("(?s)\"name\": \"([a-z][\\w.]*\\.[A-Z]\\w*)\"(.*?)\\n  }");
    private static final Pattern RESOURCE = Pattern.compile("\"pattern\": \"([^\"]+)\"");

    /** Of the application; nothing here needs it. */
    private static final Set<String> ABSENT = Set.of("org.apache.logging.log4j.ThreadContext");

    private final SourceTree tree = SourceTree.here();

    private List<Path> metadata(String file) {
        return tree.matching(path -> path.contains(FOLDER) && path.endsWith(file))
                .toList();
    }

    private static Stream<String> all(Pattern pattern, Path file) {
        return pattern.matcher(SourceTree.text(file)).results().map(found -> found.group(1));
    }

    @Test
    void everyNamedClassIsThere() throws ClassNotFoundException {
        Set<String> named = new TreeSet<>();
        metadata(".json").forEach(file -> all(TYPE, file).forEach(named::add));
        named.removeAll(ABSENT);

        assertThat(named).hasSizeGreaterThan(8);
        for (String type : named) {
            assertThat(load(type)).isNotNull();
        }
    }

    @Test
    void everyNamedMemberIsThere() throws ClassNotFoundException {
        for (Path file : metadata("reflect-config.json")) {
            for (MatchResult entry :
                    ENTRY.matcher(SourceTree.text(file)).results().toList()) {
                if (!ABSENT.contains(entry.group(1))) {
                    assertThat(members(load(entry.group(1))))
                            .as(entry.group(1))
                            .containsAll(MEMBER.matcher(entry.group(2))
                                    .results()
                                    .map(found -> found.group(1))
                                    .toList());
                }
            }
        }
    }

    private static Class<?> load(String type) throws ClassNotFoundException {
        return Class.forName(type, false, NativeImageTest.class.getClassLoader());
    }

    private static Set<String> members(Class<?> type) {
        return Stream.of(
                        Arrays.stream(type.getDeclaredFields()).map(Field::getName),
                        Arrays.stream(type.getDeclaredMethods()).map(Executable::getName),
                        Arrays.stream(type.getDeclaredConstructors()).map(unused -> "<init>"))
                .flatMap(names -> names)
                .collect(Collectors.toSet());
    }

    @Test
    void everyScriptAndSchemaOfAStoreIsNamed() {
        List<Pattern> patterns = metadata("resource-config.json").stream()
                .flatMap(file -> all(RESOURCE, file))
                .map(Pattern::compile)
                .toList();
        List<String> resources = tree.matching(
                        path -> path.matches("stores/.*/src/main/resources/.*") && !path.contains("META-INF"))
                .map(path -> tree.root().relativize(path).toString().replaceFirst(".*/src/main/resources/", ""))
                .toList();

        assertThat(resources)
                .isNotEmpty()
                .allMatch(name -> patterns.stream()
                        .anyMatch(pattern -> pattern.matcher(name).matches()));
        assertThat(patterns)
                .allMatch(pattern -> resources.stream()
                        .anyMatch(name -> pattern.matcher(name).matches()));
    }
}
