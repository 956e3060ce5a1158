package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.kafka.goneli.GoNeli;
import dev.tenure.store.kafka.goneli.GoNeliNode;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("server")
class KafkaStoreProviderTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "kafka:nowhere                              | brokers and a topic",
                "kafka://host:1                             | brokers and a topic",
                "kafka://host/topic                         | there is no HOST:PORT where one belongs",
                "kafka://a:1,b/topic                        | there is no HOST:PORT where one belongs",
                "kafka://a:90920/topic                      | there is no HOST:PORT where one belongs",
                "kafka://a:1/to%20pic                       | letters, digits",
                "kafka://a:1/topic?groop=x                  | it knows create, goneli, grace, group, heartbeat-timeout",
                "kafka://a:1/topic?session-timeout=10s      | it knows create",
                "kafka://a:1/topic?create=perhaps           | true or false",
                "kafka://a:1/topic?group=g                  | means nothing without goneli=true",
                "kafka://a:1/topic?goneli=true              | group=…",
                "kafka://a:1/topic?heartbeat-timeout=5s     | means nothing without goneli=true",
                "kafka://a:1/topic?goneli=false&grace=5s    | means nothing without goneli=true",
                "kafka://a:1/topic?goneli=true&group=g&heartbeat-timeout=5 | heartbeat-timeout is a time like",
                "kafka://a:1/topic?goneli=true&group=g&heartbeat-timeout=0s | longer than zero",
                "kafka://a:1/topic?goneli=true&group=g&grace=five | grace is a time like",
                "kafka://a:1/topic?goneli=true&group=g&grace=4s   | shorter than the heartbeat timeout",
                "kafka://a:1/topic?settings=no/such/file    | cannot be read",
            })
    void wrongUriIsRefusedWithRemedy(String uri, String remedy) {
        assertThatThrownBy(() -> Stores.open(uri))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(remedy);
    }

    @Test
    void storeIsOpenedByUri() {
        String uri = "kafka://" + TestBroker.shared().address() + "/byuri?create=true";
        try (LeaseStore store = Stores.open(uri)) {
            assertThat(store.name()).isEqualTo("kafka");
            assertThat(store.inspect("nothing", StoreTestSteps.soon())).isEqualTo(new Sighting.Never());
        }
    }

    @Test
    @DisplayName("the topic of an election that is shared with goNELI is set in one place")
    void topicBesideGoNeliIsRefused() {
        KafkaStoreBuilder both = KafkaStore.on("a:1").topic("other").sharedWith(GoNeli.of("leaders"));

        assertThatThrownBy(both::open).hasMessageContaining("'leaders.neli'");
    }

    @Test
    void storeSharedWithGoNeliIsOpenedByUri() {
        try (LeaseStore store = Stores.open("kafka://a:1/leader.topic?goneli=true&group=leaders")) {
            assertThat(store.capabilities())
                    .containsExactlyInAnyOrder(Capability.WATCH, Capability.REQUESTS, Capability.HISTORY);
            store.checkName("leaders");
        }
    }

    @Test
    @DisplayName("goNELI's heartbeat timeout and grace are taken from the URI")
    void timeoutAndGraceOfGoNeliComeFromUri() throws InterruptedException {
        String group = KafkaTestData.newElection();
        String uri = "kafka://" + TestBroker.shared().address() + "/" + group + ".neli?goneli=true&group=" + group
                + "&heartbeat-timeout=1500ms&grace=7s";
        GoNeli goNeli = GoNeli.of(group).withHeartbeatTimeout(Duration.ofMillis(1500));
        try (LeaseStore store = Stores.open(uri)) {
            assertThat(store.timing().ttl()).isEqualTo(goNeli.heartbeatTimeout());
            new StoreCaller(store, group, goNeli.heartbeatTimeout()).lead(); // so that there is a topic
            try (GoNeliNode go = new GoNeliNode(goNeli, "go-1")) {
                StoreTestSteps.await("the Go node leads", go::leads);
                StoreTestSteps.await(
                        "its heartbeat is a lease as long as the grace",
                        () -> store.inspect(group, StoreTestSteps.soon()) instanceof Sighting.Held held
                                && held.lease().ttl().equals(Duration.ofSeconds(7)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "group.id",
                "transactional.id",
                "isolation.level",
                "enable.auto.commit",
                "session.timeout.ms",
                "linger.ms",
                "default.api.timeout.ms",
                "retry.backoff.ms",
                "fetch.min.bytes",
                "fetch.max.wait.ms",
                "acks"
            })
    @DisplayName("a client setting that safety needs is refused by name (NL-4, NL-5)")
    void reservedClientSettingIsRefused(String key) {
        assertThatThrownBy(() -> KafkaStore.on("a:1").clientSettings(Map.of(key, "x")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + key + "' cannot be overridden");
    }

    @Test
    @DisplayName("client settings are read from a file in the format of Kafka's commands")
    void clientSettingsComeFromFile(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(folder.resolve("client.properties"), "security.protocol=NONSENSE\n");
        try (LeaseStore store = Stores.open("kafka://" + TestBroker.shared().address() + "/t?settings=" + file)) {
            assertThatThrownBy(() -> store.inspect("x", StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("security.protocol");
        }
    }

    @Test
    @DisplayName("where no broker answers, the message has the address and what may be wrong")
    void unreachableBrokerIsReportedWithAddress() throws IOException {
        int free;
        try (ServerSocket mute = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            free = mute.getLocalPort();
            assertNoBroker("127.0.0.1:" + free);
        }
        assertNoBroker("127.0.0.1:" + free);
    }

    private static void assertNoBroker(String address) {
        try (LeaseStore store = Stores.open("kafka://" + address + "/t")) {
            assertThatThrownBy(() -> store.inspect("x", Deadline.after(TimeSource.system(), Duration.ofMillis(500))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContainingAll(
                            "the topic t", "no Kafka broker answers at " + address + ":", "port", "TLS")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    @DisplayName("an unknown host is reported with its address")
    void unknownHostIsReported() {
        try (LeaseStore store = Stores.open("kafka://no-such-host.invalid:9092/t")) {
            assertThatThrownBy(() -> store.inspect("x", StoreTestSteps.soon()))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("no-such-host.invalid:9092");
        }
    }

    @Test
    @DisplayName("a missing topic that may not be created is reported with the remedy")
    void missingTopicIsReportedWithRemedy() {
        try (LeaseStore store = TestBroker.shared()
                .store()
                .topic("missing")
                .createIfMissing(false)
                .open()) {
            assertThatThrownBy(() -> store.requests().submit(KafkaTestData.request("x"), StoreTestSteps.soon()))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED))
                    .hasMessageContaining("cleanup.policy=delete");
        }
    }
}
