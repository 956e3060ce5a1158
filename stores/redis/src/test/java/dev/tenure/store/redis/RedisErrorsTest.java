package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException;
import dev.tenure.store.redis.command.RedisErrors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.exceptions.JedisDataException;

class RedisErrorsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            READONLY You can't write against a read only replica. | UNREACHABLE   | true
            LOADING Redis is loading the dataset in memory         | UNREACHABLE   | true
            MASTERDOWN Link with MASTER is down                    | UNREACHABLE   | true
            CLUSTERDOWN The cluster is down                        | UNREACHABLE   | true
            UNBLOCKED force unblock from blocking operation        | UNREACHABLE   | true
            NOREPLICAS Not enough good replicas to write.          | UNREACHABLE   | true
            TRYAGAIN Multiple keys request during rehashing        | UNREACHABLE   | false
            BUSY Redis is busy running a script.                   | UNREACHABLE   | false
            OOM command not allowed                                | UNREACHABLE   | false
            MISCONF Redis is configured to save RDB snapshots      | UNREACHABLE   | false
            ERR max number of clients reached                      | UNREACHABLE   | false
            NOAUTH Authentication required.                        | MISCONFIGURED | false
            WRONGPASS invalid username-password pair               | MISCONFIGURED | false
            NOPERM this user has no permissions                    | MISCONFIGURED | false
            ERR unknown command 'WAIT'                             | MISCONFIGURED | false
            WRONGTYPE Operation against a key                      | UNREACHABLE   | false
            ERR DB index is out of range                           | MISCONFIGURED | false
            """)
    void serverErrorsHaveTheRightKind(String said, StoreException.Kind kind, boolean elsewhere) {
        JedisDataException error = new JedisDataException(said);

        assertThat(RedisErrors.serverError("claiming a", error).kind()).isEqualTo(kind);
        assertThat(RedisErrors.serverError("claiming a", error)).hasMessageStartingWith("claiming a failed: " + said);
        assertThat(RedisErrors.suggestsOtherNode(error)).isEqualTo(elsewhere);
    }
}
