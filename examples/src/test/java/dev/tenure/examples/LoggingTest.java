package dev.tenure.examples;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What docs/logging.md says of loggers. */
@Tag("process")
@Timeout(120)
class LoggingTest {
    private static final String LEADS = "election payroll: node-7 leads token=";
    private static final String GAVE_UP = "election payroll: node-7 gave up token=";

    private static List<String> logOf(String program, String furtherClassPath, String option) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        option,
                        "-cp",
                        System.getProperty("java.class.path") + File.pathSeparator + furtherClassPath,
                        LoggingMain.class.getName(),
                        program)
                .redirectErrorStream(true)
                .start();
        try {
            return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList();
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void theLastLinesArriveAlthoughTheJdksLogIsClosedThen() throws IOException {
        String format = "-Djava.util.logging.SimpleFormatter.format=%4$s %3$s: %5$s%6$s%n";
        List<String> log = logOf("plain", "", format);

        assertThat(log).anyMatch(line -> line.startsWith("INFO dev.tenure: " + LEADS));
        assertThat(log).anyMatch(line -> line.startsWith("INFO dev.tenure: " + GAVE_UP));
    }

    @Test
    void springBootPrintsTheLinesAndTheirValues() throws IOException {
        String boot = Files.readString(Path.of("target", "spring-boot.classpath"));
        String pattern = "-Dlogging.pattern.console=%level %logger %X{tenure.election}/%X{tenure.candidate} %msg%n";
        List<String> log = logOf("spring-boot", boot, pattern);

        String line = "INFO dev.tenure payroll/node-6 election payroll: node-6 ";
        assertThat(log).anyMatch(each -> each.startsWith(line + "leads token="));
        assertThat(log).anyMatch(each -> each.startsWith(line + "gave up token="));
        assertThat(log).as("after Boot's log has ended").anyMatch(each -> each.contains(GAVE_UP));
    }
}
