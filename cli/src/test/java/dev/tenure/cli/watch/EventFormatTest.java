package dev.tenure.cli.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.cli.fixtures.FollowerStatus;
import dev.tenure.cli.fixtures.JsonReader;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link EventFormat}. */
class EventFormatTest {
    private static final Instant AT = Instant.parse("2026-01-01T00:00:09Z");
    private static final Instant SINCE = Instant.parse("2026-01-01T00:00:00Z");
    private static final Identity NODE =
            Identity.ofInstance("i-1").withName("node").withAddress("host:1");

    private static final ElectionEvent PRESENT =
            new ElectionEvent.Present("payroll", AT, new FollowerStatus(NODE, 7, SINCE, AT));
    private static final ElectionEvent VACANT =
            new ElectionEvent.LeaderChanged("payroll", AT, null, 7, "the record shows no leader");
    private static final ElectionEvent TROUBLE =
            new ElectionEvent.Warning("payroll", AT, Reason.STORE_FAILED, "no\u001banswer", null);

    @Test
    void textLinesAreReadable() {
        assertThat(EventFormat.text(PRESENT))
                .isEqualTo("2026-01-01T00:00:09Z payroll: node leads, token 7, since 2026-01-01T00:00:00Z");
        assertThat(EventFormat.text(new ElectionEvent.LeaderChanged("payroll", AT, NODE, 8, "node leads")))
                .isEqualTo("2026-01-01T00:00:09Z payroll: node leads, token 8");
        assertThat(EventFormat.text(VACANT)).isEqualTo("2026-01-01T00:00:09Z payroll: nobody leads any more");
        assertThat(EventFormat.text(TROUBLE)).isEqualTo("2026-01-01T00:00:09Z payroll: warning: no\\x1banswer");
    }

    @Test
    void jsonHasSameFieldsForEveryEventOnOneLine() throws IOException {
        Map<String, @Nullable Object> present = JsonReader.object(EventFormat.json(PRESENT));
        Map<String, @Nullable Object> vacant = JsonReader.object(EventFormat.json(VACANT));

        assertThat(EventFormat.json(PRESENT).lines()).hasSize(1);
        assertThat(present)
                .containsExactly(
                        Map.entry("election", "payroll"),
                        Map.entry("at", "2026-01-01T00:00:09Z"),
                        Map.entry("event", "present"),
                        Map.entry("leader", "node"),
                        Map.entry("instance", "i-1"),
                        Map.entry("address", "host:1"),
                        Map.entry("token", 7L),
                        Map.entry("since", "2026-01-01T00:00:00Z"),
                        Map.entry("reason", "standing"),
                        Map.entry("cause", "subscribed"));
        assertThat(vacant.keySet()).containsExactlyElementsOf(present.keySet());
        assertThat(vacant)
                .containsEntry("event", "leader-changed")
                .containsEntry("leader", null)
                .containsEntry("token", 7L)
                .containsEntry("reason", "leader-gone");
        assertThat(JsonReader.object(EventFormat.json(TROUBLE)))
                .containsEntry("event", "warning")
                .containsEntry("reason", "store-failed");
    }
}
