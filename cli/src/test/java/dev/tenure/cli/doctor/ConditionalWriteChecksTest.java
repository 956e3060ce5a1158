package dev.tenure.cli.doctor;

import static dev.tenure.cli.doctor.DoctorRun.assertOnly;
import static dev.tenure.cli.doctor.DoctorRun.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link ConditionalWriteChecks} on stores whose writes are unconditional in different ways. */
@Timeout(60)
class ConditionalWriteChecksTest {
    private final LeaseStore straight = Stores.open("memory:" + UUID.randomUUID());

    @Test
    void storeThatGrantsEveryClaimIsReportedUnsafe() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Answer claim(Ballot ballot, Deadline deadline) {
                Answer answer = super.claim(ballot, deadline);
                return answer instanceof Answer.Refused
                        ? new Answer.Granted(ballot.grant(new Sighting.Never(), 1_000, ""))
                        : answer;
            }
        });

        assertOnly(wrong, Level.FAIL, "claims", "granted to two");
        assertThat(wrong.get(0).remedy()).contains("two could lead at once");
    }

    @Test
    void storeThatGrantsTwoConcurrentClaimsIsReportedUnsafe() throws InterruptedException {
        Map<String, Integer> claims = new ConcurrentHashMap<>();
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Answer claim(Ballot ballot, Deadline deadline) {
                Answer answer = super.claim(ballot, deadline);
                String record = String.valueOf(ballot.condition().replacing());
                return claims.merge(record, 1, Integer::sum) == 3 && answer instanceof Answer.Refused
                        ? new Answer.Granted(ballot.grant(new Sighting.Never(), 1_000, ""))
                        : answer;
            }
        });

        assertOnly(wrong, Level.FAIL, "race", "up to 2 were granted together");
    }

    @Test
    void failedCallsDuringRaceAreAWarning() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Answer claim(Ballot ballot, Deadline deadline) {
                if (ballot.candidate().instance().endsWith("-13")) {
                    throw new StoreException(StoreException.Kind.UNREACHABLE, "too many connections");
                }
                return super.claim(ballot, deadline);
            }
        });

        assertOnly(wrong, Level.WARN, "race", "5 calls failed: too many connections");
    }

    @Test
    void storeThatAcceptsStaleRenewalsIsReportedUnsafe() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Renewal renew(RenewalRequest extension, Deadline deadline) {
                Renewal renewal = super.renew(extension, deadline);
                return renewal instanceof Renewal.Refused refused && refused.found() instanceof Sighting.Held held
                        ? super.renew(new RenewalRequest(held.lease(), extension.next()), deadline)
                        : renewal;
            }
        });

        assertOnly(wrong, Level.FAIL, "renewals", "undid a later one");
    }

    @Test
    void storeThatReleasesNewerTermIsReportedUnsafe() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public void release(Lease lease, Handover to, Deadline deadline) {
                if (inspect(lease.election(), deadline) instanceof Sighting.Held held) {
                    super.release(held.lease(), to, deadline);
                }
            }
        });

        assertThat(wrong.get(0)).satisfies(finding -> {
            assertThat(finding.level()).isEqualTo(Level.FAIL);
            assertThat(finding.subject()).isEqualTo("releases");
            assertThat(finding.text()).contains("ended the next term");
        });
    }

    @Test
    void storeThatIgnoresReleasesIsReportedUnsafe() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public void release(Lease lease, Handover to, Deadline deadline) {}
        });

        assertThat(wrong).extracting(CheckResult::text).contains("a lease was released, and the record still shows it");
    }

    @Test
    void storeWhoseTokensFallIsReportedUnsafe() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Answer claim(Ballot ballot, Deadline deadline) {
                Answer answer = super.claim(ballot, deadline);
                boolean again = ballot.condition().replacing() instanceof Sighting.Released;
                return again && answer instanceof Answer.Granted granted
                        ? new Answer.Granted(first(granted.lease()))
                        : answer;
            }

            private Lease first(Lease lease) {
                return new Lease(
                        lease.election(),
                        lease.holder(),
                        1,
                        0,
                        lease.since(),
                        lease.ttl(),
                        lease.stamp(),
                        lease.version());
            }
        });

        assertOnly(wrong, Level.FAIL, "tokens", "they do not grow");
    }
}
