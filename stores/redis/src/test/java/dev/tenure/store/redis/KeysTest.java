package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.redis.records.Keys;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.util.JedisClusterCRC16;

class KeysTest {
    private final Keys keys = new Keys("tenure");

    /** GF-14. */
    @Test
    void allKeysOfAnElectionAreInOneSlot() {
        for (String name : List.of("payroll", "}", "{", "{}", "}{", "a}b", "{a}", "%7D", "選挙", "a:b")) {
            assertThat(List.of(
                            keys.lease(name),
                            keys.roster(name),
                            keys.request(name),
                            keys.history(name),
                            keys.news(name)))
                    .allSatisfy(
                            key -> assertThat(JedisClusterCRC16.getSlot(key)).isEqualTo(keys.slot(name)));
            assertThat(keys.electionOf(keys.lease(name))).contains(name);
        }
    }

    @Test
    void keysHaveTheDocumentedNames() {
        assertThat(keys.lease("payroll")).isEqualTo("tenure:{payroll}:lease");
        assertThat(keys.lease("100% }")).isEqualTo("tenure:{100%25 %7D}:lease");
    }

    @Test
    void foreignKeysAreNotElections() {
        assertThat(keys.electionOf("tenure:{a}:roster")).isEmpty();
        assertThat(keys.electionOf("other:{a}:lease")).isEmpty();
        assertThat(keys.electionOf("tenure:{:lease")).isEmpty();
    }
}
