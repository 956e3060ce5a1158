package dev.tenure.store.support;

import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a lease, or of the mark that its release leaves behind.
 *
 * <p>A lease: {@code state=held}, {@code token}, {@code follows}, {@code instance}, {@code name}, {@code address},
 * {@code since}, {@code ttl}, {@code renewal}, {@code attempt}, {@code at}. A mark: {@code state=released},
 * {@code token}, {@code follows}, {@code reservedFor}, {@code reservedLength}.
 */
public final class LeaseFormat {
    private static final String STATE = "state";
    private static final String TOKEN = "token";
    private static final String FOLLOWS = "follows";

    private LeaseFormat() {}

    /**
     * Writes a lease or a mark.
     *
     * @param record a {@link Sighting.Held} or {@link Sighting.Released}
     */
    public static void write(RecordWriter out, Sighting record) {
        if (record instanceof Sighting.Held held) {
            write(out, held.lease());
        } else if (record instanceof Sighting.Released mark) {
            write(out, mark);
        } else {
            throw new IllegalArgumentException("only a lease or the mark of a release can be written, not " + record);
        }
    }

    private static void write(RecordWriter out, Lease lease) {
        out.text(STATE, "held")
                .number(TOKEN, lease.token())
                .number(FOLLOWS, lease.follows())
                .identity(lease.holder())
                .instant("since", lease.since())
                .duration("ttl", lease.ttl())
                .number("renewal", lease.stamp().renewal())
                .number("attempt", lease.stamp().attempt())
                .instant("at", lease.stamp().at());
    }

    private static void write(RecordWriter out, Sighting.Released mark) {
        out.text(STATE, "released").number(TOKEN, mark.lastToken()).number(FOLLOWS, mark.follows());
        Reservation reservation = mark.reservation();
        if (reservation != null) {
            out.text("reservedFor", reservation.instance()).duration("reservedLength", reservation.length());
        }
    }

    /**
     * Reads a lease or a mark. A missing {@code follows} counts as zero.
     *
     * @param version the version of the record
     * @throws IllegalArgumentException if a field is missing or wrong
     */
    public static Sighting read(RecordFields fields, String election, String version) {
        long token = fields.number(TOKEN);
        if (token < 0 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("its token " + token + " is out of bounds");
        }
        long follows = fields.numberOrZero(FOLLOWS);
        if (follows < 0 || (follows > 0 && follows >= token)) {
            throw new IllegalArgumentException("its token " + token + " cannot follow token " + follows);
        }
        return switch (fields.text(STATE)) {
            case "held" -> new Sighting.Held(lease(fields, election, version), null);
            case "released" -> new Sighting.Released(token, follows, reservation(fields), version);
            default -> throw new IllegalArgumentException("its state is '" + fields.text(STATE) + "'");
        };
    }

    /** Returns what to tell of a record that could not be read, with the token and the ttl that it still shows. */
    public static Sighting.Unreadable unreadable(UnreadableRecordException problem, String version) {
        RecordFields readable = problem.readable();
        return new Sighting.Unreadable(
                problem.problem(), readable.tokenOrZero(TOKEN), version, readable.ttlOrZero("ttl"));
    }

    private static Lease lease(RecordFields fields, String election, String version) {
        return new Lease(
                election,
                fields.identity(),
                fields.number(TOKEN),
                fields.numberOrZero(FOLLOWS),
                fields.instant("since"),
                fields.duration("ttl"),
                new WriteStamp(fields.number("renewal"), fields.number("attempt"), fields.instant("at")),
                version);
    }

    private static @Nullable Reservation reservation(RecordFields fields) {
        String instance = fields.find("reservedFor");
        return instance == null ? null : new Reservation(instance, fields.duration("reservedLength"));
    }
}
