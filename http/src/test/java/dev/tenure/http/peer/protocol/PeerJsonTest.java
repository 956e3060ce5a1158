package dev.tenure.http.peer.protocol;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.http.peer.state.SenderSequence;
import dev.tenure.http.peer.state.TestLeases;
import dev.tenure.spi.Request;
import dev.tenure.spi.RosterEntry;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link PeerJson}. */
class PeerJsonTest {
    private static final PeerRosterEntry ENTRY = new PeerRosterEntry(
            new RosterEntry(
                    Identity.ofInstance("i-1").withName("n\u00e4me \"x\""),
                    -3,
                    "1.2",
                    true,
                    2,
                    new RosterEntry.Heartbeat(
                            7, Instant.parse("2026-01-01T00:00:00.123456789Z"), Duration.ofMillis(1500))),
            Set.of("payroll", "shards/all"));

    private static final PeerReply REPLY = new PeerReply(
            new ReadPosition("s", 9), List.of(TestLeases.pushed(5, 3)), Map.of("invoices", 4L), List.of(ENTRY));

    @Test
    @DisplayName("a reply is read back as it was written, to the last nanosecond")
    void replySurvivesRoundTrip() throws IOException {
        assertThat(PeerJson.readReply(PeerJson.write(REPLY))).isEqualTo(REPLY);
    }

    @Test
    @DisplayName("a question is read back as it was written")
    void questionSurvivesRoundTrip() throws IOException {
        PeerQuestion question = new PeerQuestion(
                new SenderSequence("asker-1").next(List.of(ENTRY)),
                new ReadPosition("s", 9),
                Duration.ofSeconds(5),
                Set.of("payroll"),
                Set.of("payroll", "shards/all"),
                new Request("payroll", 5, "i-1", Instant.EPOCH, "ops"));

        assertThat(PeerJson.readQuestion(PeerJson.write(question))).isEqualTo(question);
    }

    @ParameterizedTest
    @CsvSource({
        "'\"trustMillis\":8900', '\"trustMillis\":9223372036854775807'",
        "'\"trustMillis\":8900', '\"trustMillis\":-1'",
        "'\"ttl\":\"PT10S\"', '\"ttl\":\"PT999999H\"'",
        "'\"ttl\":\"PT10S\"', '\"ttl\":\"PT0S\"'",
        "'\"token\":5', '\"token\":0'",
        "'\"token\":5', '\"token\":9223372036854775807'",
        "'\"follows\":4', '\"follows\":-1'",
        "'\"follows\":4', '\"follows\":5'",
        "'\"follows\":4', '\"follows\":null'",
        "'\"instance\":\"leader-1\"', '\"instance\":\" \"'",
        "'\"version\":\"v5.3\"', '\"version\":null'",
        "'\"validFor\":\"PT1.5S\"', '\"validFor\":\"-PT1S\"'",
        "'\"priority\":-3', '\"priority\":99999999999'"
    })
    @DisplayName("a reply with something beyond all reason in it is refused as a whole")
    void absurdValuesAreRefused(String good, String absurd) {
        String text = new String(PeerJson.write(REPLY), StandardCharsets.UTF_8);
        assertThat(text).contains(good);

        assertThatThrownBy(() -> PeerJson.readReply(text.replace(good, absurd).getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IOException.class);
    }
}
