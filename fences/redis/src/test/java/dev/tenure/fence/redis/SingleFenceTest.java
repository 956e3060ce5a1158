package dev.tenure.fence.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.tenure.StaleTokenException;
import dev.tenure.store.redis.RedisDeployment;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.exceptions.JedisDataException;

/** The fence on one server. */
@Tag("server")
class SingleFenceTest extends FenceContract {
    private static final RedisDeployment SERVER = RedisDeployment.single();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Override
    protected FencedSet newSet() {
        return set();
    }

    private static RedisFencedSet set() {
        return RedisFencedSet.create("script", SERVER.ports());
    }

    @Override
    protected void close(FencedSet used) {
        ((RedisFencedSet) used).redis().close();
    }

    @Test
    void repliesAreThoseOfTheCommands() {
        RedisFencedSet set = set();

        List<Object> replies = set.fence()
                .write(
                        set.redis(),
                        "payroll",
                        1,
                        List.of(
                                List.of("SET", set.key(), "1"),
                                List.of("INCR", set.key()),
                                List.of("GET", "{" + set.key() + "}:none"),
                                List.of("GET", set.key())));

        assertThat(replies).isEqualTo(Arrays.asList("OK", 2L, null, "2"));
        set.fence().remove(set.redis());
        assertThat(set.fence().mark(set.redis())).isEmpty();
        close(set);
    }

    @Test
    void nothingOfARefusedWriteIsDone() {
        RedisFencedSet set = set();
        set.fence().write(set.redis(), "payroll", 2, List.of(List.of("SET", set.key(), "new")));

        assertThatExceptionOfType(StaleTokenException.class)
                .isThrownBy(() -> set.fence().write(set.redis(), "payroll", 1, List.of(List.of("DEL", set.key()))));
        assertThat(set.redis().get(set.key())).isEqualTo("new");
        close(set);
    }

    @Test
    void failureOfACommandIsTheServers() {
        RedisFencedSet set = set();

        assertThatExceptionOfType(JedisDataException.class)
                .isThrownBy(() -> set.fence()
                        .write(
                                set.redis(),
                                "payroll",
                                1,
                                List.of(List.of("SET", set.key(), "word"), List.of("INCR", set.key()))))
                .withMessageContaining("not an integer");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> set.fence().write(set.redis(), "payroll", 1, List.of(List.of("FLUSHALL"))))
                .withMessageContaining("names no key");
        close(set);
    }

    /** What a shell script does that was started without a token. */
    @Test
    void scriptRefusesAnEmptyToken() {
        RedisFencedSet set = set();

        for (String token : List.of("", "0", "12a", "-1", "1.5")) {
            assertThatExceptionOfType(JedisDataException.class)
                    .isThrownBy(() -> set.redis()
                            .eval(RedisFence.script(), List.of(set.key() + ":fence"), List.of("payroll", token)))
                    .withMessageContaining("needs an election and a token");
        }
        close(set);
    }
}
