package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RenewalRequest;
import dev.tenure.spi.Sighting;
import dev.tenure.store.route53.FakeRoute53.Fate;
import dev.tenure.testkit.Given;
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

/** What is sent, and what may be concluded from what comes back, or does not. */
@Tag("slow")
@Timeout(60)
class WireTest extends Fixture {
    private static final String LIST = "ListResourceRecordSets";
    private static final String CHANGE = "ChangeResourceRecordSets";
    private static final Duration SHORT = Duration.ofMillis(700);

    private final LeaseStore store = OurZone.on(client).open();

    @Test
    void eachCallIsOneRequestAndNothingIsEverUpserted() {
        Given.inspect(store, "a");
        assertThat(server.takeActions()).containsExactly(LIST);
        Lease lease = Given.granted(store.claim(Given.ballot("a", new Sighting.Never()), Given.soon()));
        Lease renewed = Given.renewed(store.renew(Given.extension(lease), Given.soon()));
        store.release(renewed, Handover.toAnyone(), Given.soon());

        List<FakeRoute53.Call> calls = server.takeCalls();
        assertThat(calls).extracting(FakeRoute53.Call::action).containsExactly(CHANGE, CHANGE, CHANGE);
        assertThat(calls).noneSatisfy(call -> assertThat(call.text()).contains("UPSERT"));
        assertThat(actions(calls.get(0))).containsExactly("CREATE", "CREATE");
        assertThat(actions(calls.get(1))).containsExactly("DELETE", "DELETE", "CREATE", "CREATE");
        assertThat(actions(calls.get(2))).containsExactly("DELETE", "DELETE", "CREATE");
    }

    private static List<String> actions(FakeRoute53.Call call) {
        return WireXml.changes(call.text()).stream()
                .map(FakeZone.Change::action)
                .toList();
    }

    @Test
    void manyLeasesAreRenewedInFewBatches() {
        List<RenewalRequest> all = extensions(150);
        server.takeCalls();

        List<Optional<Renewal>> outcomes = store.renewAll(all, Given.soon());

        assertThat(outcomes).allSatisfy(outcome -> Given.renewed(outcome.orElseThrow()));
        assertThat(server.takeActions()).containsOnly(CHANGE).hasSizeBetween(2, 4);
    }

    private List<RenewalRequest> extensions(int count) {
        List<RenewalRequest> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(Given.extension(
                    Given.granted(store.claim(Given.ballot("e" + i, new Sighting.Never()), Given.soon()))));
        }
        return all;
    }

    /** One that was lost costs three requests, not one for each of the others. */
    @Test
    void whatABatchIsRefusedForIsLookedAtAndTheRestIsSentAgain() {
        List<RenewalRequest> all = extensions(40);
        Lease successor = Given.elect(store, "e7");
        server.takeCalls();

        List<Optional<Renewal>> outcomes = store.renewAll(all, Given.soon());

        assertThat(server.takeActions()).containsExactly(CHANGE, CHANGE, LIST);
        for (int i = 0; i < all.size(); i++) {
            Renewal outcome = outcomes.get(i).orElseThrow();
            if (i == 7) {
                assertThat(((Renewal.Refused) outcome).found()).isEqualTo(new Sighting.Held(successor, null));
            } else {
                Given.renewed(outcome);
            }
        }
    }

    @Test
    void aLookThatFailsLeavesTheOthersRenewed() {
        List<RenewalRequest> all = extensions(5);
        Given.elect(store, "e3");
        server.rule(LIST, Fate.error(400, "Throttling"));

        List<Optional<Renewal>> outcomes = store.renewAll(all, Given.soon());

        for (int i = 0; i < all.size(); i++) {
            assertThat(outcomes.get(i).isPresent()).isEqualTo(i != 3);
        }
    }

    /** A batch is carried out wholly or not at all, and requests are few. */
    @Test
    void anAnswerThatWasLostCostsOneLookForTheWholeBatch() {
        List<RenewalRequest> all = extensions(30);
        server.rule(CHANGE, Fate.ANSWER_LOST);
        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renewAll(all, Given.soon()));
        server.pass();
        server.takeCalls();

        List<Optional<Renewal>> outcomes = store.renewAll(all.subList(0, 15), Given.soon());

        assertThat(server.takeActions()).containsExactly(CHANGE, LIST);
        outcomes.forEach(outcome -> {
            Lease renewed = Given.renewed(outcome.orElseThrow());
            assertThat(Given.held(Given.inspect(store, renewed.election()))).isEqualTo(renewed);
        });
    }

    /** Only what was sent together was carried out together. */
    @Test
    void aRequestThatWasLostIsNotTakenForOneThatWasCarriedOut() {
        List<RenewalRequest> all = extensions(4);
        server.rule(CHANGE, Fate.REQUEST_LOST);
        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.renewAll(all, Given.soon()));
        server.pass();
        Lease successor = Given.elect(store, "e1");

        List<Optional<Renewal>> outcomes = store.renewAll(all, Given.soon());

        assertThat(outcomes.get(1)).hasValue(new Renewal.Refused(new Sighting.Held(successor, null)));
        for (int i : new int[] {0, 2, 3}) {
            Lease renewed = Given.renewed(outcomes.get(i).orElseThrow());
            assertThat(Given.held(Given.inspect(store, renewed.election()))).isEqualTo(renewed);
        }
    }

    /** What Route53 says of a refusal names the records, and they may be called anything. */
    @Test
    void theNameOfAnElectionDoesNotChangeWhatARefusalMeans() {
        Lease lease = Given.elect(store, "quota-exceeded");
        Given.elect(store, "quota-exceeded");

        assertThat(store.renew(Given.extension(lease), Given.soon())).isInstanceOf(Renewal.Refused.class);
    }

    @Test
    void aBatchThatIsRefusedWithoutNamesIsHalved() {
        List<RenewalRequest> all = extensions(9);
        Given.elect(store, "e2");
        server.wordless();

        List<Optional<Renewal>> outcomes = store.renewAll(all, Given.soon());

        for (int i = 0; i < all.size(); i++) {
            assertThat(outcomes.get(i).orElseThrow() instanceof Renewal.Refused).isEqualTo(i == 2);
        }
    }

    /** An error would say of those that were renewed that they were not. */
    @Test
    void whatFailsAfterSomeWereRenewedIsLeftForLater() {
        List<RenewalRequest> all = extensions(100);
        AtomicInteger changes = new AtomicInteger();
        server.rule(call -> changes.getAndIncrement() > 0 ? Fate.error(400, "Throttling") : Fate.PASS);

        List<Optional<Renewal>> outcomes = store.renewAll(all, Given.soon());

        assertThat(outcomes.get(0)).isPresent();
        assertThat(outcomes.get(99)).isEmpty();
        server.rule(CHANGE, Fate.error(400, "Throttling"));
        Given.assertFails(Kind.UNREACHABLE, () -> store.renewAll(all, Given.soon()));
    }

    /** SC-R2, SC-R3, SC-R4, SC-R10: what an error means, for whoever reads and for whoever writes. */
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
    void anErrorMeansWhatItSays(int status, String code, Kind reading, Kind writing, String words) {
        Lease lease = Given.elect(store, "a");
        server.takeCalls();
        server.rule(call -> Fate.error(status, code));

        Given.assertFails(reading, () -> Given.inspect(store, "a")).withMessageContaining(words);
        Given.assertFails(writing, () -> store.renew(Given.extension(lease), Given.soon()))
                .withMessageContaining(words);
        int sent = code.equals("PriorRequestNotComplete") ? 6 : 2;
        assertThat(server.takeActions())
                .as("sent once, unless it had no effect")
                .hasSize(sent);
        Given.assertFails(writing, () -> store.claim(Given.ballot("b", new Sighting.Never()), Given.soon()));
        Given.assertFails(writing, () -> store.release(lease, Handover.toAnyone(), Given.soon()));
    }

    @Test
    void aChangeThatMetAnotherIsSentAgain() {
        Lease lease = Given.elect(store, "a");
        AtomicInteger changes = new AtomicInteger();
        server.rule(call -> changes.getAndIncrement() < 2 ? Fate.error(400, "PriorRequestNotComplete") : Fate.PASS);

        Given.renewed(store.renew(Given.extension(lease), Given.soon()));
    }

    @Test
    void aDomainThatIsNotInTheZoneIsNoLostRace() {
        LeaseStore elsewhere = Route53Store.on(client, OurZone.ID, "example.org")
                .rate(OurZone.RATE)
                .open();

        Given.assertFails(
                        Kind.MISCONFIGURED,
                        () -> elsewhere.claim(Given.ballot("a", new Sighting.Never()), Given.soon()))
                .withMessageContaining("not permitted in zone")
                .withMessageContaining("correct the domain");
    }

    @Test
    void aRefusalInTheFormOfTheDocumentationIsOneToo() {
        Lease lease = Given.elect(store, "a");
        Lease renewed = Given.renewed(store.renew(Given.extension(lease), Given.soon()));
        server.errorsAsDocumented();

        Renewal late = store.renew(Given.extension(lease), Given.soon());

        assertThat(((Renewal.Refused) late).found()).isEqualTo(new Sighting.Held(renewed, null));
    }

    /** Neither the SDK nor the JDK may send it twice. */
    @Test
    void aClaimWhoseAnswerIsLostIsSentOnceAndOfUnknownOutcome() {
        Ballot ballot = Given.ballot("a", new Sighting.Never());
        server.rule(CHANGE, Fate.ANSWER_LOST);

        Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> store.claim(ballot, Given.soon()));

        assertThat(server.takeActions()).containsExactly(CHANGE);
        Lease found = Given.held(Given.inspect(store, "a"));
        assertThat(found.stamp()).isEqualTo(ballot.stamp());
        assertThat(found.holder()).isEqualTo(ballot.candidate());
    }

    /** The SDK gives up in time, too, but a thread that reads from a socket does not notice: it would take 30 s. */
    @Test
    @Timeout(20)
    void callsIntoTheVoidEndInTime() {
        Lease lease = Given.elect(store, "a");
        try (TcpFaultProxy proxy = new TcpFaultProxy(server.socket());
                Route53Client through = OurZone.client(
                        URI.create("http://127.0.0.1:" + proxy.address().getPort()))) {
            LeaseStore far = OurZone.on(through).open();
            Given.inspect(far, "a");
            proxy.blackHole();
            Given.assertFails(Kind.UNREACHABLE, () -> far.inspect("a", Given.within(SHORT)));
            Given.assertFails(Kind.OUTCOME_UNKNOWN, () -> far.renew(Given.extension(lease), Given.within(SHORT)));
            proxy.refuse();
            Given.assertFails(Kind.UNREACHABLE, () -> far.inspect("a", Given.within(SHORT)));
            Given.assertFails(Kind.UNREACHABLE, () -> far.renew(Given.extension(lease), Given.soon()));
            proxy.pass();
            assertThat(Given.held(Given.inspect(far, "a"))).isEqualTo(lease);
        }
    }

    /** An address that swallows attempts to connect: all of its few places are taken. */
    @Test
    void aConnectionThatIsNeverMadeEndsInTimeAndHadNoEffect() throws IOException {
        try (ServerSocket deaf = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket first = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Socket second = new Socket(deaf.getInetAddress(), deaf.getLocalPort());
                Route53Client through = OurZone.client(URI.create("http://127.0.0.1:" + deaf.getLocalPort()))) {
            assertThat(first.isConnected() && second.isConnected()).isTrue();
            LeaseStore far = OurZone.on(through).open();

            Given.assertFails(
                    Kind.UNREACHABLE, () -> far.claim(Given.ballot("a", new Sighting.Never()), Given.within(SHORT)));
        }
    }

    @Test
    void whoHasNoRequestLeftSendsNothing() {
        LeaseStore poor =
                Route53Store.on(client, OurZone.ID, OurZone.DOMAIN).rate(0.11).open();
        Given.inspect(poor, "a");
        server.takeCalls();

        Given.assertFails(Kind.UNREACHABLE, () -> poor.inspect("a", Given.within(SHORT)))
                .withMessageContaining("raise the interval");
        assertThat(server.takeActions()).isEmpty();
    }
}
