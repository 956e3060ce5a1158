package dev.tenure.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.cli.fixtures.JsonReader;
import dev.tenure.cli.fixtures.SharedLog;
import dev.tenure.cli.fixtures.TenureProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code tenure run --health}. */
@Tag("process")
@Timeout(60)
class RunHealthTest {
    private static final Pattern TOLD_AT = Pattern.compile("health is served at (\\S+)");
    private static final String TOKEN = "0123456789abcdef0123456789abcdef";
    private static final String[] KNOWN = {"Authorization", "Bearer " + TOKEN};

    @TempDir
    Path folder;

    private final HttpClient http = HttpClient.newHttpClient();
    private final List<TenureProcess> wrappers = new ArrayList<>();
    private SharedLog log;

    @BeforeEach
    void openLog() throws IOException, InterruptedException {
        log = SharedLog.in(folder);
    }

    @AfterEach
    void closeLog() throws IOException, InterruptedException {
        for (TenureProcess wrapper : wrappers) {
            wrapper.forget();
        }
        log.close();
    }

    private TenureProcess start(String... options) throws IOException {
        List<String> arguments = new ArrayList<>(List.of("run", "--as", "me", "--health", "127.0.0.1:0"));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("demo", "--", "sh", "-c", "echo started; exec sleep 60"));
        TenureProcess wrapper = TenureProcess.start(log.file(), store(), arguments);
        wrappers.add(wrapper);
        return wrapper;
    }

    private Map<String, String> store() {
        return Map.of("TENURE_STORE", "file:" + folder.resolve("store"));
    }

    private static URI address(TenureProcess wrapper) throws IOException {
        Matcher told = TOLD_AT.matcher(wrapper.stderr());
        assertThat(told.find()).isTrue();
        return URI.create(told.group(1));
    }

    private HttpResponse<String> get(URI server, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void healthAnswersUseTheFieldsOfCommands() throws IOException, InterruptedException {
        TenureProcess wrapper = start("--health-token-file", tokenFile("rw-------"));
        log.await("its start", line -> line.equals("started"));
        URI server = address(wrapper);

        assertThat(get(server, "/health/leadership").statusCode()).isEqualTo(200);
        assertThat(get(server, "/readyz").statusCode()).isEqualTo(200);
        assertThat(get(server, "/livez").statusCode()).isEqualTo(200);
        Map<String, ?> shown =
                JsonReader.object(get(server, "/elections/demo", KNOWN).body());
        assertThat(first(shown.get("roster")).keySet())
                .isEqualTo(printed("roster").keySet());
        assertThat(first(shown.get("history")).keySet())
                .isEqualTo(printed("history").keySet());
        Map<String, ?> status = printed("status");
        for (String word : new String[] {"election", "leader", "instance", "address", "token", "since"}) {
            assertThat(shown.get(word)).as(word).isEqualTo(status.get(word));
        }
        assertThat(get(server, "/elections/demo", KNOWN).body()).doesNotContain(folder.toString(), "file:");
    }

    private static Map<?, ?> first(@Nullable Object list) {
        return (Map<?, ?>) ((List<?>) Objects.requireNonNull(list)).get(0);
    }

    private Map<String, ?> printed(String command) throws IOException, InterruptedException {
        return JsonReader.objects(
                        TenureProcess.run(store(), command, "demo", "--json").output())
                .get(0);
    }

    @Test
    void tokenFromFileIsRequired() throws IOException, InterruptedException {
        TenureProcess wrapper = start("--health-token-file", tokenFile("rw-------"));
        log.await("its start", line -> line.equals("started"));
        URI server = address(wrapper);

        assertThat(get(server, "/elections").statusCode()).isEqualTo(401);
        assertThat(get(server, "/elections", KNOWN).statusCode()).isEqualTo(200);
        assertThat(wrapper.stderr()).doesNotContain(TOKEN);
    }

    @Test
    void onlyProbesAreAnsweredWithoutToken() throws IOException, InterruptedException {
        TenureProcess wrapper = start();
        log.await("its start", line -> line.equals("started"));
        URI server = address(wrapper);

        assertThat(get(server, "/elections").statusCode()).isEqualTo(403);
        assertThat(get(server, "/elections/demo").body()).doesNotContain("me", "demo");
        assertThat(get(server, "/health/leadership").statusCode()).isEqualTo(200);
        assertThat(get(server, "/livez").statusCode()).isEqualTo(200);
    }

    @Test
    void tokenFileReadableByOthersIsRefused() throws IOException, InterruptedException {
        for (String open : new String[] {"rw-r--r--", "rw--w----", "rw-----w-"}) {
            TenureProcess.Finished refused = TenureProcess.run(
                    store(),
                    "run",
                    "--health",
                    "127.0.0.1:0",
                    "--health-token-file",
                    tokenFile(open),
                    "demo",
                    "--",
                    "true");

            assertThat(refused.code()).as(open).isEqualTo(78);
            assertThat(refused.errors())
                    .contains("may be read or written by other users: chmod 600 it")
                    .doesNotContain(TOKEN);
        }
    }

    private String tokenFile(String permissions) throws IOException {
        Path file = Files.writeString(folder.resolve("token"), TOKEN + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions))
                .toString();
    }

    @Test
    void occupiedAddressIsAnErrorBeforeTheCommandRuns() throws IOException, InterruptedException {
        TenureProcess first = start();
        log.await("its start", line -> line.equals("started"));
        String taken = address(first).getAuthority();

        TenureProcess.Finished second = TenureProcess.run(
                Map.of("TENURE_STORE", "file:" + folder.resolve("other")),
                "run",
                "--health",
                taken,
                "demo",
                "--",
                "echo",
                "ran");

        assertThat(second.code()).isEqualTo(73);
        assertThat(second.errors().strip())
                .startsWith("tenure: --health: cannot listen on " + taken)
                .contains("a port that is free")
                .doesNotContain("\n");
        assertThat(second.output()).isEmpty();
    }

    @Test
    void nothingListensWithoutTheOption() throws IOException, InterruptedException {
        TenureProcess.Finished run = TenureProcess.run(store(), "run", "demo", "--", "true");

        assertThat(run.code()).isZero();
        assertThat(run.errors()).doesNotContain("health");
    }
}
