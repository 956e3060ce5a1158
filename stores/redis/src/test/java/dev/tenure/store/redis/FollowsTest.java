package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which released term a term took over, as its record shows. */
@Tag("server")
@Timeout(60)
class FollowsTest extends EditableRecord {
    private Lease claim(ClaimCondition condition) {
        return StoreTestSteps.granted(store.claim(StoreTestSteps.ballot("a", condition), StoreTestSteps.soon()));
    }

    /** From 2^53 on, numbers of Lua that differ by one may be equal. */
    @Test
    void tokensAreComparedToTheLastDigit() {
        long large = 1L << 53;
        Lease first = claim(ClaimCondition.judged(new Sighting.Never(), large - 1));
        assertThat(first.token()).isEqualTo(large);
        StoreTestSteps.release(store, first);
        Lease second = claim(ClaimCondition.afterRelease(large));
        assertThat(second.token()).isEqualTo(large + 1);
        assertThat(second.follows()).isEqualTo(large);

        Lease again = StoreTestSteps.renew(store, second);
        assertThat(again.follows()).isEqualTo(large);
        assertThat(StoreTestSteps.inspect(store, "a").follows()).isEqualTo(large);
        StoreTestSteps.release(store, again);
        assertThat(StoreTestSteps.released(StoreTestSteps.inspect(store, "a")).follows())
                .isEqualTo(large);

        StoreTestSteps.refused(
                store.claim(StoreTestSteps.ballot("a", ClaimCondition.afterRelease(large)), StoreTestSteps.soon()));
        assertThat(claim(ClaimCondition.afterRelease(large + 1)).follows()).isEqualTo(large + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "\"-1\"", "\"nobody\"", "\"$1\"", "\"99999999999999999999\"", "null", "{}"})
    void releaseWithImpossibleFollowsIsReplacedAfterTheWait(String edited) {
        Lease lease = StoreTestSteps.elect(store, "a");
        StoreTestSteps.release(store, lease);
        edit("\"token\":\"(\\d+)\",\"follows\":\"0\"", "\"token\":\"$1\",\"follows\":" + edited);
        Sighting.Unreadable found = StoreTestSteps.unreadable(StoreTestSteps.inspect(store, "a"));
        assertThat(found.lastToken()).isEqualTo(lease.token());
        StoreTestSteps.refused(store.claim(StoreTestSteps.ballot("a", ClaimCondition.unseen()), StoreTestSteps.soon()));
        StoreTestSteps.refused(store.claim(
                StoreTestSteps.ballot("a", ClaimCondition.afterRelease(lease.token())), StoreTestSteps.soon()));

        Lease next = claim(ClaimCondition.judged(found, lease.token()));
        assertThat(next.token()).isGreaterThan(lease.token());
        assertThat(next.follows()).isZero();
    }

    @Test
    void aRecordWithoutFollowsReadsAsZero() {
        StoreTestSteps.release(store, StoreTestSteps.elect(store, "a"));
        Lease lease = claim(ClaimCondition.unseen());
        assertThat(lease.follows()).isNotZero();
        edit("\"follows\":\"\\d+\",", "");
        assertThat(StoreTestSteps.held(StoreTestSteps.inspect(store, "a")).follows())
                .isZero();

        Lease renewed = StoreTestSteps.renew(store, lease);
        assertThat(renewed.follows()).isZero();
        StoreTestSteps.release(store, renewed);
        edit("\"follows\":\"\\d+\",", "");
        assertThat(StoreTestSteps.released(StoreTestSteps.inspect(store, "a")).follows())
                .isZero();
        assertThat(claim(ClaimCondition.unseen()).follows()).isEqualTo(lease.token());
    }
}
