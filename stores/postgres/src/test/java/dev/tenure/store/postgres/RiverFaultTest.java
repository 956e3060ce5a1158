package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException.Kind;
import dev.tenure.Term;
import dev.tenure.Timing;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.postgresql.ds.PGSimpleDataSource;

/** Lost answers to calls on River's row. */
@Tag("server")
@Timeout(60)
class RiverFaultTest {
    private static final Duration CALL = Duration.ofMillis(500);
    private static final Timing LONG =
            Timing.of(Duration.ofMinutes(2), Duration.ofMillis(200)).withCallTimeout(Duration.ofSeconds(5));

    private final RiverSchema schema = RiverSchema.create();
    private final TcpFaultProxy proxy =
            new TcpFaultProxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), TestServer.SHARED.getPort()));
    private final RiverStore far = throughProxy();
    private final RiverStore near = schema.store().pollOnly().open();

    private RiverStore throughProxy() {
        PGSimpleDataSource source = schema.source();
        source.setServerNames(new String[] {"localhost"});
        source.setPortNumbers(new int[] {proxy.address().getPort()});
        RiverStore store = RiverStore.on(source)
                .schema(schema.name())
                .takeoverDelay(Duration.ofMillis(50))
                .takeoverDelayAfterResign(Duration.ZERO)
                .pollOnly()
                .open();
        store.inspect(RiverStore.ELECTION, StoreTestSteps.soon());
        return store;
    }

    @AfterEach
    void close() {
        near.close();
        far.close();
        proxy.close();
    }

    private Lease lease() {
        return StoreTestSteps.held(near.inspect(RiverStore.ELECTION, StoreTestSteps.soon()));
    }

    /** In River the own row then blocked everybody for a whole ttl. */
    @Test
    @DisplayName("a claim whose answer is lost is adopted long before its lease would expire (R-D6, R8)")
    void claimWithLostAnswerIsAdopted() throws InterruptedException {
        try (Candidate alice =
                Candidate.on(far).closingStore().named("alice").timing(LONG).start()) {
            proxy.loseAnswers();
            Election alices = alice.stand(RiverStore.ELECTION);
            StoreTestSteps.await("the claim is there", () -> !schema.row("name").isEmpty());
            assertThat(alices.isLeader()).isFalse();
            proxy.pass();

            Term term = alices.awaitLeadership(StoreTestSteps.LIMIT).orElseThrow();

            assertThat(lease().token()).isEqualTo(term.token());
        }
    }

    @Test
    @DisplayName("a lost claim has an unknown outcome, and is later found by its attempt")
    void lostClaimIsFoundByItsAttempt() {
        proxy.loseAnswers();
        var ballot = StoreTestSteps.ballot(RiverStore.ELECTION);
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> far.claim(ballot, StoreTestSteps.within(CALL)));

        assertThat(lease().holder()).isEqualTo(ballot.candidate());
        assertThat(lease().stamp().attempt()).isEqualTo(ballot.stamp().attempt());
    }

    @Test
    @DisplayName("after a renewal whose answer was lost the row shows the own term, which continues (R4)")
    void renewalAfterLostRenewalShowsOwnTerm() {
        Lease lease = StoreTestSteps.elect(far, RiverStore.ELECTION);
        proxy.loseAnswers();
        StoreTestSteps.assertFails(
                Kind.OUTCOME_UNKNOWN, () -> far.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(CALL)));
        proxy.pass();

        Renewal answer = far.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());

        assertThat(answer).isInstanceOfSatisfying(Renewal.Refused.class, refused -> {
            Lease found = StoreTestSteps.held(refused.found());
            assertThat(found.isSameTerm(lease)).isTrue();
            assertThat(found.stamp().renewal()).isGreaterThan(lease.stamp().renewal());
            assertThat(far.renew(StoreTestSteps.extension(found), StoreTestSteps.soon()))
                    .isInstanceOf(Renewal.Renewed.class);
        });
    }

    @Test
    @DisplayName("a release counts although the renewal before it, which changed the address, was lost (R6)")
    void releaseCountsAfterLostRenewal() {
        Lease lease = StoreTestSteps.elect(far, RiverStore.ELECTION);
        var moved = lease.holder().withAddress("http://elsewhere");
        var extension =
                new RenewalRequest(lease, StoreTestSteps.extension(lease).next().heldBy(moved));
        proxy.loseAnswers();
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> far.renew(extension, StoreTestSteps.within(CALL)));
        proxy.pass();
        assertThat(lease().holder()).isEqualTo(moved);

        far.release(lease, Handover.toAnyone(), StoreTestSteps.soon());

        assertThat(near.inspect(RiverStore.ELECTION, StoreTestSteps.soon())).isInstanceOf(Sighting.Released.class);
    }
}
