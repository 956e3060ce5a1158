package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.aws.contract.FaultyHttpServer;
import dev.tenure.aws.contract.FaultyHttpServer.Fate;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Lease;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** The requests of each call, and how often they are sent. */
@Tag("server")
@Timeout(60)
class WireTest {
    private static final String TABLE = TestServer.newTable();
    private static final Pattern REQUEST_TOKEN = Pattern.compile("\"ClientRequestToken\":\"([^\"]+)\"");
    private static final Pattern TRANSACTED = Pattern.compile("\"(Put|Update|Delete|ConditionCheck)\":\\{");

    private final FaultyDynamoDb server = new FaultyDynamoDb();
    private final DynamoDbClient client = server.client();
    private final LeaseStore store = DynamoDbStore.on(client, TABLE).open();
    private final String election = "wire-" + TestServer.newName();

    @AfterEach
    void close() {
        client.close();
        server.close();
    }

    @Test
    void eachCallIsOneRequest() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        assertThat(server.takeActions()).containsExactly("GetItem", "GetItem", "TransactWriteItems");

        Lease renewed = StoreTestSteps.renew(store, lease);
        assertThat(server.takeActions()).containsExactly("UpdateItem");

        StoreTestSteps.inspect(store, election);
        assertThat(server.takeActions()).containsExactly("GetItem");

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Refused.class);
        assertThat(server.takeActions()).as("a refusal tells who leads").containsExactly("UpdateItem");

        assertThat(store.claim(StoreTestSteps.ballot(election, new Sighting.Never()), StoreTestSteps.soon()))
                .isInstanceOf(Answer.Refused.class);
        assertThat(server.takeActions()).as("so does this one").containsExactly("TransactWriteItems");

        StoreTestSteps.release(store, renewed);
        assertThat(server.takeActions()).containsExactly("TransactWriteItems");
    }

    /** The costs on the page of this store, in units of DynamoDB; the local build counts no double for transactions. */
    @Test
    void renewalAndReadCostOneUnitEach() {
        server.countUnits();
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        server.takeUnits();

        StoreTestSteps.renew(store, lease);
        assertThat(server.takeUnits()).as("renew").isEqualTo(1);
        StoreTestSteps.inspect(store, election);
        assertThat(server.takeUnits()).as("look").isEqualTo(1);
    }

    /** However many elections it stands in: one write unit, and half a read unit. */
    @Test
    void beatForAllElectionsIsOneWriteUnit() {
        Identity alice = StoreTestSteps.identity("alice");
        for (int beat = 1; beat <= 3; beat++) {
            server.countUnits();
            server.takeUnits();
            server.takeCalls();
            Map<String, RosterEntry> own = new HashMap<>();
            for (int number = 0; number < 700; number++) {
                own.put(election + "/" + number, entry(alice, beat, number % 10 == 0 ? 1 : 0));
            }

            Map<String, List<RosterEntry>> found = store.roster().attend(own, StoreTestSteps.soon());

            assertThat(found).hasSize(own.size());
            assertThat(found.get(election + "/7")).containsExactly(entry(alice, beat, 0));
            assertThat(DynamoDbStore.on(TestServer.CLIENT, TABLE)
                            .open()
                            .roster()
                            .members(election + "/10", StoreTestSteps.soon()))
                    .containsExactly(entry(alice, beat, 1));
            if (beat > 1) {
                assertThat(server.takeActions()).containsExactly("PutItem", "Query");
                assertThat(server.takeUnits()).isEqualTo(1.5);
            }
        }
        store.roster().leave(List.of(election + "/7"), alice.instance(), StoreTestSteps.soon());
        assertThat(store.roster().members(election + "/7", StoreTestSteps.soon()))
                .isEmpty();
    }

    private static RosterEntry entry(Identity candidate, long beat, int leads) {
        RosterEntry.Heartbeat heartbeat =
                new RosterEntry.Heartbeat(beat, Instant.ofEpochSecond(beat), Duration.ofSeconds(15));
        return new RosterEntry(candidate, 0, "1.0", true, leads, heartbeat);
    }

    /** What is beside the leases decides nothing: its failures are the caller's to ignore, and renewals go on. */
    @Test
    void renewalsGoOnWhileNothingElseCanBeWritten() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        server.rule(call -> call.text().contains("TENURE#") ? Fate.error(400, "AccessDeniedException") : Fate.PASS);
        Map<String, RosterEntry> own = Map.of(election, entry(StoreTestSteps.identity("alice"), 1, 1));

        StoreTestSteps.assertFails(Kind.MISCONFIGURED, () -> store.roster().attend(own, StoreTestSteps.soon()));
        StoreTestSteps.renew(store, lease);
    }

    /** Two reads are no snapshot. */
    @Test
    void claimBetweenTwoReadsIsSeen() {
        LeaseStore other = DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
        List<Lease> landed = new ArrayList<>();
        server.rule(call -> {
            if (call.text().contains("\"TOKEN\"") && landed.isEmpty()) {
                landed.add(StoreTestSteps.elect(other, election, "alice"));
            }
            return Fate.PASS;
        });

        Sighting found = StoreTestSteps.inspect(store, election);

        assertThat(landed).hasSize(1);
        assertThat(StoreTestSteps.held(found)).isEqualTo(landed.get(0));
    }

    @Test
    void termBetweenTwoReadsIsSeenAsReleased() {
        LeaseStore other = DynamoDbStore.on(TestServer.CLIENT, TABLE).open();
        List<Lease> landed = new ArrayList<>();
        server.rule(call -> {
            if (call.text().contains("\"TOKEN\"") && landed.isEmpty()) {
                landed.add(StoreTestSteps.elect(other, election, "alice"));
            } else if (landed.size() == 1) {
                StoreTestSteps.release(other, landed.get(0));
                landed.add(landed.get(0));
            }
            return Fate.PASS;
        });

        Sighting found = StoreTestSteps.inspect(store, election);

        assertThat(found).isInstanceOf(Sighting.Released.class);
        assertThat(found.lastToken()).isEqualTo(landed.get(0).token());
    }

    /** The policy on the page of this store. */
    @Test
    void electionsNeedExactlyThePermissionsOfThePage() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        StoreTestSteps.release(store, StoreTestSteps.renew(store, lease));
        TestServer.delete(TABLE, election, "LOCK");
        StoreTestSteps.elect(store, election, "bob");
        TestServer.delete(TABLE, election, "LOCK");
        StoreTestSteps.unreadable(StoreTestSteps.inspect(store, election));
        StoreTestSteps.elect(store, election, "carol");
        store.roster().attend(Map.of(election, entry(StoreTestSteps.identity("carol"), 1, 1)), StoreTestSteps.soon());

        Set<String> needed = new TreeSet<>();
        for (FaultyHttpServer.Call call : server.takeCalls()) {
            if (call.action().equals("TransactWriteItems")) {
                TRANSACTED.matcher(call.text()).results().forEach(item -> needed.add(item.group(1) + "Item"));
            } else {
                needed.add(call.action());
            }
            if (call.action().equals("GetItem")) {
                assertThat(call.text()).contains("\"ConsistentRead\":true");
            }
        }
        assertThat(needed).containsExactly("DeleteItem", "GetItem", "PutItem", "Query", "UpdateItem");
    }

    /** A repeated one would be answered with success for ten minutes, and write nothing. */
    @Test
    void everyAttemptHasItsOwnRequestToken() {
        Set<String> tokens = new HashSet<>();
        server.rule(call -> {
            Matcher token = REQUEST_TOKEN.matcher(call.text());
            return token.find() && tokens.add(token.group(1)) && tokens.size() <= 3
                    ? FaultyDynamoDb.cancelled("TransactionConflict", "None")
                    : Fate.PASS;
        });

        Lease lease = StoreTestSteps.elect(store, election, "alice");

        assertThat(tokens).hasSize(4);
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, election))).isEqualTo(lease);
    }

    @Test
    void claimThatMeetsAnotherTransactionIsRetried() {
        Sighting seen = StoreTestSteps.inspect(store, election);
        Lease winner =
                StoreTestSteps.elect(DynamoDbStore.on(TestServer.CLIENT, TABLE).open(), election, "alice");
        int[] conflicts = {2};
        server.rule(call -> call.action().equals("TransactWriteItems") && conflicts[0]-- > 0
                ? FaultyDynamoDb.cancelled("None", "TransactionConflict")
                : Fate.PASS);

        Answer answer = store.claim(StoreTestSteps.ballot(election, seen), StoreTestSteps.soon());

        assertThat(answer).isEqualTo(new Answer.Refused(new Sighting.Held(winner, null)));
    }

    @Test
    void renewalThatMeetsATransactionIsRetried() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        int[] conflicts = {2};
        server.rule(call -> call.action().equals("UpdateItem") && conflicts[0]-- > 0
                ? Fate.error(400, "TransactionConflictException")
                : Fate.PASS);

        assertThat(StoreTestSteps.renew(store, lease).stamp().renewal()).isEqualTo(1);
    }

    /** The token's item may have been restored, deleted or edited: the lock is what was judged. */
    @Test
    void tokenGrowsFromATokenItemThatDoesNotFitTheLock() {
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        long edited = lease.token() + 1_000_000_000_000L;
        TestServer.edit(TABLE, election, "TOKEN", "token", AttributeValue.fromN(Long.toString(edited)));

        Lease next = StoreTestSteps.elect(store, election, "bob");
        assertThat(next.token()).isEqualTo(edited + 1);

        TestServer.delete(TABLE, election, "TOKEN");
        Lease third = StoreTestSteps.elect(store, election, "carol");
        assertThat(third.token()).isGreaterThan(next.token());

        TestServer.edit(TABLE, election, "TOKEN", "token", AttributeValue.fromL(List.of()));
        assertThat(StoreTestSteps.elect(store, election, "dave").token()).isGreaterThan(third.token());
    }

    @Test
    void clientThatRetriesGetsTheSameAnswer() {
        server.rule("UpdateItem", Fate.error(400, "ProvisionedThroughputExceededException"));
        Lease lease = StoreTestSteps.elect(store, election, "alice");
        server.takeCalls();

        StoreTestSteps.assertFails(
                Kind.UNREACHABLE, () -> store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()));

        assertThat(server.takeActions()).containsExactly("UpdateItem");
    }

    /** A slow table may have time for two reads in each call. */
    @Test
    void readOfAMissingLockContinuesTheLastOne() {
        StoreTestSteps.elect(store, election, "alice");
        TestServer.delete(TABLE, election, "LOCK");
        server.takeCalls();
        AtomicInteger reads = new AtomicInteger();
        server.rule(call -> reads.incrementAndGet() > 2 ? Fate.REQUEST_LOST : Fate.PASS);
        StoreTestSteps.assertFails(Kind.UNREACHABLE, () -> store.inspect(election, StoreTestSteps.soon()));
        server.pass();
        server.takeCalls();

        assertThat(StoreTestSteps.inspect(store, election)).isInstanceOf(Sighting.Unreadable.class);
        assertThat(server.takeActions()).containsExactly("GetItem", "GetItem");
    }
}
