package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A Jedis that is missing or too old is reported with its name and the versions that work. */
@Tag("process")
@Tag("server")
@Timeout(120)
class UnfitLibraryTest {
    private static final String UNFIT = "MISCONFIGURED the redis store does not fit the libraries on the class path";

    private static Stream<String> classPath() {
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(System.getProperty("java.class.path"));
    }

    /** Returns what a process says that has these jars in place of Jedis. */
    private static String outcome(String inPlaceOfJedis) throws IOException {
        String others = classPath()
                .filter(path -> !Path.of(path).getFileName().toString().matches("jedis-.*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        others + File.pathSeparator + inPlaceOfJedis,
                        OpenMain.class.getName(),
                        "redis://127.0.0.1:" + Servers.single().port())
                .redirectErrorStream(true)
                .start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void aMissingLibraryIsNamed() throws IOException {
        assertThat(outcome("")).startsWith(UNFIT).contains(RedisStoreProvider.REQUIRES);
    }

    @Test
    void aLibraryThatIsTooOldIsNamed() throws IOException {
        String tooOld = Files.readString(Path.of("target", "too-old.classpath"));

        assertThat(outcome(tooOld)).startsWith(UNFIT).contains(RedisStoreProvider.REQUIRES);
    }

    @Test
    void theLibraryOfTheTestsFits() throws IOException {
        String jedis = classPath()
                .filter(path -> Path.of(path).getFileName().toString().matches("jedis-.*\\.jar"))
                .collect(Collectors.joining(File.pathSeparator));

        assertThat(outcome(jedis)).startsWith("Never");
    }
}
