package dev.tenure.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.spi.CheckResult;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

/** {@link DoctorReport}. */
class DoctorReportTest {
    private static final CheckResult OK = CheckResult.ok("clock", "3 ms apart");
    private static final CheckResult WARN = CheckResult.warn("space", "1 MB\nis free", "make room");
    private static final CheckResult FAIL = CheckResult.fail("claims", "two were granted", "use another store");

    private static DoctorReport report(CheckResult... findings) {
        return new DoctorReport("file", Timing.local(), List.of(findings));
    }

    @Test
    void eachFindingIsOneLineWithRemedy() {
        assertThat(DoctorReport.line(OK)).isEqualTo("ok   clock: 3 ms apart");
        assertThat(DoctorReport.line(WARN)).isEqualTo("warn space: 1 MB; is free: make room");
        assertThat(DoctorReport.line(FAIL)).isEqualTo("fail claims: two were granted: use another store");
        assertThat(report(OK, WARN, OK, FAIL).summary()).isEqualTo("checks=4 ok=2 warn=1 fail=1");
    }

    @Test
    void onlyFailuresChangeTheExitCode() {
        assertThat(report(OK).exitStatus().code()).isEqualTo(0);
        assertThat(report(OK, WARN).exitStatus().code()).isEqualTo(0);
        assertThat(report(OK, FAIL, WARN).exitStatus().code()).isEqualTo(1);
        assertThat(report().exitStatus().code()).isEqualTo(1);
    }

    @Test
    void jsonHasDocumentedFields() throws IOException {
        assertThat(JsonReader.object(report(OK, WARN).json()))
                .containsEntry("store", "file")
                .containsEntry("ttlMillis", 3000L)
                .containsEntry("result", "warn")
                .hasEntrySatisfying(
                        "findings",
                        findings -> assertThat(findings)
                                .asInstanceOf(InstanceOfAssertFactories.LIST)
                                .hasSize(2)
                                .contains(Map.of(
                                        "level",
                                        "warn",
                                        "subject",
                                        "space",
                                        "text",
                                        "1 MB\nis free",
                                        "remedy",
                                        "make room")));
        assertThat(JsonReader.object(new DoctorReport(null, null, List.of(FAIL)).json()))
                .containsEntry("store", null)
                .containsEntry("ttlMillis", null)
                .containsEntry("result", "fail");
    }
}
