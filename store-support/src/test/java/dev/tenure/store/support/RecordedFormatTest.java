package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Request;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The formats keep their recorded texts: records of an earlier version must stay readable, and the other way round. */
class RecordedFormatTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.123456Z");
    private static final Identity HOLDER =
            Identity.ofInstance("i-1").withName("Zoë \"7\"").withAddress("host:80");

    private static final Lease LEASE = new Lease(
            "payroll", HOLDER, 42, 41, AT, Duration.ofMillis(1500), new WriteStamp(12, -345, AT.plusSeconds(1)), "v");

    private static final String HELD = """
            {"state":"held","token":42,"follows":41,"instance":"i-1","name":"Zoë \\"7\\"","address":"host:80",\
            "since":"2026-01-02T03:04:05.123456Z","ttl":"PT1.5S","renewal":12,"attempt":-345,\
            "at":"2026-01-02T03:04:06.123456Z"}""";

    private static final String RELEASED = """
            {"state":"released","token":5,"follows":0,"reservedFor":"i-2","reservedLength":"PT0.5S"}""";

    private static final String ENTRY = """
            {"instance":"i-1","name":"Zoë \\"7\\"","address":"host:80","priority":-3,"version":"1.2","able":true,\
            "leads":2,"beat":9,"at":"2026-01-02T03:04:05.123456Z","validFor":"PT10S"}""";

    private static final String REQUEST = """
            {"election":"payroll","token":42,"successor":"i-2","by":"an operator",\
            "at":"2026-01-02T03:04:05.123456Z"}""";

    private static final String HISTORY = """
            {"at":"2026-01-02T03:04:05.123456Z","what":"acquired","token":42,"instance":"i-1","name":"Zoë \\"7\\"",\
            "address":"host:80","cause":"first"}""";

    @Test
    void leaseMatchesItsRecordedText() throws UnreadableRecordException {
        Sighting held = new Sighting.Held(LEASE, null);

        assertThat(FlatJson.compact(out -> LeaseFormat.write(out, held))).isEqualTo(HELD);
        assertThat(FlatJson.<Sighting>read(HELD, fields -> LeaseFormat.read(fields, "payroll", "v")))
                .isEqualTo(held);
    }

    @Test
    void markOfAReleaseMatchesItsRecordedText() throws UnreadableRecordException {
        Sighting mark = new Sighting.Released(5, 0, new Reservation("i-2", Duration.ofMillis(500)), "v");

        assertThat(FlatJson.compact(out -> LeaseFormat.write(out, mark))).isEqualTo(RELEASED);
        assertThat(FlatJson.<Sighting>read(RELEASED, fields -> LeaseFormat.read(fields, "payroll", "v")))
                .isEqualTo(mark);
    }

    @Test
    void rosterEntryMatchesItsRecordedText() throws UnreadableRecordException {
        RosterEntry entry =
                new RosterEntry(HOLDER, -3, "1.2", true, 2, new RosterEntry.Heartbeat(9, AT, Duration.ofSeconds(10)));

        assertThat(FlatJson.compact(out -> RosterEntryFormat.write(out, entry))).isEqualTo(ENTRY);
        assertThat(FlatJson.<RosterEntry>read(ENTRY, RosterEntryFormat::read)).isEqualTo(entry);
    }

    @Test
    void requestMatchesItsRecordedText() throws UnreadableRecordException {
        Request request = new Request("payroll", 42, "i-2", AT, "an operator");

        assertThat(FlatJson.compact(out -> RequestFormat.write(out, request))).isEqualTo(REQUEST);
        assertThat(FlatJson.<Request>read(REQUEST, fields -> RequestFormat.read(fields, "payroll")))
                .isEqualTo(request);
    }

    @Test
    void historyEntryMatchesItsRecordedText() throws UnreadableRecordException {
        HistoryEntry entry = HistoryEntry.of("payroll", AT, HOLDER, HistoryEntry.What.ACQUIRED, 42, "first");

        assertThat(FlatJson.compact(out -> HistoryEntryFormat.write(out, entry)))
                .isEqualTo(HISTORY);
        assertThat(FlatJson.<HistoryEntry>read(HISTORY, fields -> HistoryEntryFormat.read(fields, "payroll")))
                .isEqualTo(entry);
    }

    @Test
    void reasonOfAHistoryEntryIsWrittenInLowerCaseWithDashes() throws UnreadableRecordException {
        HistoryEntry entry = HistoryEntry.of("payroll", AT, HOLDER, HistoryEntry.What.LOST, 42, "no answer")
                .withReason(Reason.TRUST_ENDED);

        String text = FlatJson.compact(out -> HistoryEntryFormat.write(out, entry));

        assertThat(text).contains("\"what\":\"lost\"", "\"reason\":\"trust-ended\"");
        assertThat(FlatJson.<HistoryEntry>read(text, fields -> HistoryEntryFormat.read(fields, "payroll")))
                .isEqualTo(entry);
    }

    @Test
    void leaseIsReadBackFromHyphenatedTexts() throws UnreadableRecordException {
        Map<String, String> headers = new LinkedHashMap<>();
        Sighting mark = new Sighting.Released(5, 0, new Reservation("i-2", Duration.ofMillis(500)), "v");

        LeaseFormat.write(
                RecordWriter.texts(headers::put).spelled(NameStyle.HYPHEN).omittingZero("follows"), mark);

        assertThat(headers)
                .isEqualTo(
                        Map.of("state", "released", "token", "5", "reserved-for", "i-2", "reserved-length", "PT0.5S"));
        assertThat(RecordFields.of(headers)
                        .spelled(NameStyle.HYPHEN)
                        .<Sighting>read(fields -> LeaseFormat.read(fields, "payroll", "v")))
                .isEqualTo(mark);
    }

    @Test
    void longCauseIsCutBetweenCharacters() {
        assertThat(HistoryEntryFormat.cut("x".repeat(3999) + "😀")).isEqualTo("x".repeat(3999) + " …");
        assertThat(HistoryEntryFormat.cut("short")).isEqualTo("short");
    }
}
