package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Sighting;
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

    private KafkaStore open(boolean besideGoNeli) {
        return besideGoNeli
                ? KafkaStore.on(broker.address()).sharedWith(goNeli).open()
                : broker.store().open();
    }

    private String topic(boolean besideGoNeli) {
        return besideGoNeli ? goNeli.topic() : TopicNames.of("tenure", election);
    }

    private void lead(boolean besideGoNeli) {
        try (KafkaStore store = open(besideGoNeli)) {
            new StoreCaller(store, election, TTL).leadAndRelease();
        }
    }

    @ParameterizedTest(name = "beside goNELI: {0}, {1} with {2}")
    @CsvSource({
        "false, closing, 253402300800000000",
        "true, closing, 253402300800000000",
        "false, closing, 9223372036854775807",
        "false, heartbeat, 9223372036854775807"
    })
    @DisplayName("after a record with the highest token a claim is refused with a remedy (R15)")
    void claimIsRefusedAfterHighestToken(boolean besideGoNeli, String kind, String token) throws Exception {
        lead(besideGoNeli);
        forge(besideGoNeli, kind, token);
        try (KafkaStore store = open(besideGoNeli)) {
            StoreCaller caller = new StoreCaller(store, election, TTL);
            Sighting shown = caller.look();

            assertThatThrownBy(() -> StoreTestSteps.await(
                            "it is chosen", () -> caller.claim(shown, StoreTestSteps.soon()) instanceof Answer.Granted))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED))
                    .hasMessageContainingAll(token, "delete the topic " + topic(besideGoNeli))
                    .hasMessageNotContaining("\n");
            assertThat(caller.look().version()).isEqualTo(shown.version());
        }
    }

    private void forge(boolean besideGoNeli, String kind, String token) throws Exception {
        ProducerRecord<byte[], byte[]> forged = new ProducerRecord<>(
                topic(besideGoNeli), 0, besideGoNeli ? null : RecordHeaders.bytes("term"), new byte[0]);
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
