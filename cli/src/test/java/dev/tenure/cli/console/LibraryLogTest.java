package dev.tenure.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The log of the library, which is set up when it first has a line. */
@Tag("process")
class LibraryLogTest {
    @TempDir
    Path folder;

    private String errors(Map<String, String> environment) throws IOException, InterruptedException {
        Files.createDirectories(folder.resolve("elections/demo"));
        Files.writeString(
                Files.createDirectories(folder.resolve("rosters/demo")).resolve("x.json"), "no record");
        return TenureProcess.run(environment, "roster", "--store", "file:" + folder, "demo")
                .errors();
    }

    @Test
    void warningOfTheLibraryIsOneLineAfterTheNameOfTheCommand() throws IOException, InterruptedException {
        assertThat(errors(Map.of()).lines())
                .hasSize(2)
                .allMatch(line -> line.startsWith("tenure: "))
                .anyMatch(line -> line.matches("tenure: warning: .*x\\.json is left out because .*"));
    }

    @Test
    void settingsOfTheUserDoNotReplaceIt() throws IOException, InterruptedException {
        Path settings = Files.writeString(folder.resolve("logging.properties"), ".level = OFF\n");

        assertThat(errors(Map.of("JDK_JAVA_OPTIONS", "-Djava.util.logging.config.file=" + settings)))
                .containsPattern("(?m)^tenure: warning: .*x\\.json is left out");
    }
}
