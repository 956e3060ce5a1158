package dev.tenure.store.support;

import dev.tenure.spi.RosterEntry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The record of one candidate in all its rosters: who it is and its latest beat, and apart from that in which rosters
 * it says what, so that this second part is the same text from beat to beat.
 *
 * <p>The second part has an object for each different thing it says ({@code 0}, {@code 1}, …: {@code priority},
 * {@code version}, {@code able}, {@code leads}, {@code validFor}) and the object {@code in}: for each roster, which of
 * them. An entry that is not of the latest beat adds how much earlier it is ({@code behind}) and its time ({@code at}).
 */
final class AttendanceFormat {
    private static final String ROSTERS = "in";
    private static final String BEHIND = "behind";
    private static final String PARTS = "parts";
    private static final String REVISION = "revision";

    private AttendanceFormat() {}

    /**
     * The first part of a record.
     *
     * @param latest the entry with the latest beat; only who it is and the beat count
     * @param stands what it says in each roster, or empty if that is kept in parts
     * @param parts how many items keep the second part; zero if it is in the same item
     * @param revision a number made of their contents: another one means that they changed
     */
    record Head(RosterEntry latest, Map<String, RosterEntry> stands, int parts, long revision) {}

    /** Returns the record as one item. */
    static String whole(RosterEntry latest, Map<String, RosterEntry> stands) {
        return FlatJson.compact(out -> {
            head(out, latest);
            stands(out, latest, stands);
        });
    }

    /** Returns the record whose second part is in other items. */
    static String head(RosterEntry latest, int parts, long revision) {
        return FlatJson.compact(out -> {
            head(out, latest);
            out.number(PARTS, parts).number(REVISION, revision);
        });
    }

    /** Returns the second part of a record, or some of it. */
    static String part(RosterEntry latest, Map<String, RosterEntry> stands) {
        return FlatJson.compact(out -> stands(out, latest, stands));
    }

    private static void head(RecordWriter out, RosterEntry latest) {
        RosterEntryFormat.write(out, latest);
    }

    private static void stands(RecordWriter out, RosterEntry latest, Map<String, RosterEntry> stands) {
        Map<String, Integer> numbers = new LinkedHashMap<>();
        Map<String, Integer> rosters = new LinkedHashMap<>();
        stands.forEach((roster, entry) -> {
            String said = FlatJson.compact(each -> said(each, latest, entry));
            if (numbers.putIfAbsent(said, numbers.size()) == null) {
                out.object(Integer.toString(numbers.size() - 1), each -> said(each, latest, entry));
            }
            rosters.put(roster, numbers.getOrDefault(said, 0));
        });
        out.object(ROSTERS, names -> rosters.forEach(names::number));
    }

    private static void said(RecordWriter out, RosterEntry latest, RosterEntry entry) {
        out.number("priority", entry.priority())
                .text("version", entry.version())
                .flag("able", entry.able())
                .number("leads", entry.leads())
                .duration("validFor", entry.heartbeat().validFor());
        long behind = latest.heartbeat().number() - entry.heartbeat().number();
        if (behind != 0) {
            out.number(BEHIND, behind).instant("at", entry.heartbeat().at());
        }
    }

    /** Reads the first part, and the second if it is in the same item. */
    static Optional<Head> readHead(String content) {
        return read(content, fields -> {
            RosterEntry latest = RosterEntryFormat.read(fields);
            int parts = fields.has(PARTS) ? fields.smallNumber(PARTS) : 0;
            return new Head(
                    latest, parts == 0 ? stands(fields, latest) : Map.of(), parts, fields.numberOrZero(REVISION));
        });
    }

    /** Reads what is said in rosters out of parts; one that cannot be read says nothing. */
    static Map<String, RosterEntry> readParts(Iterable<String> contents, RosterEntry latest) {
        Map<String, RosterEntry> stands = new HashMap<>();
        for (String content : contents) {
            read(content, fields -> stands(fields, latest)).ifPresent(stands::putAll);
        }
        return stands;
    }

    private static Map<String, RosterEntry> stands(RecordFields fields, RosterEntry latest) {
        List<RosterEntry> said = new ArrayList<>();
        while (fields.has(Integer.toString(said.size()))) {
            said.add(said(fields.within(Integer.toString(said.size())), latest));
        }
        Map<String, RosterEntry> stands = new HashMap<>();
        fields.within(ROSTERS).all().forEach((roster, number) -> stands.put(roster, said.get(index(number, said))));
        return stands;
    }

    private static int index(String number, List<RosterEntry> said) {
        int index = Integer.parseInt(number);
        if (index < 0 || index >= said.size()) {
            throw new IllegalArgumentException("it says nothing under the number " + number);
        }
        return index;
    }

    private static RosterEntry said(RecordFields fields, RosterEntry latest) {
        long behind = fields.numberOrZero(BEHIND);
        RosterEntry.Heartbeat beat = new RosterEntry.Heartbeat(
                latest.heartbeat().number() - behind,
                behind == 0 ? latest.heartbeat().at() : fields.instant("at"),
                fields.duration("validFor"));
        return new RosterEntry(
                latest.candidate(),
                fields.smallNumber("priority"),
                fields.text("version"),
                fields.flag("able"),
                fields.smallNumber("leads"),
                beat);
    }

    private static <T> Optional<T> read(String content, Function<RecordFields, T> reader) {
        try {
            return Optional.of(FlatJson.read(content, reader));
        } catch (UnreadableRecordException e) {
            return Optional.empty(); // a newer version wrote it, or a person
        }
    }
}
