package dev.tenure.fence.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.tenure.store.redis.RedisDeployment;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisDataException;

/** The fence as a function that was loaded into the server. */
@Tag("server")
class FunctionFenceTest extends FenceContract {
    private static final RedisDeployment SERVER = RedisDeployment.single();

    @AfterAll
    static void stop() {
        SERVER.close();
    }

    @Override
    protected FencedSet newSet() {
        RedisFencedSet set = RedisFencedSet.create("function", SERVER.ports());
        set.redis().functionLoadReplace(RedisFence.library());
        return set;
    }

    @Override
    protected void close(FencedSet used) {
        ((RedisFencedSet) used).redis().close();
    }

    /** The line of docs/fencing.md, word for word, with the token that a command was given. */
    @Test
    void shellScriptWritesUnderTheTokenOnly() throws Exception {
        RedisFencedSet set = RedisFencedSet.create("function", SERVER.ports());
        set.redis().functionLoadReplace(RedisFence.library());

        assertThat(command(set, "payroll", "4")).isEqualTo(List.of(-10L));
        for (String[] refused : new String[][] {{"payroll", "3"}, {"billing", "5"}, {"payroll", ""}}) {
            assertThatExceptionOfType(JedisDataException.class).isThrownBy(() -> command(set, refused[0], refused[1]));
        }
        assertThat(command(set, "payroll", "5")).isEqualTo(List.of(-20L));
        close(set);
    }

    /** The shell takes the line apart; what it would give to {@code redis-cli} is sent by the client of this test. */
    private static Object command(RedisFencedSet set, String election, String token) throws Exception {
        String line = Files.readString(Path.of("../../docs/fencing.md"))
                .lines()
                .filter(each -> each.startsWith("redis-cli "))
                .findFirst()
                .orElseThrow();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line.replace("redis-cli -e ", "printf '%s\\n' "));
        shell.environment().put("TENURE_ELECTION", election);
        shell.environment().put("TENURE_TOKEN", token);
        Process process = shell.start();
        String[] words = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).split("\n", -1);
        assertThat(words[0]).isEqualTo("FCALL");
        CommandArguments call = new CommandArguments(Protocol.Command.FCALL);
        for (String word : Arrays.copyOfRange(words, 1, words.length - 1)) {
            call.add(word);
        }
        return set.redis().executeCommand(call);
    }
}
