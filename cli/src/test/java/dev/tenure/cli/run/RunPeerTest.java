package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.PeerFleet;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tenure run --peer} without TLS. */
@Tag("process")
@Timeout(60)
class RunPeerTest {
    private static final Pattern ANSWERED_AT = Pattern.compile("followers are answered at (\\S+)");
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private PeerFleet fleet;

    @BeforeEach
    void open() throws IOException, InterruptedException {
        fleet = new PeerFleet(folder);
    }

    @AfterEach
    void close() throws IOException {
        fleet.close();
    }

    private TenureProcess start(String name) throws IOException {
        return fleet.start(name, "--peer-plain", "--peer-token-file", secret("token", TOKEN));
    }

    private String secret(String name, String token) throws IOException {
        Path file = Files.writeString(folder.resolve(name), token + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"))
                .toString();
    }

    private static URI answeredAt(TenureProcess wrapper) throws IOException {
        Matcher told = ANSWERED_AT.matcher(wrapper.stderr());
        assertThat(told.find()).isTrue();
        return URI.create(told.group(1));
    }

    private TenureProcess.Finished resign(String tokenFile) throws IOException, InterruptedException {
        return fleet.tenure("resign", "--peer-plain", "--peer-token-file", tokenFile, "demo");
    }

    @Test
    void runAnswersAtItsRecordedAddressAndHandsOver() throws IOException, InterruptedException {
        TenureProcess alice = start("alice");
        fleet.awaitCommandOf("alice");
        assertThat(JsonReader.objects(fleet.tenure("status", "demo", "--json").output())
                        .get(0)
                        .get("address"))
                .isEqualTo(answeredAt(alice).getAuthority());

        TenureProcess bob = start("bob");
        TenureProcess.Finished asked = resign(secret("token", TOKEN));
        fleet.awaitCommandOf("bob");

        assertThat(asked.code()).as(asked.errors()).isZero();
        assertThat(bob.stderr()).doesNotContain("does not work");
    }

    @Test
    void clientWithoutTokenLearnsNothing() throws IOException, InterruptedException {
        TenureProcess alice = start("alice");
        fleet.awaitCommandOf("alice");
        URI peer = answeredAt(alice);

        TenureProcess.Finished wrong = resign(secret("wrong", TOKEN.replace('0', 'x')));
        TenureProcess.Finished without = fleet.tenure("resign", "--peer-plain", "demo");

        assertThat(wrong.code()).isEqualTo(78);
        assertThat(wrong.errors()).contains("a bearer token is needed");
        assertThat(without.code()).isEqualTo(64);
        assertThat(status(HttpRequest.newBuilder(peer.resolve("/elections")))).isEqualTo(401);
        assertThat(status(HttpRequest.newBuilder(peer).POST(HttpRequest.BodyPublishers.ofString("{}"))))
                .isEqualTo(401);
        assertThat(status(
                        HttpRequest.newBuilder(peer.resolve("/elections")).header("Authorization", "Bearer " + TOKEN)))
                .isEqualTo(200);
        assertThat(status(HttpRequest.newBuilder(peer.resolve("/health/leadership"))))
                .isEqualTo(200);
        assertThat(alice.stderr()).doesNotContain("gave up", TOKEN);
    }

    private int status(HttpRequest.Builder request) throws IOException, InterruptedException {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString()).statusCode();
    }
}
