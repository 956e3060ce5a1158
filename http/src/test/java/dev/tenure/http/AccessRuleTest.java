package dev.tenure.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpServer;
import dev.tenure.http.fixtures.Certificates;
import dev.tenure.http.fixtures.HttpTestClient;
import dev.tenure.http.fixtures.RawConnection;
import dev.tenure.http.json.JsonReply;
import dev.tenure.testkit.ManualCandidate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access: probes are open to everybody, details to known clients. */
@Tag("slow")
class AccessRuleTest {
    private static final String TOKEN = HttpTestClient.TOKEN;
    private static final String[] PROBES = {"/livez", "/readyz", "/health/leadership"};
    private static final String[] DETAILS = {"/elections", "/elections/payroll", "/elections/unknown"};

    private final ManualCandidate candidate = new ManualCandidate("node-1");

    @BeforeEach
    void lead() {
        candidate.stand("payroll");
        candidate.election("payroll").acquire();
    }

    private HealthServerBuilder builder() {
        return HealthServer.on(candidate).bind("127.0.0.1", 0);
    }

    @Test
    void detailsAreRefusedWithoutAToken() throws Exception {
        try (HealthServer server = builder().start()) {
            assertOnlyProbesAreAnswered(HttpTestClient.to(server.uri()), 403);
        }
    }

    @Test
    void tokenIsNeededForDetailsButNotForProbes() throws Exception {
        try (HealthServer server = builder().bearerToken(TOKEN).start()) {
            HttpTestClient client = HttpTestClient.to(server.uri());

            assertOnlyProbesAreAnswered(client, 401);
            assertThat(client.get("/elections", "Authorization", "Bearer " + TOKEN)
                            .body())
                    .contains("\"leader\":\"node-1\"");
        }
    }

    @Test
    void clientCertificateIsNeededForDetailsButNotForProbes(@TempDir Path folder) throws Exception {
        Certificates authority = new Certificates(folder, "ours");
        Tls known = authority.issue("known", "EC").tls().trusting(authority.authority());
        try (HealthServer server = builder().mutualTls(known).start()) {
            Tls stranger = Tls.withoutCertificate().trusting(authority.authority());

            assertOnlyProbesAreAnswered(HttpTestClient.to(server.uri(), stranger), 403);
            assertThat(HttpTestClient.to(server.uri(), known).get("/elections").body())
                    .contains("\"leader\":\"node-1\"");
        }
    }

    /** s3lect's own prober reads these three fields, and has no credentials. */
    private void assertOnlyProbesAreAnswered(HttpTestClient client, int refusal) throws Exception {
        for (String probe : PROBES) {
            assertThat(client.get(probe).statusCode()).as(probe).isNotIn(401, 403);
            assertThat(client.send("HEAD", probe).statusCode()).as(probe).isNotIn(401, 403);
        }
        assertThat(HttpTestClient.object(client.get("/health/leadership").body())
                        .keySet())
                .isSubsetOf("leaderID", "leaderAddr", "lastUpdated");
        for (String detail : DETAILS) {
            for (String method : new String[] {"GET", "HEAD"}) {
                HttpResponse<String> refused = client.send(method, detail);
                assertThat(refused.statusCode()).as(method + detail).isEqualTo(refusal);
                assertThat(refused.body() + refused.headers().map())
                        .doesNotContain(
                                "node-1",
                                "payroll",
                                "\"token\"",
                                candidate.identity().instance());
            }
        }
    }

    @Test
    void followersAnswerWithoutNames() throws Exception {
        candidate.stand("secret-election");
        try (HealthServer server = builder().start()) {
            HttpTestClient client = HttpTestClient.to(server.uri());

            String idle =
                    client.get("/health/leadership?election=secret-election").body();
            String unknown = client.get("/health/leadership?election=unknown").body();

            assertThat(idle).isEqualTo(unknown).doesNotContain("secret-election", "node-1");
        }
    }

    @Test
    void handlerMountedAtAProbePathNeedsTheToken() throws Exception {
        try (HealthServer server = builder()
                .bearerToken(TOKEN)
                .mount("/livez", exchange -> JsonReply.ok("secret").send(exchange))
                .start()) {
            assertThat(HttpTestClient.to(server.uri()).get("/livez").statusCode())
                    .isEqualTo(401);
        }
    }

    /** As a web page does that points its own name at this machine. */
    @Test
    void foreignHostIsRefusedExceptForProbes() throws Exception {
        try (HealthServer server =
                builder().bearerToken(TOKEN).knownAs("Alias.example").start()) {
            for (String known : new String[] {
                "127.0.0.1", "127.0.0.1:" + server.port(), "[::1]:80", "localhost:1", "alias.example.:80"
            }) {
                assertThat(elections(server, "Host: " + known)).as(known).isEqualTo(200);
            }
            for (String foreign :
                    new String[] {"evil.example", "127.0.0.1.evil.example", "evil.example:80", "", "a b"}) {
                assertThat(elections(server, "Host: " + foreign)).as(foreign).isEqualTo(421);
            }
            assertThat(elections(server, "X-No: host")).isEqualTo(421);
            assertThat(elections(server, "Host: localhost\r\nHost: evil.example"))
                    .isEqualTo(421);
            assertThat(RawConnection.status(RawConnection.send(server, "GET /livez HTTP/1.1", "Host: evil.example")))
                    .isEqualTo(200);
        }
    }

    private static int elections(HealthServer server, String host) throws Exception {
        return RawConnection.status(
                RawConnection.send(server, "GET /elections HTTP/1.1", host, "Authorization: Bearer " + TOKEN));
    }

    @Test
    void statedAddressIsAKnownHost() throws Exception {
        candidate.reconfigure(settings -> settings.withAddress("node-1.internal:8443"));
        try (HealthServer server = builder().bearerToken(TOKEN).start()) {
            assertThat(elections(server, "Host: node-1.internal:8443")).isEqualTo(200);
        }
    }

    @Test
    void authenticatorOrTokenGivesAccessInAnotherServer() throws Exception {
        HttpServer own = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        HealthHandler handler = HealthHandler.of(candidate);
        own.createContext("/open", handler);
        own.createContext("/token", handler.withBearerToken(TOKEN));
        HttpContext guarded = own.createContext("/guarded", handler);
        guarded.setAuthenticator(new BasicAuthenticator("tenure") {
            @Override
            public boolean checkCredentials(String username, String password) {
                return password.equals("right");
            }
        });
        own.start();
        try {
            HttpTestClient client = HttpTestClient.to(
                    URI.create("http://127.0.0.1:" + own.getAddress().getPort()));
            String basic = "Basic " + Base64.getEncoder().encodeToString("me:right".getBytes(StandardCharsets.UTF_8));

            assertThat(client.get("/open/elections").statusCode()).isEqualTo(403);
            assertThat(client.get("/open/health/leadership").statusCode()).isEqualTo(200);
            assertThat(client.get("/token/elections").statusCode()).isEqualTo(401);
            assertThat(client.get("/token/elections", "Authorization", "Bearer " + TOKEN)
                            .statusCode())
                    .isEqualTo(200);
            assertThat(client.get("/guarded/elections", "Authorization", basic).statusCode())
                    .isEqualTo(200);
        } finally {
            own.stop(0);
        }
    }
}
