package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Two candidates in two processes, with the default timing: a ttl of three seconds. */
@Tag("process")
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class FailoverTest {
    private static final Duration TTL = Duration.ofSeconds(3);

    @TempDir
    Path root;

    @SuppressWarnings("NullAway.Init") // each test starts the two with the ttl it needs
    private ChildJvm leader;

    @SuppressWarnings("NullAway.Init")
    private ChildJvm follower;

    private long token;

    private void startTwo(Duration ttl) {
        leader = ChildJvm.start(List.of(), CandidateMain.class, root.toString(), ttl.toString());
        token = tokenOf(leader.line(), "acquired");
        follower = ChildJvm.start(List.of(), CandidateMain.class, root.toString(), ttl.toString());
        assertThat(tokenOf(follower.line(), "follows")).isEqualTo(token);
    }

    @AfterEach
    void endBoth() {
        leader.close();
        follower.close();
    }

    @Test
    void killedLeaderIsReplacedLongBeforeTtl() throws InterruptedException {
        startTwo(Duration.ofHours(1)); // nobody here waits that long
        leader.kill();

        assertThat(tokenOf(follower.line(), "acquired")).isGreaterThan(token);
    }

    @Test
    void stoppedLeaderIsReplacedAfterTtlAndKnows() throws Exception {
        startTwo(TTL);
        leader.stop();
        long stopped = System.nanoTime();

        assertThat(tokenOf(follower.line(), "acquired")).isGreaterThan(token);
        assertThat(Duration.ofNanos(System.nanoTime() - stopped)).isGreaterThan(TTL.minus(Duration.ofMillis(600)));

        leader.tell("are you the leader?");
        leader.goOn();
        String answer = leader.line();
        while (!answer.startsWith("leads")) {
            answer = leader.line();
        }
        assertThat(answer).isEqualTo("leads false");
    }

    @Test
    void leaderThatExitsHasReleased() throws Exception {
        startTwo(Duration.ofHours(1));
        leader.endInput();

        assertThat(tokenOf(follower.line(), "acquired")).isGreaterThan(token);
        leader.awaitEnd();
    }

    private static long tokenOf(String line, String expected) {
        assertThat(line).startsWith(expected + " ");
        return Long.parseLong(line.substring(expected.length() + 1));
    }
}
