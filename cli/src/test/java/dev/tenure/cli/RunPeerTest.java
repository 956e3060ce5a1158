package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What {@code tenure run --peer} does: it answers its followers where its record says. */
@Timeout(60)
class RunPeerTest {
    private static final Pattern ANSWERED_AT = Pattern.compile("followers are answered at (\\S+)");

    @TempDir
    Path folder;

    private final List<Wrapper> wrappers = new ArrayList<>();
    private Tape tape;

    @BeforeEach
    void openTape() throws IOException, InterruptedException {
        tape = Tape.in(folder);
    }

    @AfterEach
    void closeTape() throws IOException, InterruptedException {
        for (Wrapper wrapper : wrappers) {
            wrapper.forget();
        }
        tape.close();
    }

    private Wrapper start(String name) throws IOException {
        Wrapper wrapper = Wrapper.start(
                tape.file(),
                store(),
                List.of(
                        "run",
                        "--as",
                        name,
                        "--peer",
                        "127.0.0.1:0",
                        "--peer-plain",
                        "demo",
                        "--",
                        "sh",
                        "-c",
                        "echo " + name + " started; exec sleep 60"));
        wrappers.add(wrapper);
        return wrapper;
    }

    private Map<String, String> store() {
        return Map.of("TENURE_STORE", "file:" + folder.resolve("store"));
    }

    @Test
    void aRunAnswersWhereItsRecordSaysAndHandsOver() throws IOException, InterruptedException {
        Wrapper alice = start("alice");
        tape.await("alice's start", line -> line.equals("alice started"));
        Matcher told = ANSWERED_AT.matcher(alice.stderr());
        assertThat(told.find()).isTrue();
        URI answered = URI.create(told.group(1));
        assertThat(JsonTexts.objects(
                                Wrapper.run(store(), "status", "demo", "--json").output())
                        .get(0)
                        .get("address"))
                .isEqualTo(answered.getAuthority());
        HttpRequest question = HttpRequest.newBuilder(answered)
                .POST(HttpRequest.BodyPublishers.ofString("not a question"))
                .build();
        assertThat(HttpClient.newHttpClient()
                        .send(question, HttpResponse.BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(400);

        Wrapper bob = start("bob");
        Wrapper.Finished asked = Wrapper.run(store(), "resign", "--peer-plain", "demo");
        tape.await("bob's start", line -> line.equals("bob started"));

        assertThat(asked.code()).as(asked.errors()).isZero();
        assertThat(bob.stderr()).doesNotContain("does not work");
    }
}
