package dev.tenure.store.kafka.goneli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Sighting;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.kafka.KafkaTestData;
import dev.tenure.store.kafka.StoreCaller;
import dev.tenure.store.kafka.TestBroker;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tokens at the upper bound: where no higher token is left, claims are refused. */
@Tag("server")
@Timeout(120)
class TokenTest {
    private static final Duration TTL = Duration.ofSeconds(3);

    private final TestBroker broker = TestBroker.shared();
    private final String election = KafkaTestData.newElection();
    private final GoNeli goNeli = GoNeli.of(election).withHeartbeatTimeout(TTL);

    private KafkaStore open() {
        return broker.store().sharedWith(goNeli).open();
    }

    @ParameterizedTest(name = "{0} with {1}")
    @CsvSource({"closing, 253402300800000000", "closing, 9223372036854775807", "heartbeat, 9223372036854775807"})
    @DisplayName("after a record with the highest token a claim is refused with a remedy (R15)")
    void claimIsRefusedAfterHighestToken(String kind, String token) throws Exception {
        try (KafkaStore store = open()) {
            new StoreCaller(store, election, TTL).leadAndRelease();
        }
        forge(kind, token);
        try (KafkaStore store = open()) {
            StoreCaller caller = new StoreCaller(store, election, TTL);
            Sighting shown = caller.look();

            assertThatThrownBy(() -> StoreTestSteps.await(
                            "it is chosen", () -> caller.claim(shown, StoreTestSteps.soon()) instanceof Answer.Granted))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED))
                    .hasMessageContainingAll(token, "delete the topic " + goNeli.topic())
                    .hasMessageNotContaining("\n");
            assertThat(caller.look().version()).isEqualTo(shown.version());
        }
    }

    private void forge(String kind, String token) throws Exception {
        ProducerRecord<byte[], byte[]> forged = new ProducerRecord<>(goNeli.topic(), 0, null, new byte[0]);
        RecordHeaders.of(forged)
                .with(RecordHeaders.KIND, kind)
                .with("token", token)
                .with("follows", 0);
        try (KafkaProducer<byte[], byte[]> writing = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address()), new ByteArraySerializer(), new ByteArraySerializer())) {
            writing.send(forged).get();
        }
    }
}
