package dev.tenure.store.route53;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.LeaseFormat;
import dev.tenure.store.support.NameStyle;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.RecordWriter;
import dev.tenure.store.support.UnreadableRecordException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The value of a side record: the fields of a lease that the lock has no room for, or a release mark. It is a list of
 * {@code key=value} words separated by blanks; unknown ones are ignored, so that a later version may add some.
 */
final class SideValue {
    private static final String FORMAT = "1";
    private static final String VERSION = "tenure";
    private static final String TOKEN = "token";

    /** The order of the words in a record. */
    private static final List<String> ORDER = List.of(
            VERSION,
            "state",
            TOKEN,
            "follows",
            "instance",
            "renewal",
            "attempt",
            "ttl",
            "since",
            "at",
            "name",
            "address",
            "reserved-for",
            "reserved-length");

    /** The most characters in one string of a TXT record. */
    private static final int LONGEST_STRING = 255;

    /** The most characters that Route53 allows in one value. */
    private static final int LONGEST = 4_000;

    private static final Pattern TOKEN_WORD = Pattern.compile("\\b" + TOKEN + "=([0-9]+)");
    private static final Pattern TTL_WORD = Pattern.compile("\\bttl=(PT[0-9A-Z.]+)");
    private static final int MOST_DIGITS = 18;

    private SideValue() {}

    /** Returns the record of a lease, or of a release mark. */
    static TxtRecord of(Sighting entry) {
        Map<String, String> words = new LinkedHashMap<>();
        words.put(VERSION, FORMAT);
        LeaseFormat.write(
                RecordWriter.texts(words::put).spelled(NameStyle.HYPHEN).omittingZero("follows"), entry);
        String text = ORDER.stream()
                .filter(words::containsKey)
                .map(word -> word + "=" + URLEncoder.encode(words.getOrDefault(word, ""), StandardCharsets.UTF_8))
                .collect(Collectors.joining(" "));
        String value = quoted(text);
        if (value.length() > LONGEST) {
            throw new IllegalArgumentException("name and address of the candidate take too much room in a record of"
                    + " Route53, which keeps " + LONGEST + " characters: shorten them");
        }
        return TxtRecord.of(value);
    }

    /** Returns a text as strings of a length that DNS allows. */
    static String quoted(String text) {
        StringBuilder value = new StringBuilder();
        for (int from = 0; from < text.length(); from += LONGEST_STRING) {
            String piece = text.substring(from, Math.min(text.length(), from + LONGEST_STRING));
            value.append(from == 0 ? "\"" : " \"").append(piece).append('"');
        }
        return value.toString();
    }

    /** Reads a record; a damaged one becomes an unreadable sighting. */
    static Sighting read(String election, @Nullable TxtRecord record, String version) {
        if (record == null) {
            return new Sighting.Never();
        }
        try {
            return words(record).read(words -> sighting(election, words, version));
        } catch (UnreadableRecordException e) {
            return new Sighting.Unreadable(e.problem(), salvagedToken(record), version, salvagedTtl(record));
        }
    }

    private static RecordFields words(TxtRecord record) throws UnreadableRecordException {
        if (record.values().size() != 1) {
            throw new UnreadableRecordException("it has " + record.values().size() + " values, not one");
        }
        String text = unquoted(record.values().get(0));
        Map<String, String> words = new LinkedHashMap<>();
        for (String word : text.split(" ", -1)) {
            int equals = word.indexOf('=');
            if (equals > 0) {
                words.put(word.substring(0, equals), decode(word.substring(equals + 1)));
            }
        }
        return RecordFields.of(words).spelled(NameStyle.HYPHEN);
    }

    static String unquoted(String value) {
        return value.replaceAll("\" *\"", "").replace("\"", "");
    }

    private static String decode(String text) throws UnreadableRecordException {
        try {
            return URLDecoder.decode(text, StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()));
        }
    }

    private static Sighting sighting(String election, RecordFields words, String version) {
        if (!words.text(VERSION).equals(FORMAT)) {
            throw new IllegalArgumentException("its format is " + words.text(VERSION) + ", and only " + FORMAT
                    + " is known here: a newer version of Tenure wrote it");
        }
        return LeaseFormat.read(words, election, version);
    }

    /** Returns the highest token anywhere in a damaged record: no token may be given twice. */
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
