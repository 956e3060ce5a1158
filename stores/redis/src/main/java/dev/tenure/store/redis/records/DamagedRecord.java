package dev.tenure.store.redis.records;

import dev.tenure.spi.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * A record that is not a valid lease any more, and what can still be read from it. Its leader may lead until its ttl is
 * over, so the candidate that replaces the record needs that ttl. Numbers that no lease can have are ignored.
 *
 * @param text the record, one character for each byte
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

    /** Returns the highest token in the text, or 0. */
    long token() {
        return highest(TOKEN, Lease.MAX_TOKEN);
    }

    /**
     * Returns the longest ttl in the text, or zero. With zero the scripts use the end of the lease, if the record has
     * one.
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
