package dev.tenure.http.peer.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.IOException;

/**
 * Any body is a question, a reply, a problem or an {@link IOException}; what was read is written and read unchanged.
 */
class PeerJsonFuzzTest {
    @FuzzTest(maxDuration = "2m")
    void anyBodyIsReadOrRefused(byte[] bytes) {
        String problem = PeerJson.readProblem(bytes);
        if (problem != null) {
            assertThat(PeerJson.readProblem(PeerJson.problem(problem))).isEqualTo(problem);
        }
        question(bytes);
        reply(bytes);
    }

    private static void question(byte[] bytes) {
        PeerQuestion found;
        try {
            found = PeerJson.readQuestion(bytes);
        } catch (IOException refused) {
            return;
        }
        try {
            assertThat(PeerJson.readQuestion(PeerJson.write(found))).isEqualTo(found);
        } catch (IOException e) {
            throw new AssertionError("what was read cannot be read again: " + found, e);
        }
    }

    private static void reply(byte[] bytes) {
        PeerReply found;
        try {
            found = PeerJson.readReply(bytes);
        } catch (IOException refused) {
            return;
        }
        try {
            assertThat(PeerJson.readReply(PeerJson.write(found))).isEqualTo(found);
        } catch (IOException e) {
            throw new AssertionError("what was read cannot be read again: " + found, e);
        }
    }
}
