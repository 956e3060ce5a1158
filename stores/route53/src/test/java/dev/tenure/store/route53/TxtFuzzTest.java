package dev.tenure.store.route53;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.testkit.SightingBounds;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any TXT record is a lock, a side record or unreadable, and what was read is written and read unchanged. */
class TxtFuzzTest {
    /** The most characters that Route53 keeps in one value. */
    private static final int LONGEST = 4_000;

    @FuzzTest(maxDuration = "2m")
    void anyTxtRecordIsReadOrUnreadable(byte[] bytes) {
        String text = new String(bytes, StandardCharsets.UTF_8);
        if (text.length() > LONGEST) {
            return;
        }
        TxtRecord record = new TxtRecord(60, List.of(text.split("\n", -1)));

        assertThat(TxtRecord.read(record.written())).isEqualTo(record);
        sideRecord(record);
        lock(record);
    }

    private static void sideRecord(TxtRecord record) {
        Sighting found = SideValue.read("payroll", record, "v");
        SightingBounds.check(found);
        if (!(found instanceof Sighting.Unreadable)) {
            TxtRecord written;
            try {
                written = SideValue.of(found);
            } catch (IllegalArgumentException tooLong) {
                return; // escapes take more room than the characters they stand for
            }
            assertThat(SideValue.read("payroll", written, "v")).isEqualTo(found);
        }
    }

    private static void lock(TxtRecord record) {
        try {
            LockValue lock = LockValue.read(record);
            assertThat(LockValue.read(lock.record()).end()).isEqualTo(lock.end());
        } catch (UnreadableRecordException e) {
            assertThat(e.problem()).isNotEmpty();
        }
    }
}
