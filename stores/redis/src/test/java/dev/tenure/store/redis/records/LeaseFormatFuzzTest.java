package dev.tenure.store.redis.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.testkit.SightingBounds;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Any value of a key is a lease, a mark or unreadable, and a lease that was read is written and read unchanged. */
class LeaseFormatFuzzTest {
    private static final long NOW = 1_767_323_045_123_000L;

    @FuzzTest(maxDuration = "2m")
    void anyValueIsALeaseOrUnreadable(byte[] bytes) {
        Sighting found = LeaseFormat.read("payroll", bytes, NOW);
        SightingBounds.check(found);
        if (found instanceof Sighting.Held held) {
            assertThat(readAgain(held.lease())).isEqualTo(held.lease().withVersion(""));
        }

        ScriptReply unparsed = ScriptReply.read(List.of(0L, bytes(Long.toString(NOW)), bytes, bytes("0"), 0L));
        assertThat(LeaseFormat.read("payroll", unparsed))
                .isInstanceOf(Sighting.Unreadable.class)
                .satisfies(SightingBounds::check);
    }

    /** Writes the lease as the script does, and reads it. */
    private static Lease readAgain(Lease lease) {
        byte[] written = bytes("{\"state\":\"held\",\"token\":\"" + lease.token() + "\",\"follows\":\""
                + lease.follows() + "\",\"until\":\"0\"," + LeaseFormat.renewal(lease));
        Sighting found = LeaseFormat.read("payroll", written, NOW);
        return found instanceof Sighting.Held held
                ? held.lease().withVersion("")
                : lease.withVersion("cannot be read again: " + found);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
