package dev.tenure.store.route53;

import dev.tenure.spi.Baton;
import dev.tenure.store.support.UnreadableRecordException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The values of the record of a baton: {@code baton=1 token=T number=N part=P content=BASE64}, as many as the content
 * needs. The values of a record have no order, so each has the number of its part.
 */
final class BatonValues {
    /** The most characters of content in one value: with the words and quotes it stays below Route53's 4,000. */
    private static final int MOST_IN_A_VALUE = 3_600;

    private static final Pattern VALUE =
            Pattern.compile("baton=1 token=([0-9]{1,18}) number=([0-9]{1,18}) part=([0-9]) content=([A-Za-z0-9+/=]*)");

    private BatonValues() {}

    static TxtRecord of(Baton baton) {
        String content = Base64.getEncoder().encodeToString(baton.content());
        List<String> values = new ArrayList<>();
        int from = 0;
        do {
            int to = Math.min(content.length(), from + MOST_IN_A_VALUE);
            values.add(SideValue.quoted("baton=1 token=" + baton.token() + " number=" + baton.number() + " part="
                    + values.size() + " content=" + content.substring(from, to)));
            from = to;
        } while (from < content.length());
        return new TxtRecord(TxtRecord.TTL, values);
    }

    /** Reads a record, whose own text is the version. */
    static Baton read(TxtRecord record) throws UnreadableRecordException {
        List<Matcher> parts = new ArrayList<>();
        for (String quoted : record.values()) {
            Matcher value = VALUE.matcher(SideValue.unquoted(quoted));
            if (!value.matches()) {
                throw new UnreadableRecordException("it has a value that is no part of one");
            }
            parts.add(value);
        }
        parts.sort(Comparator.comparing(part -> part.group(3)));
        Matcher first = parts.get(0);
        StringBuilder content = new StringBuilder();
        for (int i = 0; i < parts.size(); i++) {
            Matcher part = parts.get(i);
            boolean isNext = part.group(3).equals(Integer.toString(i));
            if (!isNext
                    || !part.group(1).equals(first.group(1))
                    || !part.group(2).equals(first.group(2))) {
                throw new UnreadableRecordException("its values do not belong together");
            }
            content.append(part.group(4));
        }
        try {
            byte[] bytes = Base64.getDecoder().decode(content.toString());
            return new Baton(Long.parseLong(first.group(1)), Long.parseLong(first.group(2)), bytes, version(record));
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()));
        }
    }

    /** Returns the record as one text, the same in whatever order Route53 lists its values. */
    static String version(TxtRecord record) {
        return new TxtRecord(record.ttl(), record.values().stream().sorted().toList()).written();
    }
}
