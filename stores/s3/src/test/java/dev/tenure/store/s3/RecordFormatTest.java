package dev.tenure.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.type;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The format of s3lect to the letter, and ours beside it. */
class RecordFormatTest {
    private static final Instant AT = Instant.parse("2026-01-02T03:04:05.120Z");
    private static final Lease LEASE = new Lease(
            "payroll",
            Identity.ofInstance("95c9").withName("node-7").withAddress("10.0.0.7:8443"),
            1_767_323_045_123_000L,
            1_767_323_041_000_000L,
            AT,
            Duration.ofSeconds(15),
            new WriteStamp(3, 77, AT),
            "v1");
    private static final RecordContent.S3lectFields FACE =
            new RecordContent.S3lectFields("node-7-95c9", "10.0.0.7:8443", AT);

    private static RecordContent read(String text) {
        return RecordFormat.read("payroll", new StoredObject(text, "v1"));
    }

    private static String written(RecordContent.S3lectFields s3lectFields, Sighting entry) {
        return new String(RecordFormat.write("payroll", s3lectFields, entry), StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2025-11-13T12:34:44.123456789-05:00 | 2025-11-13T17:34:44.123456789Z",
                "2025-11-13T12:34:44.1-05:00         | 2025-11-13T17:34:44.100Z",
                "2025-11-13T12:34:44+05:30           | 2025-11-13T07:04:44Z",
                "2025-11-13T12:34:44Z                | 2025-11-13T12:34:44Z",
                "0001-01-01T00:00:00Z                | 0001-01-01T00:00:00Z",
            })
    void recordOfS3lectIsReadWithAnyTimeZone(String written, Instant meant) {
        String text =
                "{\"leaderID\":\"go-1\",\"leaderAddr\":\"10.0.0.1:8443\",\"lastUpdated\":\"" + written.strip() + "\"}";

        assertThat(read(text))
                .isEqualTo(new RecordContent.Foreign(new RecordContent.S3lectFields("go-1", "10.0.0.1:8443", meant)));
    }

    @Test
    void missingAndUnknownFieldsAreAccepted() {
        assertThat(read("{\"lastUpdated\":\"0001-01-01T00:00:00Z\",\"later\":{\"a\":[1]}}"))
                .isEqualTo(new RecordContent.Foreign(new RecordContent.S3lectFields("", null, GoDates.ZERO)));
    }

    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:04:05.123456789Z, 2026-01-02T03:04:05.123456789Z",
        "2026-01-02T03:04:05.120Z,       2026-01-02T03:04:05.12Z",
        "2026-01-02T03:04:05Z,           2026-01-02T03:04:05Z",
        "0001-01-01T00:00:00Z,           0001-01-01T00:00:00Z",
    })
    void datesAreWrittenAsGoWritesThem(Instant date, String text) {
        assertThat(GoDates.write(date)).isEqualTo(text.strip());
    }

    @Test
    void leaseStartsWithFieldsOfS3lectAndIsReadBack() {
        String text = written(FACE, new Sighting.Held(LEASE, null));

        assertThat(text)
                .startsWith(
                        "{\"leaderID\":\"node-7-95c9\",\"leaderAddr\":\"10.0.0.7:8443\","
                                + "\"lastUpdated\":\"2026-01-02T03:04:05.12Z\",\"tenure\":{\"format\":1,\"election\":\"payroll\",")
                .doesNotContain("\n");
        assertThat(read(text)).isEqualTo(new RecordContent.Ours(FACE, new Sighting.Held(LEASE, null)));
    }

    @Test
    void releaseKeepsTheLeaderAndTheResignedDate() {
        RecordContent.S3lectFields resigned =
                new RecordContent.S3lectFields("node-7-95c9", "10.0.0.7:8443", GoDates.ZERO);
        Sighting mark = new Sighting.Released(7, 5, new Reservation("95c8", Duration.ofSeconds(5)), "v1");

        String text = written(resigned, mark);

        assertThat(text)
                .startsWith("{\"leaderID\":\"node-7-95c9\",\"leaderAddr\":\"10.0.0.7:8443\","
                        + "\"lastUpdated\":\"0001-01-01T00:00:00Z\",");
        assertThat(read(text)).isEqualTo(new RecordContent.Ours(resigned, mark));
    }

    /** A version may be a hash of the content: the same content twice would bring an old version back. */
    @Test
    void noTwoWritesAreTheSame() {
        assertThat(written(FACE, new Sighting.Held(LEASE, null)))
                .isNotEqualTo(written(FACE, new Sighting.Held(LEASE, null)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "[]",
                "{",
                "{}",
                "{} x",
                "{\"leaderID\":\"go-1\"}",
                "{\"lastUpdated\":\"2026-01-02T03:04:05Z\"}",
                "{\"leaderID\":\"go-1\",\"lastUpdated\":\"yesterday\"}",
                "{\"leaderID\":\"go-1\",\"lastUpdated\":\"2026-01-02T03:04:05Z\",\"tenure\":{}}",
                "{\"leaderID\":\"go-1\",\"lastUpdated\":\"2026-01-02T03:04:05Z\",\"tenure\":{\"format\":2,\"token\":9}}",
            })
    void textThatIsNoRecordIsUnreadable(String text) {
        assertThat(read(text))
                .asInstanceOf(type(RecordContent.Unreadable.class))
                .satisfies(unreadable ->
                        assertThat(unreadable.problem()).isNotBlank().doesNotContain("\n"));
    }

    @Test
    void tokenAndTtlOfADamagedRecordAreKept() {
        String text = written(FACE, new Sighting.Held(LEASE, null)).replace("\"held\"", "\"hld\"");

        assertThat(read(text))
                .asInstanceOf(type(RecordContent.Unreadable.class))
                .satisfies(unreadable -> {
                    assertThat(unreadable.token()).isEqualTo(LEASE.token());
                    assertThat(unreadable.ttl()).isEqualTo(LEASE.ttl());
                });
    }

    @Test
    void termAfterNoReleaseHasNoFollowsField() {
        Lease first =
                new Lease("payroll", LEASE.holder(), LEASE.token(), 0, AT, LEASE.ttl(), LEASE.stamp(), LEASE.version());

        String text = written(FACE, new Sighting.Held(first, null));

        assertThat(text).doesNotContain("follows");
        assertThat(read(text)).isEqualTo(new RecordContent.Ours(FACE, new Sighting.Held(first, null)));
    }

    /** R16: in a lease and in the mark of a release. */
    @ParameterizedTest
    @ValueSource(strings = {"-1", "1767323045123000", "9999999999999999999", "\"none\"", "1.5"})
    void recordWithImpossibleFollowsIsUnreadable(String follows) {
        RecordContent.S3lectFields resigned =
                new RecordContent.S3lectFields("node-7-95c9", "10.0.0.7:8443", GoDates.ZERO);
        for (String text : List.of(
                written(FACE, new Sighting.Held(LEASE, null)), written(resigned, Sighting.Released.of(LEASE, null)))) {
            String wrong = text.replace("\"follows\":1767323041000000", "\"follows\":" + follows);

            assertThat(read(text)).isInstanceOf(RecordContent.Ours.class);
            assertThat(read(wrong))
                    .asInstanceOf(type(RecordContent.Unreadable.class))
                    .satisfies(unreadable -> assertThat(unreadable.token()).isEqualTo(LEASE.token()));
        }
    }

    @Test
    void dateEditedByHandContradictsTheState() {
        String text = written(FACE, new Sighting.Held(LEASE, null))
                .replace("\"lastUpdated\":\"2026-01-02T03:04:05.12Z\"", "\"lastUpdated\":\"0001-01-01T00:00:00Z\"");

        assertThat(read(text)).isInstanceOf(RecordContent.Unreadable.class);
    }
}
