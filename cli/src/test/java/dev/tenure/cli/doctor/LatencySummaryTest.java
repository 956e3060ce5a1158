package dev.tenure.cli.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Timing;
import dev.tenure.cli.console.Durations;
import dev.tenure.spi.CheckResult;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link LatencySummary}. */
class LatencySummaryTest {
    private static LatencySummary ofMillis(long millis) {
        return LatencySummary.of(List.of(Duration.ofMillis(millis).toNanos()));
    }

    @Test
    void percentilesAreMeasuredValues() {
        List<Long> nanos = LongStream.rangeClosed(1, 200).boxed().collect(Collectors.toList());
        Collections.reverse(nanos);

        assertThat(LatencySummary.of(nanos))
                .isEqualTo(new LatencySummary(200, Duration.ofNanos(100), Duration.ofNanos(198)));
        assertThat(LatencySummary.of(nanos.subList(0, 50)).p99()).isEqualTo(Duration.ofNanos(200));
        assertThat(LatencySummary.of(List.of(7L)).p50()).isEqualTo(Duration.ofNanos(7));
    }

    @ParameterizedTest
    @CsvSource({"300, OK", "301, WARN", "600, WARN", "601, FAIL"})
    void slowCallsAreWarningsOrFailures(long millis, CheckResult.Level level) {
        CheckResult finding = ofMillis(millis).finding("renewal latency", Timing.local());

        assertThat(finding.level()).isEqualTo(level);
        assertThat(finding.text()).contains("p99 " + millis + ".0 ms").contains("within 600ms");
    }

    @ParameterizedTest
    @ValueSource(longs = {301, 450, 1_999, 2_001})
    void ttlNamedAsRemedyIsSufficient(long millis) {
        CheckResult slow = ofMillis(millis).finding("renewal latency", Timing.local());
        String ttl = slow.remedy().replaceAll(".*a ttl of ([0-9]+s) or longer.*", "$1");

        Timing longer = Timing.of(Durations.parse(ttl));

        assertThat(ofMillis(millis).finding("renewal latency", longer).level()).isEqualTo(CheckResult.Level.OK);
    }

    @Test
    void clockDifferenceOfSecondsIsAWarning() {
        Duration reading = Duration.ofMillis(2);

        assertThat(LatencyChecks.clock(Duration.ofSeconds(-5), reading).level()).isEqualTo(CheckResult.Level.OK);
        assertThat(LatencyChecks.clock(Duration.ofMillis(-5001), reading)).satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(CheckResult.Level.WARN);
            assertThat(finding.text()).contains("5.001 s behind");
            assertThat(finding.remedy()).contains("NTP");
        });
        assertThat(LatencyChecks.clock(Duration.ofMillis(5001), reading).text()).contains("5.001 s ahead of");
    }
}
