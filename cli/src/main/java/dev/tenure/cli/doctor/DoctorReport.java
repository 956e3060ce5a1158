package dev.tenure.cli.doctor;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Timing;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.http.json.ElectionJson;
import dev.tenure.http.json.JsonText;
import dev.tenure.spi.CheckResult;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The findings of a doctor, as text and JSON.
 *
 * @param store the name of the store's technology, or null if it could not be opened
 * @param timing what it was judged by, or null if there was no store to ask
 * @param findings in the order in which they were made
 */
record DoctorReport(@Nullable String store, @Nullable Timing timing, List<CheckResult> findings) {

    /** Returns one finding as a line: the level, what was looked at, what was found, and what to do. */
    static String line(CheckResult finding) {
        String level = ElectionJson.word(finding.level());
        String remedy = finding.remedy().isEmpty() ? "" : ": " + finding.remedy();
        String text = String.format(Locale.ROOT, "%-4s %s: %s%s", level, finding.subject(), finding.text(), remedy);
        return Verbosity.oneLine(text);
    }

    String summary() {
        return "checks=" + findings.size() + " ok=" + count(CheckResult.Level.OK) + " warn="
                + count(CheckResult.Level.WARN) + " fail=" + count(CheckResult.Level.FAIL);
    }

    private long count(CheckResult.Level level) {
        return findings.stream().filter(finding -> finding.level() == level).count();
    }

    /** Only failures change the exit code, so that warnings do not stop scripts. */
    ExitStatus exitStatus() {
        return worst() == CheckResult.Level.FAIL ? ExitStatus.NOBODY_LEADS : ExitStatus.OK;
    }

    private CheckResult.Level worst() {
        return findings.stream().map(CheckResult::level).max(Enum::compareTo).orElse(CheckResult.Level.FAIL);
    }

    String json() {
        return JsonText.indentedObject(json -> write(json, this));
    }

    private static void write(JsonGenerator json, DoctorReport report) throws IOException {
        json.writeStringField("store", report.store());
        if (report.timing() == null) {
            json.writeNullField("ttlMillis");
        } else {
            json.writeNumberField("ttlMillis", report.timing().ttl().toMillis());
        }
        json.writeStringField("result", ElectionJson.word(report.worst()));
        json.writeFieldName("findings");
        JsonText.writeArray(json, report.findings(), DoctorReport::writeFinding);
    }

    private static void writeFinding(JsonGenerator json, CheckResult finding) throws IOException {
        json.writeStringField("level", ElectionJson.word(finding.level()));
        json.writeStringField("subject", finding.subject());
        json.writeStringField("text", finding.text());
        json.writeStringField("remedy", finding.remedy().isEmpty() ? null : finding.remedy());
    }
}
