package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.aws.contract.OffsetWallClock;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.route53.Route53Client;

/** What the doctor finds. */
@Timeout(60)
class Route53DiagnosisTest extends TestZone {
    private static final Timing TIMING = Timing.of(Duration.ofSeconds(60));

    private List<CheckResult> findings() {
        return OurZone.on(client).open().diagnose(TIMING, StoreTestSteps.soon());
    }

    private static List<CheckResult> bad(List<CheckResult> findings) {
        return findings.stream().filter(finding -> finding.level() != Level.OK).toList();
    }

    private static void assertOnly(List<CheckResult> findings, Level level, String subject, String words) {
        assertThat(bad(findings))
                // How slow a request is depends on what else this machine does.
                .filteredOn(finding ->
                        finding.subject().equals(subject) || !finding.subject().equals("latency"))
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.level()).isEqualTo(level);
                    assertThat(finding.subject()).isEqualTo(subject);
                    assertThat(finding.text() + finding.remedy()).contains(words);
                });
    }

    @Test
    void correctZonePassesAllChecksAndIsUnchanged() {
        List<CheckResult> findings = findings();

        assertThat(bad(findings)).isEmpty();
        assertThat(findings)
                .extracting(CheckResult::subject)
                .containsExactly("zone", "permissions", "latency", "rate", "clock");
        assertThat(zone.size()).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "GetHostedZone,WARN,zone,route53:GetHostedZone",
        "ListResourceRecordSets,FAIL,permissions,route53:ListResourceRecordSets",
        "ChangeResourceRecordSets,FAIL,permissions,route53:ChangeResourceRecordSets"
    })
    void aMissingPermissionIsNamed(String action, Level level, String subject, String words) {
        server.rule(action, Fate.error(403, "AccessDenied"));

        assertOnly(findings(), level, subject, words);
    }

    @Test
    void aZoneThatIsNotThereIsFound() {
        server.deleteZone(OurZone.ID);

        assertThat(bad(findings()))
                .extracting(CheckResult::subject, CheckResult::level)
                .containsExactly(
                        org.assertj.core.groups.Tuple.tuple("zone", Level.FAIL),
                        org.assertj.core.groups.Tuple.tuple("permissions", Level.FAIL));
    }

    @Test
    void domainOutsideTheZoneFailsTheCheck() {
        List<CheckResult> findings = Route53Store.on(client, OurZone.ID, "badexample.com")
                .rate(OurZone.RATE)
                .open()
                .diagnose(TIMING, StoreTestSteps.soon());

        assertThat(bad(findings).get(0).text()).contains("badexample.com is not in it");
        assertThat(bad(findings).get(1).text()).contains("not permitted in zone");
    }

    @Test
    void rateTooLowForTheTimingFailsTheCheck() {
        assertOnly(
                Route53Store.on(client, OurZone.ID, OurZone.DOMAIN)
                        .open()
                        .diagnose(Timing.local(), StoreTestSteps.soon()),
                Level.FAIL,
                "rate",
                "raise it to 1000 ms");
    }

    @Test
    void aSlowZoneIsFound() {
        server.changesTake(Duration.ofMillis(300));

        assertOnly(
                OurZone.on(client).open().diagnose(Timing.of(Duration.ofSeconds(4)), StoreTestSteps.soon()),
                Level.WARN,
                "latency",
                "raise the call timeout");
    }

    @ParameterizedTest
    @CsvSource({"-3600,behind", "3600,ahead of"})
    void aWrongClockIsFound(int seconds, String words) {
        assertOnly(
                OurZone.on(client)
                        .time(new OffsetWallClock().step(Duration.ofSeconds(seconds)))
                        .open()
                        .diagnose(TIMING, StoreTestSteps.soon()),
                Level.WARN,
                "clock",
                words);
    }

    /** An unreachable service says nothing about zones or permissions. */
    @ParameterizedTest
    @CsvSource({
        "http://127.0.0.1:1,127.0.0.1:1 could not be reached: connection refused",
        "http://nowhere.invalid,nowhere.invalid:80 could not be reached: there is no such host"
    })
    void unreachableEndpointIsTheOnlyCheckResult(URI endpoint, String words) {
        try (Route53Client nowhere = OurZone.client(endpoint)) {
            LeaseStore store = OurZone.on(nowhere).open();

            assertThat(store.diagnose(TIMING, StoreTestSteps.soon()))
                    .singleElement()
                    .satisfies(finding -> {
                        assertThat(finding.subject()).isEqualTo("endpoint");
                        assertThat(finding.level()).isEqualTo(Level.FAIL);
                        assertThat(finding.text()).isEqualTo(words);
                    });
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> StoreTestSteps.inspect(store, "a"))
                    .withMessage("reading lock.a.example.com failed: " + words);
            StoreTestSteps.assertFails(
                            Kind.UNREACHABLE,
                            () -> store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()))
                    .withMessage("writing lock.a.example.com failed: " + words);
        }
    }
}
