package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.testkit.Given;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** Which released term a term took over, as its record shows. */
@Tag("server")
@Timeout(60)
class FollowsTest {
    private final String prefix = "follows-" + UUID.randomUUID();
    private final String key = new Keys(prefix).lease("a");
    private final RedisStore store = RedisStore.at("127.0.0.1", Servers.single().port())
            .prefix(prefix)
            .pollOnly()
            .open();
    private final Jedis client = Servers.single().client();

    @AfterEach
    void close() {
        client.close();
        store.close();
    }

    private void edit(String field, String edited) {
        String before = client.get(key);
        String after = before.replaceFirst(field, edited);
        assertThat(after).isNotEqualTo(before);
        client.set(key, after);
    }

    private Lease claim(ClaimCondition condition) {
        return Given.granted(store.claim(Given.ballot("a", condition), Given.soon()));
    }

    /** From 2^53 on, numbers of Lua that differ by one may be equal. */
    @Test
    void tokensAreComparedToTheLastDigit() {
        long large = 1L << 53;
        Lease first = claim(ClaimCondition.judged(new Sighting.Never(), large - 1));
        assertThat(first.token()).isEqualTo(large);
        Given.release(store, first);
        Lease second = claim(ClaimCondition.succeeding(large));
        assertThat(second.token()).isEqualTo(large + 1);
        assertThat(second.follows()).isEqualTo(large);

        Lease again = Given.renew(store, second);
        assertThat(again.follows()).isEqualTo(large);
        assertThat(Given.inspect(store, "a").follows()).isEqualTo(large);
        Given.release(store, again);
        assertThat(Given.released(Given.inspect(store, "a")).follows()).isEqualTo(large);

        Given.refused(store.claim(Given.ballot("a", ClaimCondition.succeeding(large)), Given.soon()));
        assertThat(claim(ClaimCondition.succeeding(large + 1)).follows()).isEqualTo(large + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"-1\"", "\"nobody\"", "\"$1\"", "\"99999999999999999999\"", "null", "{}"})
    void aReleaseThatFollowsWhatItCannotIsNoReleaseAndIsReplacedByOneWhoWaited(String edited) {
        Lease lease = Given.elect(store, "a");
        Given.release(store, lease);
        edit("\"token\":\"(\\d+)\",\"follows\":\"0\"", "\"token\":\"$1\",\"follows\":" + edited);
        Sighting.Unreadable found = Given.unreadable(Given.inspect(store, "a"));
        assertThat(found.lastToken()).isEqualTo(lease.token());
        Given.refused(store.claim(Given.ballot("a", ClaimCondition.unseen()), Given.soon()));
        Given.refused(store.claim(Given.ballot("a", ClaimCondition.succeeding(lease.token())), Given.soon()));

        Lease next = claim(ClaimCondition.judged(found, lease.token()));
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(next.follows()).isZero();
    }

    @Test
    void aRecordWithoutFollowsReadsAsZero() {
        Given.release(store, Given.elect(store, "a"));
        Lease lease = claim(ClaimCondition.unseen());
        assertThat(lease.follows()).isNotZero();
        edit("\"follows\":\"\\d+\",", "");
        assertThat(Given.held(Given.inspect(store, "a")).follows()).isZero();

        Lease renewed = Given.renew(store, lease);
        assertThat(renewed.follows()).isZero();
        Given.release(store, renewed);
        edit("\"follows\":\"\\d+\",", "");
        assertThat(Given.released(Given.inspect(store, "a")).follows()).isZero();
        assertThat(claim(ClaimCondition.unseen()).follows()).isEqualTo(lease.token());
    }
}
