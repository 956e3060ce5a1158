package dev.tenure.store.redis.records;

import dev.tenure.spi.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * What can still be told from a record that is no lease any more. Its leader may lead on until its ttl is over, so
 * whoever replaces the record must know that ttl; no number is believed that no lease can have.
 *
 * @param text the record, a character for each byte
 */
record DamagedRecord(String text) {
    private static final Pattern TOKEN = number("token");
    private static final Pattern MICROS = number("(?:ttl|reserved)_micros");
    private static final long MOST_MICROS = Lease.MAX_TTL.toNanos() / 1_000;

    static DamagedRecord of(byte[] raw) {
        return new DamagedRecord(new String(raw, StandardCharsets.ISO_8859_1));
    }

    private static Pattern number(String name) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*\"?(\\d{1,18})[\"\\s,}]"); // and not cut short
    }

    /** Returns the highest token that is written there, or 0. */
    long token() {
        return highest(TOKEN, Lease.MAX_TOKEN);
    }

    /**
     * Returns how long the lease lasts at most, or zero if it does not say. Then the scripts take its end for it, if
     * they find that.
     */
    Duration ttl() {
        return Duration.ofNanos(highest(MICROS, MOST_MICROS) * 1_000);
    }

    private long highest(Pattern field, long most) {
        return field.matcher(text)
                .results()
                .mapToLong(found -> Long.parseLong(found.group(1)))
                .filter(number -> number <= most)
                .max()
                .orElse(0);
    }
}
