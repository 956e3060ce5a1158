package dev.tenure.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The format for {@code java.util.logging} in {@code docs/logging.md}. */
class DocumentedLogFormatTest {
    private static final Pattern FORMAT = Pattern.compile("java\\.util\\.logging\\.SimpleFormatter\\.format = (.+)");

    @Test
    void lineShowsTheLoggerAndNoClassOfTenure() throws IOException {
        Matcher documented = FORMAT.matcher(Files.readString(Path.of("..", "docs", "logging.md")));
        assertThat(documented.find()).isTrue();

        String line = String.format(
                Locale.ROOT,
                documented.group(1),
                ZonedDateTime.of(2026, 11, 17, 19, 35, 15, 0, ZoneOffset.UTC),
                "dev.tenure.internal.Source method",
                "dev.tenure",
                "INFO",
                "election payroll: node-7 leads",
                "");

        assertThat(line.strip()).isEqualTo("2026-11-17 19:35:15 INFO dev.tenure: election payroll: node-7 leads");
    }
}
