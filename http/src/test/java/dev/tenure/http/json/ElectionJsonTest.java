package dev.tenure.http.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** {@link ElectionJson}. */
class ElectionJsonTest {
    @ParameterizedTest
    @EnumSource
    void reasonsAreLowerCaseWithDashesAndDistinct(Reason reason) {
        String json = JsonText.object(out -> ElectionJson.writeReason(out, reason));

        assertThat(json).matches("\\{\"reason\":\"[a-z]+(-[a-z]+)*\"}");
        assertThat(Reason.parse(json.substring("{\"reason\":\"".length(), json.length() - 2)
                        .replace('-', '_')))
                .isEqualTo(reason);
    }

    @Test
    void missingReasonIsNull() {
        assertThat(JsonText.object(out -> ElectionJson.writeReason(out, null))).isEqualTo("{\"reason\":null}");
    }

    @Test
    void historyEntryStatesReasonBesideCause() {
        HistoryEntry entry = HistoryEntry.of(
                        "payroll",
                        Instant.EPOCH,
                        Identity.ofInstance("i-1").withName("node"),
                        HistoryEntry.What.LOST,
                        7,
                        "renewals failed")
                .withReason(Reason.TRUST_ENDED);

        assertThat(JsonText.object(out -> ElectionJson.writeEntry(out, entry, entry.cause())))
                .isEqualTo("{\"election\":\"payroll\",\"at\":\"1970-01-01T00:00:00Z\",\"who\":\"node\","
                        + "\"instance\":\"i-1\",\"address\":null,\"what\":\"lost\",\"token\":7,"
                        + "\"reason\":\"trust-ended\",\"cause\":\"renewals failed\"}");
    }
}
