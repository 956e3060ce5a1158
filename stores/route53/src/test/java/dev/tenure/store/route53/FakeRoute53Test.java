package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.aws.SingleCall;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.route53.model.Change;
import software.amazon.awssdk.services.route53.model.ChangeAction;
import software.amazon.awssdk.services.route53.model.ChangeResourceRecordSetsResponse;
import software.amazon.awssdk.services.route53.model.ChangeStatus;
import software.amazon.awssdk.services.route53.model.InvalidChangeBatchException;
import software.amazon.awssdk.services.route53.model.ListResourceRecordSetsResponse;
import software.amazon.awssdk.services.route53.model.NoSuchHostedZoneException;
import software.amazon.awssdk.services.route53.model.PriorRequestNotCompleteException;
import software.amazon.awssdk.services.route53.model.RRType;
import software.amazon.awssdk.services.route53.model.ResourceRecordSet;
import software.amazon.awssdk.services.route53.model.Route53Exception;

/** The fake does what AWS's documentation says of Route53, as AWS's own SDK sees it. */
@Timeout(60)
class FakeRoute53Test {
    private final FakeRoute53 server = new FakeRoute53();
    private final FakeZone zone = server.createZone(OurZone.ID, "Example.com");
    private final Route53Client client = OurZone.client(server.address());

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    private static Change change(ChangeAction action, String name, String... values) {
        return Change.builder()
                .action(action)
                .resourceRecordSet(new TxtRecord(60, List.of(values)).under(name))
                .build();
    }

    private static Change create(String name, String... values) {
        return change(ChangeAction.CREATE, name, values);
    }

    private static Change delete(String name, String... values) {
        return change(ChangeAction.DELETE, name, values);
    }

    private ChangeResourceRecordSetsResponse send(Change... changes) {
        return client.changeResourceRecordSets(
                change -> change.hostedZoneId(OurZone.ID).changeBatch(batch -> batch.changes(changes)));
    }

    private void refused(String words, Change... changes) {
        assertThatExceptionOfType(InvalidChangeBatchException.class)
                .isThrownBy(() -> send(changes))
                .withMessageContaining(words);
    }

    private List<String> listed(String from, int most) {
        return list(from, most).resourceRecordSets().stream()
                .map(ResourceRecordSet::name)
                .toList();
    }

    private ListResourceRecordSetsResponse list(String from, int most) {
        return client.listResourceRecordSets(list -> list.hostedZoneId(OurZone.ID)
                .startRecordName(from)
                .startRecordType(RRType.TXT)
                .maxItems(Integer.toString(most)));
    }

    @Test
    void batchIsAtomic() {
        send(create("a.example.com", "\"1\""));

        refused(
                "'a.example.com.', type='TXT'] but it already exists",
                create("b.example.com", "\"1\""),
                create("a.example.com", "\"1\""));

        assertThat(listed("example.com", 10)).containsExactly("a.example.com.");
    }

    @Test
    void deletedRecordMustMatchExactly() {
        send(create("a.example.com", "\"1\"", "\"2\""));
        String mismatch = "but the values provided do not match the current values";

        refused("but it was not found", delete("b.example.com", "\"1\""));
        refused(mismatch, delete("a.example.com", "\"1\""));
        refused(
                mismatch,
                Change.builder()
                        .action(ChangeAction.DELETE)
                        .resourceRecordSet(new TxtRecord(61, List.of("\"1\"", "\"2\"")).under("a.example.com"))
                        .build());
        refused("but it was not found", delete("a.example.com", "\"2\"", "\"1\""), delete("a.example.com", "\"1\""));
        send(delete("A.example.com.", "\"2\"", "\"1\""));

        assertThat(zone.size()).isZero();
    }

    @Test
    void batchOfDeleteAndCreateReplacesARecord() {
        send(create("a.example.com", "\"1\""));

        send(delete("a.example.com", "\"1\""), create("a.example.com", "\"1\""));
        send(delete("a.example.com", "\"1\""), create("a.example.com", "\"2\""));

        assertThat(list("a.example.com", 1).resourceRecordSets().get(0).resourceRecords())
                .singleElement()
                .satisfies(record -> assertThat(record.value()).isEqualTo("\"2\""));
    }

    @ParameterizedTest
    @CsvSource({
        "A.Example.COM,a.example.com.",
        "a.example.com.,a.example.com.",
        "*.example.com,\\052.example.com.",
        "\\052.example.com,\\052.example.com.",
        "\\141.example.com,a.example.com.",
        "a!b.example.com,a\\041b.example.com.",
        "a\\056b.example.com,a\\056b.example.com.",
        "_a-1.example.com,_a-1.example.com.",
    })
    void namesAreReturnedInLowerCaseEscapedWithADot(String sent, String returned) {
        send(create(sent, "\"1\""));

        assertThat(listed(sent, 1)).containsExactly(returned);
        refused("already exists", create(returned, "\"1\""));
    }

    @Test
    void recordsAreListedInPagesByReversedLabels() {
        for (String name : List.of("b.example.com", "example.com", "lock.a.example.com", "a-b.example.com")) {
            send(create(name, "\"1\""));
        }
        send(create("_tenure.lock.a.example.com", "\"1\""), create("b.lock.a.example.com", "\"1\""));
        zone.put("lock.a.example.com", "A", 60, "192.0.2.1");

        assertThat(listed("example.com", 300))
                .containsExactly(
                        "example.com.",
                        "a-b.example.com.", // a hyphen comes before a dot
                        "lock.a.example.com.",
                        "lock.a.example.com.",
                        "_tenure.lock.a.example.com.",
                        "b.lock.a.example.com.",
                        "b.example.com.");
        ListResourceRecordSetsResponse page = list("lock.a.example.com", 2);
        assertThat(page.resourceRecordSets())
                .extracting(ResourceRecordSet::type)
                .as("from the TXT record on, not from the address")
                .containsExactly(RRType.TXT, RRType.TXT);
        assertThat(page.isTruncated()).isTrue();
        assertThat(page.nextRecordName()).isEqualTo("b.lock.a.example.com.");
        assertThat(page.maxItems()).isEqualTo("2");
        assertThat(list("b.example.com", 2).isTruncated()).isFalse();
    }

    @Test
    void aTypeWithoutANameIsRefused() {
        assertThatExceptionOfType(Route53Exception.class)
                .isThrownBy(() -> client.listResourceRecordSets(
                        list -> list.hostedZoneId(OurZone.ID).startRecordType(RRType.TXT)))
                .matches(e -> e.awsErrorDetails().errorCode().equals("InvalidInput"));
    }

    @Test
    void namesThatNoZoneCanHoldAreRefused() {
        refused("is not permitted in zone example.com.", create("a.example.org", "\"1\""));
        refused("InvalidCharacterString", create("a.example.com", "1"));
        refused("InvalidCharacterString", create("a.example.com", "\"" + "x".repeat(256) + "\""));
        send(create("a.example.com", "\"" + "x".repeat(255) + "\" \"y\""));
        refused(
                "1000 exceeded",
                IntStream.rangeClosed(0, 1_000)
                        .mapToObj(i -> create("r" + i + ".example.com", "\"\""))
                        .toArray(Change[]::new));
        String longest = "\"" + "x".repeat(255) + "\"";
        refused(
                "32000 exceeded",
                IntStream.range(0, 125)
                        .mapToObj(i -> create("r" + i + ".example.com", longest))
                        .toArray(Change[]::new));
    }

    /** Both are in use: one in its documentation, the other was seen in the wild. */
    @Test
    void batchErrorsCanHaveTheDocumentedForm() {
        server.errorsAsDocumented();

        assertThatExceptionOfType(Route53Exception.class)
                .isThrownBy(() -> send(delete("a.example.com", "\"1\"")))
                .matches(Route53Errors.INSTANCE::isRefusal, "is taken for a refusal");
    }

    @Test
    void changeIsPendingUntilSyncedButListedAtOnce() {
        ChangeResourceRecordSetsResponse sent = send(create("a.example.com", "\"1\""));

        assertThat(sent.changeInfo().status()).isEqualTo(ChangeStatus.PENDING);
        assertThat(listed("a.example.com", 1)).containsExactly("a.example.com.");
        assertThat(status(sent)).isEqualTo(ChangeStatus.PENDING);
        server.sync();
        assertThat(status(sent)).isEqualTo(ChangeStatus.INSYNC);
    }

    private ChangeStatus status(ChangeResourceRecordSetsResponse sent) {
        return client.getChange(get -> get.id(sent.changeInfo().id()))
                .changeInfo()
                .status();
    }

    @Test
    void tooManyRequestsAreThrottled() {
        server.limit(3, 0.001);
        for (int i = 0; i < 3; i++) {
            listed("example.com", 1);
        }

        assertThatExceptionOfType(Route53Exception.class)
                .isThrownBy(() -> send(create("a.example.com", "\"1\"")))
                .matches(e -> e.awsErrorDetails().errorCode().equals("Throttling"))
                .matches(e -> e.statusCode() == 400);
        assertThat(zone.size()).isZero();
    }

    @Test
    void aChangeThatMeetsAnotherIsTurnedAway() throws Exception {
        server.changesTake(Duration.ofMillis(300));
        ExecutorService four = Executors.newFixedThreadPool(4);
        try {
            List<Callable<Boolean>> calls = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                String name = "r" + i + ".example.com";
                calls.add(() -> isCarriedOut(create(name, "\"1\"")));
            }
            int done = 0;
            for (Future<Boolean> call : four.invokeAll(calls)) {
                done += call.get() ? 1 : 0;
            }
            assertThat(done).isEqualTo(zone.size()).isBetween(1, 3);
        } finally {
            four.shutdownNow();
        }
    }

    private boolean isCarriedOut(Change change) {
        try {
            SingleCall.by(
                    StoreTestSteps.soon(),
                    over -> client.changeResourceRecordSets(request -> request.hostedZoneId(OurZone.ID)
                            .changeBatch(batch -> batch.changes(change))
                            .overrideConfiguration(over)));
            return true;
        } catch (PriorRequestNotCompleteException e) {
            return false;
        }
    }

    @Test
    void zonesAreThereOrNot() {
        assertThat(client.getHostedZone(get -> get.id(OurZone.ID)).hostedZone().name())
                .isEqualTo("example.com.");
        server.deleteZone(OurZone.ID);

        assertThatExceptionOfType(NoSuchHostedZoneException.class).isThrownBy(() -> listed("example.com", 1));
        assertThatExceptionOfType(NoSuchHostedZoneException.class)
                .isThrownBy(() -> send(create("a.example.com", "\"1\"")));
    }
}
