package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.StoreException;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tokens grow whatever becomes of the log, with a right clock; where none is left, none is given. */
@Order(1) // takes longest, so that it starts first
@Tag("server")
@Timeout(600) // brokers are started again and again
@SuppressWarnings("NullAway.Init") // set before all tests
class TokenTest {
    private static final Duration TTL = Duration.ofSeconds(3);
    private static TestBroker broker;

    private final String election = Sample.newElection();
    private final GoNeli goNeli = GoNeli.of(election).withHeartbeatTimeout(TTL);

    @BeforeAll
    static void start() {
        broker = TestBroker.start("");
    }

    @AfterAll
    static void stop() {
        broker.close();
    }

    private KafkaStore open(boolean besideGoNeli) {
        return besideGoNeli
                ? KafkaStore.on(broker.address()).sharedWith(goNeli).open()
                : broker.store().open();
    }

    private String topic(boolean besideGoNeli) {
        return besideGoNeli ? goNeli.topic() : TopicNames.of("tenure", election);
    }

    /** Leads several times in a row, each time as a new process would, and returns the last token. */
    private long lead(boolean besideGoNeli, int times) {
        try (KafkaStore store = open(besideGoNeli)) {
            Asking asking = new Asking(store, election, TTL);
            long token = 0;
            for (int time = 0; time < times; time++) {
                Lease lease = claimed(asking);
                assertThat(lease.token()).isGreaterThan(token);
                token = lease.token();
                store.release(lease, Handover.toAnyone(), StoreTestSteps.soon());
            }
            return token;
        }
    }

    /** The first claims of one who does not stand are refused until the group has chosen it. */
    private static Lease claimed(Asking asking) {
        Lease[] lease = new Lease[1];
        StoreTestSteps.await("it is chosen", () -> {
            if (asking.claim(asking.look(), StoreTestSteps.soon()) instanceof Answer.Granted granted) {
                lease[0] = granted.lease();
            }
            return lease[0] != null;
        });
        return lease[0];
    }

    @ParameterizedTest(name = "beside goNELI: {0}")
    @ValueSource(booleans = {false, true})
    @DisplayName("after the brokers' data was restored from an older copy the next token is higher (R15)")
    void aRestoredLogGivesAHigherToken(boolean besideGoNeli) throws Exception {
        lead(besideGoNeli, 1);
        broker.backUp();
        long last = lead(besideGoNeli, 3);
        broker.restore();

        assertThat(lead(besideGoNeli, 1)).isGreaterThan(last);
    }

    @ParameterizedTest(name = "beside goNELI: {0}, {1} with {2}")
    @CsvSource({
        "false, closing, 253402300800000000",
        "true, closing, 253402300800000000",
        "false, closing, 9223372036854775807",
        "false, heartbeat, 9223372036854775807"
    })
    @DisplayName(
            "after a record with the highest token the claim is refused with a remedy, and no lower one given (R15)")
    void noTokenIsLeft(boolean besideGoNeli, String kind, String token) throws Exception {
        lead(besideGoNeli, 1);
        forge(besideGoNeli, kind, token);
        try (KafkaStore store = open(besideGoNeli)) {
            Asking asking = new Asking(store, election, TTL);
            Sighting shown = asking.look();

            assertThatThrownBy(() -> StoreTestSteps.await(
                            "it is chosen", () -> asking.claim(shown, StoreTestSteps.soon()) instanceof Answer.Granted))
                    .isInstanceOfSatisfying(
                            StoreException.class,
                            failed -> assertThat(failed.kind()).isEqualTo(StoreException.Kind.MISCONFIGURED))
                    .hasMessageContainingAll(token, "delete the topic " + topic(besideGoNeli))
                    .hasMessageNotContaining("\n");
            assertThat(asking.look().version()).isEqualTo(shown.version());
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
