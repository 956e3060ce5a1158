package dev.tenure.cli.doctor;

import static dev.tenure.cli.doctor.DoctorRun.assertOnly;
import static dev.tenure.cli.doctor.DoctorRun.examine;
import static dev.tenure.cli.doctor.DoctorRun.soon;
import static dev.tenure.cli.doctor.DoctorRun.wrong;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.Timing;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.CheckResult.Level;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.ForwardingStore;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Request;
import dev.tenure.spi.Requests;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** {@link Doctor} on a working store, and on stores whose other capabilities fail. */
@Tag("slow")
@Timeout(60)
class DoctorTest {
    private final LeaseStore straight = Stores.open("memory:" + UUID.randomUUID());

    /** As for a store that shares the format of another program. */
    @Test
    void storeWithASingleElectionIsNotTriedAndDoesNotFail() throws InterruptedException {
        LeaseStore shared = new ForwardingStore(straight) {
            @Override
            public void checkName(String election) {
                if (!election.equals("default")) {
                    throw new IllegalArgumentException("there is one election here, and its name is 'default'");
                }
            }
        };

        List<CheckResult> findings = examine(shared);

        assertThat(findings).noneMatch(finding -> finding.level() == Level.FAIL);
        assertThat(findings).last().satisfies(untried -> {
            assertThat(untried.subject()).isEqualTo("claims");
            assertThat(untried.level()).isEqualTo(Level.WARN);
            assertThat(untried.text()).contains("nothing was tried", "one election here");
        });
    }

    @Test
    void workingStorePassesAndIsLeftUnchanged() throws InterruptedException {
        List<CheckResult> findings = examine(straight);

        assertThat(findings).allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.OK));
        assertThat(findings)
                .extracting(CheckResult::subject)
                .containsExactly(
                        "store",
                        "abilities",
                        "claims",
                        "renewals",
                        "race",
                        "releases",
                        "look latency",
                        "renewal latency",
                        "clock",
                        "roster",
                        "requests",
                        "history",
                        "baton",
                        "tokens",
                        "wake-ups",
                        "scratch");
        assertThat(straight.inspect(ScratchElection.ELECTION, soon())).isInstanceOf(Sighting.Released.class);
        assertThat(straight.roster().members(ScratchElection.ELECTION, soon())).isEmpty();
    }

    @Test
    void findingsOfTheStoreAreIncluded() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
                return List.of(
                        CheckResult.warn("pooler", "listens to nobody, ttl " + timing.ttl(), "connect directly"));
            }
        });

        assertOnly(wrong, Level.WARN, "pooler", "ttl PT3S");
    }

    @Test
    void concurrentDoctorsDoNotDisturbEachOther() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(3);
        try {
            Callable<List<CheckResult>> visit = () -> examine(straight, Duration.ofSeconds(30));
            for (Future<List<CheckResult>> visited : threads.invokeAll(List.of(visit, visit, visit))) {
                assertThat(visited.get())
                        .hasSize(16)
                        .allSatisfy(finding -> assertThat(finding.level()).isEqualTo(Level.OK));
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void leaseOfADeadDoctorIsWaitedOut() throws InterruptedException {
        stranger(Duration.ofMillis(400));

        assertThat(wrong(straight)).isEmpty();
    }

    @Test
    void heldScratchElectionIsNotTaken() throws InterruptedException {
        Lease stranger = stranger(Duration.ofMinutes(1));

        List<CheckResult> findings = examine(straight, Duration.ofMillis(200));

        assertOnly(
                findings.stream().filter(one -> one.level() != Level.OK).toList(),
                Level.FAIL,
                "claims",
                "stranger has it");
        assertThat(straight.inspect(ScratchElection.ELECTION, soon()))
                .isInstanceOfSatisfying(
                        Sighting.Held.class,
                        held -> assertThat(held.lease().isSameWrite(stranger)).isTrue());
    }

    private Lease stranger(Duration ttl) {
        Ballot ballot = new Ballot(
                ScratchElection.ELECTION,
                Identity.ofInstance("i").withName("stranger"),
                ttl,
                new WriteStamp(0, 1, Instant.EPOCH),
                ClaimCondition.judged(new Sighting.Never(), 0));
        return ((Answer.Granted) straight.claim(ballot, soon())).lease();
    }

    @Test
    void missingWakeUpsAreAWarning() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Watch watch(String election, Runnable wakeUp) {
                return () -> {};
            }
        });

        assertOnly(wrong, Level.WARN, "wake-ups", "none came within 500ms");
    }

    @Test
    void unrelatedWakeUpsDoNotPassTheCheck() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Watch watch(String election, Runnable wakeUp) {
                wakeUp.run();
                wakeUp.run();
                return () -> {};
            }
        });

        assertOnly(wrong, Level.WARN, "wake-ups", "none came");
    }

    @Test
    void lostRequestsAreAFailure() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Requests requests() {
                Requests all = super.requests();
                return new Requests() {
                    @Override
                    public void submit(Request request, Deadline deadline) {}

                    @Override
                    public Map<String, Request> pending(Collection<String> elections, Deadline deadline) {
                        return all.pending(elections, deadline);
                    }
                };
            }
        });

        assertOnly(wrong, Level.FAIL, "requests", "did not arrive");
    }

    @Test
    void wrongStoreClockIsAWarning() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Sighting inspect(String election, Deadline deadline) {
                Sighting seen = super.inspect(election, deadline);
                return seen instanceof Sighting.Held held && held.remainingTime() != null
                        ? new Sighting.Held(
                                held.lease(),
                                new RemainingTime(
                                        held.remainingTime().asOf().plusSeconds(60),
                                        held.remainingTime().remaining()))
                        : seen;
            }
        });

        assertOnly(wrong, Level.WARN, "clock", "ahead of this machine's");
    }

    @Test
    void unreachableStoreIsNotTried() throws InterruptedException {
        List<CheckResult> findings = examine(new ForwardingStore(straight) {
            @Override
            public Sighting inspect(String election, Deadline deadline) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "connection refused");
            }

            @Override
            public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
                throw new StoreException(StoreException.Kind.MISCONFIGURED, "no such database");
            }
        });

        assertThat(findings).extracting(CheckResult::level).containsOnly(Level.FAIL);
        assertThat(findings).extracting(CheckResult::text).containsExactly("connection refused", "no such database");
        assertThat(straight.inspect(ScratchElection.ELECTION, soon())).isInstanceOf(Sighting.Never.class);
    }

    @Test
    void documentedRefusalIsNoBug() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
                throw new UnsupportedOperationException("the topic of another program cannot be checked");
            }
        });

        assertOnly(wrong, Level.WARN, straight.name() + " store", "not tried: the topic of another program");
        assertThat(wrong.get(0).remedy()).doesNotContain("report it");
    }

    @Test
    void failureAndItsRemedyAreSaidOnce() throws InterruptedException {
        LeaseStore dead = new ForwardingStore(straight) {
            @Override
            public Sighting inspect(String election, Deadline deadline) {
                throw new StoreException(
                        StoreException.Kind.UNREACHABLE, "looking failed: no route: start Redis there");
            }

            @Override
            public List<CheckResult> diagnose(Timing timing, Deadline deadline) {
                throw new StoreException(StoreException.Kind.UNREACHABLE, "asking failed: no route: start Redis there");
            }
        };

        List<CheckResult> wrong = wrong(dead);

        assertOnly(wrong, Level.FAIL, "store", "looking failed: no route");
        assertThat(DoctorReport.line(wrong.get(0))).endsWith("start Redis there: mend that, and try again");
    }

    @Test
    void unreadableRecordsAreNamed() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Set<Capability> capabilities() {
                return Set.of(Capability.LISTING);
            }

            @Override
            public List<String> elections(Deadline deadline) {
                return List.of("sound", "spoilt");
            }

            @Override
            public Sighting inspect(String election, Deadline deadline) {
                return election.equals("spoilt")
                        ? new Sighting.Unreadable("format 9", 0, "v")
                        : super.inspect(election, deadline);
            }
        });

        assertOnly(wrong, Level.WARN, "records", "2 elections, unreadable: spoilt");
    }

    @Test
    void unexpectedExceptionOfAStoreIsAFinding() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Set<Capability> capabilities() {
                return Set.of(Capability.LISTING);
            }

            @Override
            public List<String> elections(Deadline deadline) {
                throw new IllegalStateException("no cursor");
            }
        });

        assertOnly(wrong, Level.FAIL, "records", "no cursor");
    }

    @Test
    void claimOfUnknownOutcomeIsReleasedAtTheEnd() throws InterruptedException {
        List<CheckResult> wrong = wrong(new ForwardingStore(straight) {
            @Override
            public Answer claim(Ballot ballot, Deadline deadline) {
                super.claim(ballot, deadline);
                throw new StoreException(StoreException.Kind.OUTCOME_UNKNOWN, "answer lost");
            }
        });

        assertOnly(wrong, Level.FAIL, "claims", "answer lost");
        assertThat(straight.inspect(ScratchElection.ELECTION, soon())).isInstanceOf(Sighting.Released.class);
    }
}
