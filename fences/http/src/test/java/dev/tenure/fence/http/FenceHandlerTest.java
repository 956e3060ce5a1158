package dev.tenure.fence.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.tenure.StaleTokenException;
import dev.tenure.spi.FenceMark;
import dev.tenure.testkit.FenceContract;
import dev.tenure.testkit.FencedSet;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The fence before a handler of the JDK's server. */
@Tag("process")
class FenceHandlerTest extends FenceContract {
    private WordServer server;
    private final HttpFencedSet set;

    FenceHandlerTest() throws IOException {
        server = new WordServer(HttpFence.of("words"));
        set = new HttpFencedSet(server.port(), this::restarted);
    }

    private FencedSet restarted() throws IOException {
        server.close();
        server = new WordServer(HttpFence.of("words"));
        return new HttpFencedSet(server.port());
    }

    @Override
    protected FencedSet newSet() {
        return set;
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** Else the old request, let in before the next term came, would write after it. */
    @Test
    void laterTermWaitsForARequestThatWasLetInBefore() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.beforeWrite = () -> {
            inside.countDown();
            goOn.await();
        };
        CompletableFuture<?> old = put(1, "old");
        assertThat(inside.await(50, TimeUnit.SECONDS)).isTrue();
        server.beforeWrite = () -> {};
        CompletableFuture<?> next = put(2, "new");
        StoreTestSteps.await("the next term has come", () -> highest() == 2);
        CompletableFuture<?> late = put(1, "late");
        assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
                .isThrownBy(() -> late.get(50, TimeUnit.SECONDS))
                .withCauseInstanceOf(StaleTokenException.class);
        assertThat(next).isNotDone();

        goOn.countDown();
        old.get(50, TimeUnit.SECONDS);
        next.get(50, TimeUnit.SECONDS);
        assertThat(server.words).isEqualTo("new");
    }

    @Test
    void termThatWaitedWhileAnotherCameIsRefused() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        server.beforeWrite = () -> {
            inside.countDown();
            goOn.await();
        };
        CompletableFuture<?> first = put(1, "first");
        assertThat(inside.await(50, TimeUnit.SECONDS)).isTrue();
        server.beforeWrite = () -> {};
        CompletableFuture<?> second = put(2, "second");
        StoreTestSteps.await("the second term has come", () -> highest() == 2);
        CompletableFuture<?> third = put(3, "third");
        assertThatExceptionOfType(java.util.concurrent.ExecutionException.class)
                .isThrownBy(() -> second.get(50, TimeUnit.SECONDS))
                .withCauseInstanceOf(StaleTokenException.class);

        goOn.countDown();
        first.get(50, TimeUnit.SECONDS);
        third.get(50, TimeUnit.SECONDS);
        assertThat(server.words).isEqualTo("third");
    }

    @Test
    void writeWithoutATokenIsRefusedAndReadingIsNot() throws Exception {
        assertThat(status("PUT", null, null)).isEqualTo(428);
        assertThat(status("GET", null, null)).isEqualTo(200);
        assertThat(status("PUT", "payroll", "x")).isEqualTo(400);
        assertThat(status("PUT", "payroll", "0")).isEqualTo(400);
        assertThat(status("PUT", null, "1")).isEqualTo(400);
        assertThat(status("PUT", "payroll", "2")).isEqualTo(200);
        assertThat(status("PUT", "payroll", "1")).isEqualTo(412);
        assertThat(status("PUT", "billing", "3")).isEqualTo(409);
    }

    @Test
    void sharedMemoryCountsForEveryServer() throws Exception {
        FenceMark[] shared = {new FenceMark("words", "payroll", 5)};
        HttpFence fence = HttpFence.kept("words", mark -> {
            shared[0] = mark.token() > shared[0].token() ? mark : shared[0];
            return shared[0];
        });
        try (WordServer restarted = new WordServer(fence)) {
            HttpFencedSet words = new HttpFencedSet(restarted.port());
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> words.add("payroll", 4, "late", () -> {}));
            words.add("payroll", 6, "new", () -> {});
            assertThat(shared[0].token()).isEqualTo(6);
            shared[0] = new FenceMark("words", "payroll", 7); // another server has served a later term
            assertThatExceptionOfType(StaleTokenException.class)
                    .isThrownBy(() -> words.add("payroll", 6, "again", () -> {}));
        }
    }

    /** Otherwise the fence would no longer know which requests it waits for. */
    @Test
    void memoryThatDoesNotKeepTheMarkRefusesTheRequest() throws Exception {
        FenceMark first = new FenceMark("words", "payroll", 1);
        try (WordServer forgetful = new WordServer(HttpFence.kept("words", mark -> first))) {
            HttpFencedSet words = new HttpFencedSet(forgetful.port());
            words.add("payroll", 1, "first", () -> {});

            assertThatThrownBy(() -> words.add("payroll", 2, "second", () -> {}))
                    .hasMessageContaining("keeps token 1");
            assertThat(words.words()).containsExactly("first");
        }
    }

    /** A stopped leader may never end what it began. */
    @Test
    void laterTermIsNotKeptWaitingForEver() throws Exception {
        try (WordServer impatient = new WordServer(HttpFence.of("words").waitingAtMost(Duration.ZERO))) {
            CountDownLatch inside = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            impatient.beforeWrite = () -> {
                inside.countDown();
                goOn.await();
            };
            HttpFencedSet words = new HttpFencedSet(impatient.port());
            CompletableFuture<?> old = put(words, 1, "old");
            assertThat(inside.await(50, TimeUnit.SECONDS)).isTrue();

            assertThat(put(words, 2, "new").get(50, TimeUnit.SECONDS).statusCode())
                    .isEqualTo(503);

            goOn.countDown();
            old.get(50, TimeUnit.SECONDS);
            impatient.beforeWrite = () -> {};
            assertThat(put(words, 2, "new").get(50, TimeUnit.SECONDS).statusCode())
                    .isLessThan(300);
        }
    }

    private long highest() {
        return server.fence.mark().map(FenceMark::token).orElse(0L);
    }

    private CompletableFuture<HttpResponse<String>> put(long token, String words) {
        return put(set, token, words);
    }

    private static CompletableFuture<HttpResponse<String>> put(HttpFencedSet to, long token, String words) {
        return FencedHttpClient.of(to.client(), "payroll", token)
                .sendAsync(
                        to.request("/fenced")
                                .PUT(BodyPublishers.ofString(words))
                                .build(),
                        BodyHandlers.ofString());
    }

    private int status(
            String method,
            @org.jspecify.annotations.Nullable String election,
            @org.jspecify.annotations.Nullable String token)
            throws Exception {
        var request = set.request("/fenced").method(method, BodyPublishers.noBody());
        if (election != null) {
            request.header("Tenure-Election", election);
        }
        if (token != null) {
            request.header("Tenure-Token", token);
        }
        return set.client().send(request.build(), BodyHandlers.discarding()).statusCode();
    }

    /** The line of docs/fencing.md, word for word, with the token that a command was given. */
    @Test
    void shellScriptWritesUnderTheTokenOnly() throws Exception {
        assumeTrue(new ProcessBuilder("sh", "-c", "command -v curl").start().waitFor() == 0, "curl is not installed");
        HttpServer payments = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicInteger paid = new AtomicInteger();
        payments.createContext("/payments", new FenceHandler(HttpFence.of("payments"), exchange -> {
            paid.incrementAndGet();
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        }));
        payments.start();
        try {
            String service = "http://127.0.0.1:" + payments.getAddress().getPort();
            assertThat(curl(service, "payroll", "4")).isZero();
            assertThat(curl(service, "payroll", "3")).as("an older token").isNotZero();
            assertThat(curl(service, "billing", "5")).as("another election").isNotZero();
            assertThat(curl(service, "payroll", "")).as("no token").isNotZero();
            assertThat(paid).hasValue(1);
        } finally {
            payments.stop(0);
        }
    }

    private static int curl(String service, String election, String token) throws Exception {
        String line = Files.readString(Path.of("../../docs/fencing.md"))
                .lines()
                .filter(each -> each.startsWith("curl "))
                .findFirst()
                .orElseThrow();
        ProcessBuilder shell = new ProcessBuilder("sh", "-c", line);
        shell.environment().putAll(Map.of("SERVICE", service, "TENURE_ELECTION", election, "TENURE_TOKEN", token));
        return shell.redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }
}
