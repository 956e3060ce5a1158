package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.aws.contract.FaultyHttpServer;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import dev.tenure.testkit.TcpFaultProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.route53.Route53Client;

/** The requests of each call, and what its answer, or a missing answer, means. */
@Tag("slow")
@Timeout(60)
class WireTest extends TestZone {
    private static final String LIST = "ListResourceRecordSets";
    private static final String CHANGE = "ChangeResourceRecordSets";
    private static final Duration SHORT = Duration.ofMillis(700);

    private final LeaseStore store = OurZone.on(client).open();

    @Test
    void eachCallIsOneRequestAndNothingIsEverUpserted() {
        StoreTestSteps.inspect(store, "a");
        assertThat(server.takeActions()).containsExactly(LIST);
        Lease lease = StoreTestSteps.granted(
                store.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()));
        Lease renewed = StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        store.release(renewed, Handover.toAnyone(), StoreTestSteps.soon());

        List<FaultyHttpServer.Call> calls = server.takeCalls();
        assertThat(calls).extracting(FaultyHttpServer.Call::action).containsExactly(CHANGE, CHANGE, CHANGE);
        assertThat(calls).noneSatisfy(call -> assertThat(call.text()).contains("UPSERT"));
        assertThat(actions(calls.get(0))).containsExactly("CREATE", "CREATE");
        assertThat(actions(calls.get(1))).containsExactly("DELETE", "DELETE", "CREATE", "CREATE");
        assertThat(actions(calls.get(2))).containsExactly("DELETE", "DELETE", "CREATE");
    }

    private static List<String> actions(FaultyHttpServer.Call call) {
        return WireXml.changes(call.text()).stream()
                .map(FakeZone.Change::action)
                .toList();
    }

    @Test
    void manyLeasesAreRenewedInFewBatches() {
        List<RenewalRequest> all = extensions(150);
        server.takeCalls();

        List<Optional<Renewal>> outcomes = store.renewAll(all, StoreTestSteps.soon());

        assertThat(outcomes).allSatisfy(outcome -> StoreTestSteps.renewed(outcome.orElseThrow()));
        assertThat(server.takeActions()).containsOnly(CHANGE).hasSizeBetween(2, 4);
    }

    private List<RenewalRequest> extensions(int count) {
        List<RenewalRequest> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(StoreTestSteps.extension(StoreTestSteps.granted(
                    store.claim(StoreTestSteps.ballot("e" + i, new Sighting.Never()), StoreTestSteps.soon()))));
        }
        return all;
    }

    /** One that was lost costs three requests, not one for each of the others. */
    @Test
    void refusedRecordsAreReadAndTheRestIsSentAgain() {
        List<RenewalRequest> all = extensions(40);
        Lease successor = StoreTestSteps.elect(store, "e7");
        server.takeCalls();

        List<Optional<Renewal>> outcomes = store.renewAll(all, StoreTestSteps.soon());

        assertThat(server.takeActions()).containsExactly(CHANGE, CHANGE, LIST);
        for (int i = 0; i < all.size(); i++) {
            Renewal outcome = outcomes.get(i).orElseThrow();
            if (i == 7) {
                assertThat(((Renewal.Refused) outcome).found()).isEqualTo(new Sighting.Held(successor, null));
            } else {
                StoreTestSteps.renewed(outcome);
            }
        }
    }

    @Test
    void aLookThatFailsLeavesTheOthersRenewed() {
        List<RenewalRequest> all = extensions(5);
        StoreTestSteps.elect(store, "e3");
        server.rule(LIST, Fate.error(400, "Throttling"));

        List<Optional<Renewal>> outcomes = store.renewAll(all, StoreTestSteps.soon());

        for (int i = 0; i < all.size(); i++) {
            assertThat(outcomes.get(i).isPresent()).isEqualTo(i != 3);
        }
    }

    /** A batch is carried out wholly or not at all, and requests are few. */
    @Test
    void lostAnswerCostsOneReadForTheWholeBatch() {
        List<RenewalRequest> all = extensions(30);
        server.rule(CHANGE, Fate.ANSWER_LOST);
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renewAll(all, StoreTestSteps.soon()));
        server.pass();
        server.takeCalls();

        List<Optional<Renewal>> outcomes = store.renewAll(all.subList(0, 15), StoreTestSteps.soon());

        assertThat(server.takeActions()).containsExactly(CHANGE, LIST);
        outcomes.forEach(outcome -> {
            Lease renewed = StoreTestSteps.renewed(outcome.orElseThrow());
            assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, renewed.election())))
                    .isEqualTo(renewed);
        });
    }

    /** Only what was sent together was carried out together. */
    @Test
    void lostRequestIsNotTakenForASuccess() {
        List<RenewalRequest> all = extensions(4);
        server.rule(CHANGE, Fate.REQUEST_LOST);
        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renewAll(all, StoreTestSteps.soon()));
        server.pass();
        Lease successor = StoreTestSteps.elect(store, "e1");

        List<Optional<Renewal>> outcomes = store.renewAll(all, StoreTestSteps.soon());

        assertThat(outcomes.get(1)).hasValue(new Renewal.Refused(new Sighting.Held(successor, null)));
        for (int i : new int[] {0, 2, 3}) {
            Lease renewed = StoreTestSteps.renewed(outcomes.get(i).orElseThrow());
            assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, renewed.election())))
                    .isEqualTo(renewed);
        }
    }

    /** What Route53 says of a refusal names the records, and they may be called anything. */
    @Test
    void electionNameDoesNotChangeTheKindOfARefusal() {
        Lease lease = StoreTestSteps.elect(store, "quota-exceeded");
        StoreTestSteps.elect(store, "quota-exceeded");

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Refused.class);
    }

    @Test
    void batchRefusedWithoutNamesIsHalved() {
        List<RenewalRequest> all = extensions(9);
        StoreTestSteps.elect(store, "e2");
        server.wordless();

        List<Optional<Renewal>> outcomes = store.renewAll(all, StoreTestSteps.soon());

        for (int i = 0; i < all.size(); i++) {
            assertThat(outcomes.get(i).orElseThrow() instanceof Renewal.Refused).isEqualTo(i == 2);
        }
    }

    /** An error would say of those that were renewed that they were not. */
    @Test
    void failureAfterSomeRenewalsLeavesTheRest() {
        List<RenewalRequest> all = extensions(100);
        AtomicInteger changes = new AtomicInteger();
        server.rule(call -> changes.getAndIncrement() > 0 ? Fate.error(400, "Throttling") : Fate.PASS);

        List<Optional<Renewal>> outcomes = store.renewAll(all, StoreTestSteps.soon());

        assertThat(outcomes.get(0)).isPresent();
        assertThat(outcomes.get(99)).isEmpty();
        server.rule(CHANGE, Fate.error(400, "Throttling"));
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.renewAll(all, StoreTestSteps.soon()));
    }

    /** SC-R2, SC-R3, SC-R4, SC-R10: the kind of an error, for reads and for writes. */
    @ParameterizedTest
    @CsvSource({
        "400,Throttling,UNREACHABLE,UNREACHABLE,too often",
        "400,ThrottlingException,UNREACHABLE,UNREACHABLE,too often",
        "429,Whatever,UNREACHABLE,UNREACHABLE,too often",
        "400,PriorRequestNotComplete,UNREACHABLE,UNREACHABLE,another change",
        "404,NoSuchHostedZone,MISCONFIGURED,MISCONFIGURED,zone id",
        "403,AccessDenied,MISCONFIGURED,MISCONFIGURED,allow route53:ListResourceRecordSets",
        "403,SomethingElse,MISCONFIGURED,MISCONFIGURED,allow route53:ListResourceRecordSets",
        "403,InvalidClientTokenId,MISCONFIGURED,MISCONFIGURED,credentials",
        "403,SignatureDoesNotMatch,MISCONFIGURED,MISCONFIGURED,clock",
        "403,ExpiredToken,MISCONFIGURED,MISCONFIGURED,expired",
        "400,InvalidInput,MISCONFIGURED,MISCONFIGURED,domain",
        "400,RequestTimeout,UNREACHABLE,OUTCOME_UNKNOWN,RequestTimeout",
        "500,InternalError,UNREACHABLE,OUTCOME_UNKNOWN,InternalError",
        "503,ServiceUnavailable,UNREACHABLE,OUTCOME_UNKNOWN,ServiceUnavailable",
    })
    void errorHasTheRightKind(int status, String code, Kind reading, Kind writing, String words) {
        Lease lease = StoreTestSteps.elect(store, "a");
        server.takeCalls();
        server.rule(call -> Fate.error(status, code));

        StoreTestSteps.assertFails(reading, () -> StoreTestSteps.inspect(store, "a"))
                .withMessageContaining(words);
        StoreTestSteps.assertFails(writing, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .withMessageContaining(words);
        int sent = code.equals("PriorRequestNotComplete") ? 6 : 2;
        assertThat(server.takeActions())
                .as("sent once, unless it had no effect")
                .hasSize(sent);
        StoreTestSteps.assertFails(
                writing, () -> store.claim(StoreTestSteps.ballot("b", new Sighting.Never()), StoreTestSteps.soon()));
        StoreTestSteps.assertFails(writing, () -> store.release(lease, Handover.toAnyone(), StoreTestSteps.soon()));
    }

    @Test
    void aChangeThatMetAnotherIsSentAgain() {
        Lease lease = StoreTestSteps.elect(store, "a");
        AtomicInteger changes = new AtomicInteger();
        server.rule(call -> changes.getAndIncrement() < 2 ? Fate.error(400, "PriorRequestNotComplete") : Fate.PASS);

        StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
    }

    @Test
    void domainOutsideTheZoneIsAnError() {
        LeaseStore elsewhere = Route53Store.on(client, OurZone.ID, "example.org")
                .rate(OurZone.RATE)
                .open();

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED,
                        () -> elsewhere.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.soon()))
                .withMessageContaining("not permitted in zone")
                .withMessageContaining("correct the domain");
    }

    @Test
    void documentedFormOfARefusalIsRecognised() {
        Lease lease = StoreTestSteps.elect(store, "a");
        Lease renewed = StoreTestSteps.renewed(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
        server.errorsAsDocumented();

        Renewal late = store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());

        assertThat(((Renewal.Refused) late).found()).isEqualTo(new Sighting.Held(renewed, null));
    }

    /** Neither the SDK nor the JDK may send it twice. */
    @Test
    void claimWhoseAnswerIsLostIsUnknownAndSentOnce() {
        Ballot ballot = StoreTestSteps.ballot("a", new Sighting.Never());
        server.rule(CHANGE, Fate.ANSWER_LOST);

        StoreTestSteps.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, StoreTestSteps.soon()));

        assertThat(server.takeActions()).containsExactly(CHANGE);
        Lease found = StoreTestSteps.held(StoreTestSteps.inspect(store, "a"));
        assertThat(found.stamp()).isEqualTo(ballot.stamp());
        assertThat(found.holder()).isEqualTo(ballot.candidate());
    }

    /** The SDK gives up in time, too, but a thread that reads from a socket does not notice: it would take 30 s. */
    @Test
    @Timeout(20)
    void callsIntoTheVoidEndInTime() {
        Lease lease = StoreTestSteps.elect(store, "a");
        try (TcpFaultProxy proxy = new TcpFaultProxy(server.socket());
                Route53Client through = OurZone.client(
                        URI.create("http://127.0.0.1:" + proxy.address().getPort()))) {
            LeaseStore far = OurZone.on(through).open();
            StoreTestSteps.inspect(far, "a");
            proxy.blackHole();
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> far.inspect("a", StoreTestSteps.within(SHORT)));
            StoreTestSteps.assertFails(
                    Kind.OUTCOME_UNKNOWN,
                    () -> far.renew(StoreTestSteps.extension(lease), StoreTestSteps.within(SHORT)));
            proxy.refuse();
            StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> far.inspect("a", StoreTestSteps.within(SHORT)));
            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE, () -> far.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));
            proxy.pass();
            assertThat(StoreTestSteps.held(StoreTestSteps.inspect(far, "a"))).isEqualTo(lease);
        }
    }

    /** An address that swallows attempts to connect: all of its few places are taken. */
    @Test
    void connectTimeoutEndsByTheDeadlineWithoutEffect() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Socket second = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Route53Client through = OurZone.client(URI.create("http://127.0.0.1:" + deaf.getLocalPort()))) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            LeaseStore far = OurZone.on(through).open();

            StoreTestSteps.assertFails(
                    Kind.UNREACHABLE,
                    () -> far.claim(StoreTestSteps.ballot("a", new Sighting.Never()), StoreTestSteps.within(SHORT)));
        }
    }

    @Test
    void nothingIsSentWithoutBudget() {
        LeaseStore poor =
                Route53Store.on(client, OurZone.ID, OurZone.DOMAIN).rate(0.11).open();
        StoreTestSteps.inspect(poor, "a");
        server.takeCalls();

        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> poor.inspect("a", StoreTestSteps.within(SHORT)))
                .withMessageContaining("raise the interval");
        assertThat(server.takeActions()).isEmpty();
    }
}
