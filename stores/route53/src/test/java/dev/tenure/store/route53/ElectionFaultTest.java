package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Term;
import dev.tenure.aws.contract.ElectionFaultContract;
import dev.tenure.aws.contract.FaultyHttpServer.Call;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import dev.tenure.testkit.StoreTestSteps;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.route53.Route53Client;

@Order(1) // takes longest, so that it starts first
@Tag("slow")
class ElectionFaultTest extends ElectionFaultContract {
    private static final String ELECTION = "faults";

    private final TestZone zone = new TestZone();
    private final FakeRoute53 server = new FakeRoute53();
    private final Route53Client client = OurZone.client(server.address());

    ElectionFaultTest() {
        super(ELECTION);
        server.restoreZone(OurZone.ID, zone.zone);
    }

    @Override
    protected LeaseStore open(TimeSource time) {
        return OurZone.on(zone.client).time(time).open();
    }

    @Override
    protected LeaseStore openThroughFaults() {
        return OurZone.on(client).open();
    }

    @Override
    protected FakeRoute53 faults() {
        return server;
    }

    @Override
    protected boolean isClaimOrRelease(Call call) {
        return call.action().equals("ChangeResourceRecordSets");
    }

    @Override
    protected boolean isRenewal(Call call) {
        return isClaimOrRelease(call);
    }

    @Override
    protected Fate busy(int request) {
        return Fate.error(400, request % 2 == 0 ? "Throttling" : "PriorRequestNotComplete");
    }

    @Override
    protected long statedEnd() {
        return zone.end(ELECTION);
    }

    @Override
    protected void closeServers() {
        client.close();
        server.close();
        zone.close();
    }

    @ParameterizedTest
    @CsvSource({"400,Throttling", "403,AccessDenied"})
    void leaderThatCannotRenewStepsDownAndAnotherLeads(int status, String code) throws InterruptedException {
        assertThatAnotherLeadsAfter(Fate.error(status, code));
    }

    @Test
    void loneCandidateLeadsAgainWhenThrottlingEnds() throws InterruptedException {
        assertThatLoneCandidateLeadsAgainAfter(Fate.error(400, "Throttling"));
    }

    @Test
    void deletedZoneHasALeaderAgainWhenItIsBack() throws InterruptedException {
        Term term = lead(stand("alice"));
        zone.server.deleteZone(OurZone.ID);
        StoreTestSteps.await("stepped down", () -> !term.isCurrent());

        zone.server.createZone(OurZone.ID, OurZone.DOMAIN);

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
    }

    @ParameterizedTest
    @CsvSource({"true,false", "false,true", "true,true"})
    void leaderWhoseRecordsAreDeletedStepsDownAndOneLeadsAgain(boolean ofLock, boolean ofSide)
            throws InterruptedException {
        Term term = lead(stand("alice"));
        follow(stand("bob"));

        if (ofLock) {
            zone.zone.remove(TestZone.lockName(ELECTION), "TXT");
        }
        if (ofSide) {
            zone.zone.remove(TestZone.sideName(ELECTION), "TXT");
        }

        assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
        assertThat(term.isCurrent()).isFalse();
    }

    /** SC-D-l: a record edited by hand makes no second leader, and blocks nothing. */
    @ParameterizedTest
    @CsvSource({"300,", "60,\"by hand\"", "60,\"somebody 4102444800\""})
    void lockEditedByHandIsSoonRenewedOrReplaced(long ttl, String value) throws InterruptedException {
        Term term = lead(stand("alice"));
        follow(stand("bob"));

        zone.zone.put(
                TestZone.lockName(ELECTION), "TXT", ttl, value == null ? String.valueOf(zone.lock(ELECTION)) : value);

        if (value == null) {
            awaitRenewals(term, 3);
        } else {
            assertThat(rivals.awaitTermAbove(term.token()).token()).isGreaterThan(term.token());
        }
    }
}
