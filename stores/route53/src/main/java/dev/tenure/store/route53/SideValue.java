package dev.tenure.store.route53;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a side record says: all that a lease has besides an owner and an end, or the mark of its release. Words of the
 * form {@code key=value} with blanks between them; unknown ones are passed over, so that a later version may add some.
 */
final class SideValue {
    private static final String FORMAT = "1";
    private static final String VERSION = "tenure";
    private static final String STATE = "state";
    private static final String HELD = "held";
    private static final String RELEASED = "released";
    private static final String TOKEN = "token";
    private static final String FOLLOWS = "follows";

    /** What one string of a TXT record has room for. */
    private static final int LONGEST_STRING = 255;

    /** What Route53 keeps of one value. */
    private static final int LONGEST = 4_000;

    private static final Pattern TOKEN_WORD = Pattern.compile("\\b" + TOKEN + "=([0-9]+)");
    private static final Pattern TTL_WORD = Pattern.compile("\\bttl=(PT[0-9A-Z.]+)");
    private static final int MOST_DIGITS = 18;

    private SideValue() {}

    /** Returns the record of a lease, or of the mark of a release. */
    static TxtRecord of(Sighting entry) {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(VERSION, FORMAT);
        if (entry instanceof Sighting.Held held) {
            lease(held.lease(), words);
        } else if (entry instanceof Sighting.Released mark) {
            mark(mark, words);
        } else {
            throw new IllegalArgumentException("only a lease or the mark of a release can be written, not " + entry);
        }
        String text = words.entrySet().stream()
                .map(word -> word.getKey() + "=" + URLEncoder.encode(word.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
        String value = quoted(text);
        if (value.length() > LONGEST) {
            throw new IllegalArgumentException("name and address of the candidate take too much room in a record of"
                    + " Route53, which keeps " + LONGEST + " characters: shorten them");
        }
        return TxtRecord.of(value);
    }

    private static String quoted(String text) {
        StringBuilder value = new StringBuilder();
        for (int from = 0; from < text.length(); from += LONGEST_STRING) {
            String piece = text.substring(from, Math.min(text.length(), from + LONGEST_STRING));
            value.append(from == 0 ? "\"" : " \"").append(piece).append('"');
        }
        return value.toString();
    }

    private static void lease(Lease lease, Map<String, String> words) {
        words.put(STATE, HELD);
        term(lease.token(), lease.follows(), words);
        words.put("instance", lease.holder().instance());
        words.put("renewal", Long.toString(lease.stamp().renewal()));
        words.put("attempt", Long.toString(lease.stamp().attempt()));
        words.put("ttl", lease.ttl().toString());
        words.put("since", lease.since().toString());
        words.put("at", lease.stamp().at().toString());
        words.put("name", lease.holder().name());
        String address = lease.holder().address();
        if (address != null) {
            words.put("address", address);
        }
    }

    private static void term(long token, long follows, Map<String, String> words) {
        words.put(TOKEN, Long.toString(token));
        if (follows > 0) {
            words.put(FOLLOWS, Long.toString(follows));
        }
    }

    private static void mark(Sighting.Released mark, Map<String, String> words) {
        words.put(STATE, RELEASED);
        term(mark.lastToken(), mark.follows(), words);
        Reservation reservation = mark.reservation();
        if (reservation != null) {
            words.put("reserved-for", reservation.instance());
            words.put("reserved-length", reservation.length().toString());
        }
    }

    /** Reads a record; whatever is wrong with it is shown as unreadable. */
    static Sighting read(String election, @Nullable TxtRecord record, String version) {
        if (record == null) {
            return new Sighting.Never();
        }
        try {
            return sighting(election, words(record), version);
        } catch (GarbageException e) {
            return new Sighting.Unreadable(e.problem(), salvagedToken(record), version, salvagedTtl(record));
        } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
            String problem = String.valueOf(e.getMessage());
            return new Sighting.Unreadable(problem, salvagedToken(record), version, salvagedTtl(record));
        }
    }

    private static Map<String, String> words(TxtRecord record) throws GarbageException {
        if (record.values().size() != 1) {
            throw new GarbageException("it has " + record.values().size() + " values, not one");
        }
        String text = record.values().get(0).replaceAll("\" *\"", "").replace("\"", "");
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : text.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(
                        word.substring(0, equals),
                        URLDecoder.decode(word.substring(equals + 1), StandardCharsets.UTF_8));
            }
        }
        return words;
    }

    private static Sighting sighting(String election, Map<String, String> words, String version)
            throws GarbageException {
        String format = text(words, VERSION);
        if (!format.equals(FORMAT)) {
            throw new GarbageException("its format is " + format + ", and only " + FORMAT
                    + " is known here: a newer version of Tenure wrote it");
        }
        long token = Long.parseLong(text(words, TOKEN));
        if (token < 0 || token > Lease.MAX_TOKEN) {
            throw new GarbageException("its token " + token + " is out of bounds");
        }
        String state = text(words, STATE);
        return switch (state) {
            case HELD -> new Sighting.Held(lease(election, token, words, version), null);
            case RELEASED -> new Sighting.Released(token, follows(token, words), reservation(words), version);
            default -> throw new GarbageException("its state is '" + state + "'");
        };
    }

    private static Lease lease(String election, long token, Map<String, String> words, String version)
            throws GarbageException {
        Identity holder = new Identity(text(words, "instance"), text(words, "name"), words.get("address"));
        WriteStamp stamp = new WriteStamp(
                Long.parseLong(text(words, "renewal")),
                Long.parseLong(text(words, "attempt")),
                Instant.parse(text(words, "at")));
        return new Lease(
                election,
                holder,
                token,
                follows(token, words),
                Instant.parse(text(words, "since")),
                Duration.parse(text(words, "ttl")),
                stamp,
                version);
    }

    /** A record without it follows none. */
    private static long follows(long token, Map<String, String> words) throws GarbageException {
        long follows = words.containsKey(FOLLOWS) ? Long.parseLong(text(words, FOLLOWS)) : 0;
        if (follows < 0 || (follows > 0 && follows >= token)) {
            throw new GarbageException("its token " + token + " cannot follow token " + follows);
        }
        return follows;
    }

    private static @Nullable Reservation reservation(Map<String, String> words) throws GarbageException {
        String instance = words.get("reserved-for");
        return instance == null ? null : new Reservation(instance, Duration.parse(text(words, "reserved-length")));
    }

    private static String text(Map<String, String> words, String key) throws GarbageException {
        String value = words.get(key);
        if (value == null) {
            throw new GarbageException("it has no word '" + key + "='");
        }
        return value;
    }

    /** Returns the highest token that stands anywhere in a damaged record: none must be given twice. */
    private static long salvagedToken(TxtRecord record) {
        return salvaged(record, TOKEN_WORD)
                .filter(digits -> digits.length() <= MOST_DIGITS)
                .mapToLong(Long::parseLong)
                .filter(token -> token <= Lease.MAX_TOKEN)
                .max()
                .orElse(0);
    }

    /** Returns the ttl that a damaged record states, or zero. */
    private static Duration salvagedTtl(TxtRecord record) {
        try {
            Duration ttl =
                    salvaged(record, TTL_WORD).map(Duration::parse).findFirst().orElse(Duration.ZERO);
            return ttl.isNegative() || ttl.compareTo(Lease.MAX_TTL) > 0 ? Duration.ZERO : ttl;
        } catch (DateTimeException e) {
            return Duration.ZERO;
        }
    }

    private static Stream<String> salvaged(TxtRecord record, Pattern word) {
        return record.values().stream()
                .map(value -> value.replaceAll("\" *\"", ""))
                .flatMap(value -> word.matcher(value).results())
                .map(result -> result.group(1));
    }
}
