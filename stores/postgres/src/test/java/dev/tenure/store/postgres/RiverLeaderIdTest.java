package dev.tenure.store.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.postgres.river.RiverLeaderId;
import dev.tenure.testkit.StoreTestSteps;
import java.time.Duration;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of leader_id, and ids of River's clients. */
class RiverLeaderIdTest {
    private static final Duration TTL = Duration.ofSeconds(15);

    private static RiverLeaderId id(String instance, String name, @Nullable String address) {
        return new RiverLeaderId(Identity.ofInstance(instance).withName(name).withAddress(address), 7, TTL);
    }

    @Test
    void allPartsAreReadBack() {
        for (RiverLeaderId id : new RiverLeaderId[] {
            id("plain", "plain", null),
            id("id-é-選", "Zoë \"the\\node\" 選挙 🗳, line", "https://[::1]:8443/a?b=c&d=é|f"),
            id("with|bar", "100% | %7C %25", "x"),
            new RiverLeaderId(Identity.ofInstance("i").withName("n"), Long.MIN_VALUE, Duration.ofDays(1))
        }) {
            assertThat(RiverLeaderId.read(id.text())).isEqualTo(id);
            assertThat(id.text()).startsWith(RiverLeaderId.prefix(id.holder().instance()));
        }
    }

    @Test
    void prefixMatchesOnlyItsInstance() {
        assertThat(id("abc", "n", null).text()).doesNotStartWith(RiverLeaderId.prefix("ab"));
    }

    @Test
    void usualNameAndAddressFit() {
        String text = id(UUID.randomUUID().toString(), "payments-service-7d4b9c8f6b-x2x7l", "http://10.244.1.17:8080")
                .text();

        assertThat(text.codePointCount(0, text.length())).isLessThanOrEqualTo(RiverLeaderId.MOST);
    }

    @Test
    void lengthIsCountedInCodePoints() {
        String most =
                "🗳".repeat(1 + RiverLeaderId.MOST - id("i", "x", null).text().length());

        assertThat(RiverLeaderId.read(id("i", most, null).text())).isEqualTo(id("i", most, null));
        StoreTestSteps.assertFails(
                        Kind.MISCONFIGURED, () -> id("i", most + "x", null).text())
                .withMessageContaining("1 characters too long")
                .withMessageContaining("choose shorter ones");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "host_2025_03_01T10_20_30_123456",
                "tenure",
                "tenure|a|1|1|n",
                "tenure|a|?|1|n|",
                "tenure|a|1|?|n|",
                "tenure||1|1|n|",
                "tenure|a|1|1||",
                "Tenure|a|1|1|n|"
            })
    void otherIdsAreForeign(String leaderId) {
        assertThat(RiverLeaderId.read(leaderId)).isNull();
    }
}
