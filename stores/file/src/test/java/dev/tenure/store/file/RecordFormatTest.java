package dev.tenure.store.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordFormatTest {
    private static final LivenessReference LIVENESS = new LivenessReference("1-2-ab", "(dev=1,ino=2)", "boot-1");

    @Test
    void leaseIsReadBack() {
        Instant since = Instant.parse("2026-01-02T03:04:05.123456789Z");
        WriteStamp stamp = new WriteStamp(12, -345, since.plusNanos(1));
        Identity holder = Identity.ofInstance("i").withName("Zoë \"quoted\" \n\u0000");
        Duration ttl = Duration.ofMillis(1500);
        Lease lease = new Lease("payroll", holder, Lease.MAX_TOKEN, Lease.MAX_TOKEN - 1, since, ttl, stamp, "");

        StoredRecord entry =
                new StoredRecord(17, RecordFormat.write("payroll", new Sighting.Held(lease, null), LIVENESS));
        RecordFormat.Parsed parsed = RecordFormat.read("payroll", entry);

        assertThat(parsed.sighting()).isEqualTo(new Sighting.Held(lease.withVersion(entry.version()), null));
        assertThat(parsed.liveness()).isEqualTo(LIVENESS);
        assertThat(RecordFormat.liveness(entry)).isEqualTo(LIVENESS);
    }

    @Test
    void releaseMarkIsReadBack() {
        Reservation reservation = new Reservation("instance-2", Duration.ofMillis(500));

        for (Reservation to : Arrays.asList(reservation, null)) {
            StoredRecord entry = new StoredRecord(
                    3, RecordFormat.write("payroll", new Sighting.Released(5, 3, to, "ignored"), null));

            assertThat(RecordFormat.read("payroll", entry))
                    .isEqualTo(new RecordFormat.Parsed(new Sighting.Released(5, 3, to, entry.version()), null));
        }
    }

    @Test
    void everyWriteIsUnique() {
        byte[] one = RecordFormat.write("payroll", new Sighting.Released(5, 0, null, ""), null);
        byte[] other = RecordFormat.write("payroll", new Sighting.Released(5, 0, null, ""), null);

        assertThat(new StoredRecord(1, one).version()).isNotEqualTo(new StoredRecord(1, other).version());
    }

    @Test
    void truncatedRecordIsUnreadable() {
        byte[] whole = RecordFormat.write("payroll", SampleRecords.held(42), LIVENESS);
        int brace = new String(whole, StandardCharsets.UTF_8).lastIndexOf('}');

        for (int length = 0; length <= brace; length++) {
            assertThat(read(Arrays.copyOf(whole, length)))
                    .as("%d bytes", length)
                    .isInstanceOf(Sighting.Unreadable.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u0000\u0000\u0000\u0000",
                "[]",
                "null",
                "hello",
                "{}",
                "{} {}",
                "\"format\": 1}",
                "{\"format\":1,\"election\":\"payroll\",\"state\":\"held\",\"token\":true}",
            })
    void garbageIsUnreadable(String content) {
        Sighting seen = read(content.getBytes(StandardCharsets.UTF_8));

        assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
        assertThat(seen.version()).startsWith("9-");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"format\" : 2",
                "\"election\" : \"other\"",
                "\"state\" : \"paused\"",
                "\"follows\" : -1",
                "\"follows\" : 42",
                "\"follows\" : 99999999999999999999",
                "\"follows\" : \"none\"",
                "\"ttl\" : \"PT48H\"",
                "\"ttl\" : \"PT-1S\"",
                "\"ttl\" : \"3 s\"",
                "\"ttl\" : null",
                "\"name\" : \" \"",
                "\"at\" : \"yesterday\"",
                "\"renewal\" : 99999999999999999999"
            })
    void impossibleRecordIsUnreadableButItsTokenCounts(String field) {
        String name = field.substring(0, field.indexOf(' '));
        String text = new String(RecordFormat.write("payroll", SampleRecords.held(42), null), StandardCharsets.UTF_8);

        Sighting seen = read(text.replaceFirst(name + " : [^,\n]*", field).getBytes(StandardCharsets.UTF_8));

        assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
        assertThat(seen.lastToken()).isEqualTo(42);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "5", "9223372036854775807", "4.5"})
    void markWithImpossibleFollowsIsUnreadableButItsTokenCounts(String follows) {
        byte[] mark = RecordFormat.write("payroll", new Sighting.Released(5, 3, null, ""), null);
        String text = new String(mark, StandardCharsets.UTF_8);

        Sighting seen =
                read(text.replace("\"follows\" : 3", "\"follows\" : " + follows).getBytes(StandardCharsets.UTF_8));

        assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
        assertThat(seen.lastToken()).isEqualTo(5);
    }

    @Test
    void oldRecordWithoutFollowsFollowsNone() {
        String lease = new String(RecordFormat.write("payroll", SampleRecords.held(42), null), StandardCharsets.UTF_8);
        byte[] mark = RecordFormat.write("payroll", new Sighting.Released(5, 3, null, ""), null);

        Sighting held = read(withoutFollows(lease));
        Sighting released = read(withoutFollows(new String(mark, StandardCharsets.UTF_8)));

        assertThat(held).isInstanceOf(Sighting.Held.class);
        assertThat(released).isInstanceOf(Sighting.Released.class);
        assertThat(held.lastToken()).isEqualTo(42);
        assertThat(released.lastToken()).isEqualTo(5);
        assertThat(held.follows()).isZero();
        assertThat(released.follows()).isZero();
    }

    private static byte[] withoutFollows(String text) {
        return text.replaceFirst(",\\s*\"follows\" : [0-9]+", "").getBytes(StandardCharsets.UTF_8);
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "0", "4611686018427387905", "99999999999999999999", "4.5"})
    void tokenOutOfBoundsDoesNotCount(String token) {
        String text = new String(RecordFormat.write("payroll", SampleRecords.held(42), null), StandardCharsets.UTF_8);

        Sighting seen =
                read(text.replace("\"token\" : 42", "\"token\" : " + token).getBytes(StandardCharsets.UTF_8));

        assertThat(seen).isInstanceOf(Sighting.Unreadable.class);
        assertThat(seen.lastToken()).isZero();
    }

    @Test
    void unknownFieldsAreIgnored() {
        String text =
                new String(RecordFormat.write("payroll", SampleRecords.held(42), LIVENESS), StandardCharsets.UTF_8);
        String more = text.replaceFirst("\\{", "{ \"x\" : [1, {\"token\" : 99}], \"y\" : null, \"z\" : 1.5,");

        assertThat(read(more.getBytes(StandardCharsets.UTF_8))).isInstanceOf(Sighting.Held.class);
    }

    @Test
    void onlyLeasesAndReleaseMarksAreWritten() {
        assertThatThrownBy(() -> RecordFormat.write("payroll", new Sighting.Never(), null))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static Sighting read(byte[] content) {
        return RecordFormat.read("payroll", new StoredRecord(9, content)).sighting();
    }
}
