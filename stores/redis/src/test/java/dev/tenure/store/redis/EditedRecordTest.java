package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.StoreException.Kind;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Renewal;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/**
 * A record is changed by hand while its leader may still lead: the next candidate waits out that leader's ttl, however
 * short its own, and then leads.
 */
@Tag("server")
@Timeout(60)
class EditedRecordTest extends EditableRecord {
    /** A candidate that starts now is refused; one that waited leads, with a higher token. */
    private void assertIsReplacedOnlyAfterTheWait(Lease before, Sighting found) {
        StoreTestSteps.refused(store.claim(StoreTestSteps.ballot("a"), StoreTestSteps.soon()));
        long known = Math.max(before.token(), found.lastToken());
        Lease next = StoreTestSteps.granted(
                store.claim(StoreTestSteps.ballot("a", ClaimCondition.judged(found, known)), StoreTestSteps.soon()));
        assertThat(next.token()).isGreaterThan(before.token());
        assertThat(next.follows()).as("what was waited out was not released").isZero();
        assertThat(store.renew(StoreTestSteps.extension(next), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Renewed.class);
    }

    /** The sighting of an unchanged record must not change: a waiting candidate would start its wait again. */
    private Sighting.Unreadable unreadable() {
        Sighting found = store.inspect("a", StoreTestSteps.soon());
        assertThat(store.inspect("a", StoreTestSteps.soon())).isEqualTo(found);
        return assertThat(found).asInstanceOf(type(Sighting.Unreadable.class)).actual();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"ttl_micros\":\"(\\d+)\"   | \"ttl_micros\":$1",
                "\"token\":\"(\\d+)\"        | \"token\":$1",
                "\"token\":\"(\\d+)\"        | \"token\":\"-$1\"",
                "\"token\":\"\\d+\"          | \"token\":\"999999999999999999\"",
                "\"token\":\"\\d+\"          | \"token\":\"none\"",
                "\"token\":\"\\d+\",         | ''",
                "\"follows\":\"0\"           | \"follows\":0",
                "\"follows\":\"0\"           | \"follows\":\"00\"",
                "\"follows\":\"0\"           | \"follows\":\"-1\"",
                "\"follows\":\"0\"           | \"follows\":\"nobody\"",
                "\"follows\":\"0\"           | \"follows\":\"99999999999999999999\"",
                "\"follows\":\"0\"           | \"follows\":null",
                "\"follows\":\"0\"           | \"follows\":false",
                "\"follows\":\"0\"           | \"follows\":[\"1\"]",
                "\"(\\d+)\",\"follows\":\"0\"  | \"$1\",\"follows\":\"$1\"",
                "\"until\":\"(\\d+)\"        | \"until\":$1",
                "\"until\":\"\\d+\"          | \"until\":\"tomorrow\"",
                "\"until\":\"\\d+\"          | \"until\":\"99999999999999999999\"",
                "\"until\":\"\\d+\",         | ''",
                "\"renewal\":\"0\"           | \"renewal\":0",
                "\"renewal\":\"0\"           | \"renewal\":\"first\"",
                "\"renewal\":\"0\"           | \"renewal\":\"99999999999999999999\"",
                "\"renewal\":\"0\",          | ''",
                "\"attempt\":\"(\\d+)\"      | \"attempt\":\"x$1\"",
                "\"state\":\"held\"          | \"state\":\"lost\"",
                "\"state\":\"held\",         | ''",
                "\"instance\":\"(.*?)\"      | \"instance\":[\"$1\"]",
                "\"name\":\"alice\"          | \"name\":null",
                "\"name\":\"alice\"          | \"name\":\"\u00e9\"",
                "}$                          | ''",
                "}$                          | }}",
            })
    void damagedRecordIsWaitedOutForItsTtl(String field, String edited) {
        Lease lease = StoreTestSteps.elect(store, "a");
        edit(field, edited);
        Sighting.Unreadable found = unreadable();

        assertThat(found.ttl()).isEqualTo(StoreTestSteps.TTL);
        assertIsReplacedOnlyAfterTheWait(lease, found);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "\"ttl_micros\":\"long\",",
                "\"ttl_micros\":\"-5\",",
                "\"ttl_micros\":1.5e7,",
                "\"ttl_micros\":\"0\",",
                "\"ttl_micros\":\"86400000001\",",
                "\"ttl_micros\":\"99999999999999999999\",",
                "\"ttl_micros\":{},"
            })
    void recordWithoutCredibleTtlIsWaitedOutUntilItsEnd(String edited) {
        Lease lease = StoreTestSteps.elect(store, "a");
        edit("\"ttl_micros\":\"\\d+\",", edited);
        Sighting.Unreadable found = unreadable();
        assertThat(found.ttl()).isZero();
        StoreTestSteps.refused(store.claim(
                StoreTestSteps.ballot("a", ClaimCondition.judged(found, lease.token())), StoreTestSteps.soon()));

        edit("\"until\":\"\\d+\"", "\"until\":\"1\"");
        Sighting over = store.inspect("a", StoreTestSteps.soon());
        Lease next = StoreTestSteps.granted(store.claim(
                StoreTestSteps.ballot("a", ClaimCondition.judged(over, lease.token())), StoreTestSteps.soon()));
        assertThat(next.token()).isGreaterThan(lease.token());
    }

    @Test
    void farEndOrTtlOfYearsIsNotWaitedFor() {
        Lease lease = StoreTestSteps.elect(store, "a");
        edit("\"until\":\"\\d+\"", "\"until\":\"9999999999999999\"");
        Sighting.Held farAway = assertThat(store.inspect("a", StoreTestSteps.soon()))
                .asInstanceOf(type(Sighting.Held.class))
                .actual();
        assertThat(farAway.lease().ttl()).isEqualTo(StoreTestSteps.TTL);
        edit("\"ttl_micros\":\"\\d+\"", "\"ttl_micros\":\"99999999999999\"");
        Sighting.Unreadable found = unreadable();

        assertThat(found.ttl()).isZero();
        assertIsReplacedOnlyAfterTheWait(lease, found);
    }

    /**
     * As another program may have written it: a candidate that waited as long as such a record is believed must
     * succeed.
     */
    @Test
    void recordWithoutTtlIsReplacedBeforeADistantEnd() {
        Lease lease = StoreTestSteps.elect(store, "a");
        edit("\"ttl_micros\":\"\\d+\",", "");
        long hours = StoreTestSteps.wall().plus(Duration.ofHours(23)).toEpochMilli() * 1_000;
        edit("\"until\":\"\\d+\"", "\"until\":\"" + hours + "\"");

        assertIsReplacedOnlyAfterTheWait(lease, unreadable());
    }

    @Test
    void leaseOfADayIsReplacedAfterTheWait() {
        Lease lease = StoreTestSteps.elect(store, "a", Duration.ofDays(1));
        Sighting found = store.inspect("a", StoreTestSteps.soon());

        Lease next = StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("a", found), StoreTestSteps.soon()));
        assertThat(next.token()).isGreaterThan(lease.token());
    }

    @Test
    void aClaimAfterTheHighestTokenIsRefusedWithARemedy() {
        StoreTestSteps.elect(store, "a");
        edit("\"token\":\"\\d+\"", "\"token\":\"" + Lease.MAX_TOKEN + "\"");
        Sighting found = store.inspect("a", StoreTestSteps.soon());

        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED, () -> store.claim(StoreTestSteps.ballot("a", found), StoreTestSteps.soon()))
                .withMessageContaining("claiming a failed")
                .withMessageContaining("token " + Lease.MAX_TOKEN)
                .withMessageContaining("set its token");
        assertThat(store.inspect("a", StoreTestSteps.soon()).lastToken()).isEqualTo(Lease.MAX_TOKEN);
    }

    @Test
    void anImpossibleTokenDoesNotHideTheHighestValidOne() {
        StoreTestSteps.elect(store, "a");
        edit("\"token\":\"\\d+\"", "\"token\":\"999999999999999999\"");

        assertThat(store.inspect("a", StoreTestSteps.soon()).lastToken()).isZero();
    }

    @Test
    void aDamagedReservationIsWaitedOut() {
        Lease lease = StoreTestSteps.elect(store, "a");
        store.release(lease, Handover.reservedFor("somebody", StoreTestSteps.TTL), StoreTestSteps.soon());
        edit("\"token\":\"(\\d+)\"", "\"token\":$1");
        Sighting.Unreadable found = unreadable();

        assertThat(found.ttl()).isEqualTo(StoreTestSteps.TTL);
        assertThat(found.lastToken()).isEqualTo(lease.token());
        assertIsReplacedOnlyAfterTheWait(lease, found);
    }

    @Test
    void aRenewalRestoresAnEditedTtlAndName() {
        Lease lease = StoreTestSteps.elect(store, "a");
        edit("\"ttl_micros\":\"\\d+\"", "\"ttl_micros\":\"86400000000\"");
        edit("\"name\":\"alice\"", "\"name\":null");
        store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon());

        assertThat(StoreTestSteps.held(store.inspect("a", StoreTestSteps.soon()))
                        .ttl())
                .isEqualTo(StoreTestSteps.TTL);
    }

    @Test
    void keysOfOtherTypesAreReplacedAfterTheWait() {
        replacedByType((jedis, name) -> jedis.set(name, ""));
        replacedByType((jedis, name) -> jedis.set(name, "[]"));
        replacedByType((jedis, name) -> jedis.rpush(name, "x"));
        replacedByType((jedis, name) -> jedis.hset(name, "state", "held"));
        replacedByType((jedis, name) -> jedis.sadd(name, "x"));
        replacedByType((jedis, name) -> jedis.zadd(name, 1, "x"));
    }

    private void replacedByType(BiConsumer<Jedis, String> writing) {
        client.del(key);
        Lease lease = StoreTestSteps.elect(store, "a");
        client.del(key);
        writing.accept(client, key);
        Sighting.Unreadable found = unreadable();

        assertThat(store.renew(StoreTestSteps.extension(lease), StoreTestSteps.soon()))
                .isInstanceOf(Renewal.Refused.class);
        assertIsReplacedOnlyAfterTheWait(lease, found);
    }
}
