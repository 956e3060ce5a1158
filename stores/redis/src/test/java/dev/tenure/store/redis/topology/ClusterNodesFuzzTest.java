package dev.tenure.store.redis.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.nio.charset.StandardCharsets;
import redis.clients.jedis.HostAndPort;

/** Any answer to CLUSTER NODES is a vote, or is refused with an {@link IllegalArgumentException}. */
class ClusterNodesFuzzTest {
    private static final HostAndPort REPORTER = new HostAndPort("127.0.0.1", 7000);

    @FuzzTest(maxDuration = "2m")
    void anyAnswerIsAVoteOrRefused(byte[] bytes) {
        try {
            MasterVote vote = ClusterNodesReply.read(REPORTER, new String(bytes, StandardCharsets.UTF_8));
            assertThat(vote.voterCount()).isEqualTo(vote.voters().size());
            assertThatCode(() -> vote.master().apply(SlotMap.COUNT - 1)).doesNotThrowAnyException();
        } catch (IllegalArgumentException refused) {
            // As documented.
        }
    }
}
