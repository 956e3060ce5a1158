package dev.tenure.store.redis;

import dev.tenure.spi.Lease;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;
import java.util.stream.LongStream;

/**
 * What can still be told from a record that is no lease any more. Its leader may lead on until its ttl is over, so whoever
 * replaces the record must know that ttl; no number is believed that no lease can have.
 *
 * @param text the record, a character for each byte
 * @param nowMicros the server's clock when it was read
 */
record Remains(String text, long nowMicros) {
    private static final Pattern TOKEN = number("token");
    private static final Pattern UNTIL = number("until");
    private static final Pattern LENGTH = number("(?:ttl|reserved)_micros");
    private static final long MOST_MICROS = Lease.MAX_TTL.toNanos() / 1_000;

    static Remains of(byte[] raw, long nowMicros) {
        return new Remains(new String(raw, StandardCharsets.ISO_8859_1), nowMicros);
    }

    private static Pattern number(String name) {
        return Pattern.compile("\"" + name + "\"\\s*:\\s*\"?(\\d{1,18})(?![\\d.eE])");
    }

    /** Returns the highest token that is written there, or 0. */
    long token() {
        return highest(TOKEN, 0, Lease.MAX_TOKEN);
    }

    /** Returns how long the lease lasts at most; what is left until its end if it does not say; zero if nothing does. */
    Duration ttl() {
        long length = highest(LENGTH, 0, MOST_MICROS);
        long micros = length > 0 ? length : highest(UNTIL, nowMicros, MOST_MICROS);
        return Duration.ofNanos(micros * 1_000);
    }

    private long highest(Pattern field, long from, long most) {
        LongStream found = field.matcher(text).results().mapToLong(each -> Long.parseLong(each.group(1)) - from);
        return found.filter(each -> each > 0 && each <= most).max().orElse(0);
    }
}
