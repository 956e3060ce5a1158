package dev.tenure.cli.guardian;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;

/** Any line of a guardian is a report, or is refused with an {@link IllegalArgumentException}. */
class ProcessReportFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void anyLineIsAReportOrRefused(byte[] bytes) {
        String line = new String(bytes, StandardCharsets.UTF_8);
        try {
            ProcessReport report = ProcessReport.parse(line);
            assertThat(line).endsWith(report.rest());
            assertThat(report.word()).isLessThan(ProcessReport.Word.GUARDIAN_ENDED); // only this process reports those
        } catch (IllegalArgumentException refused) {
            // As documented.
        }
    }
}
