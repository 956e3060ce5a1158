package dev.tenure.store.kafka.goneli;

import dev.tenure.Identity;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * The format of terms: an opening record, a heartbeat for each renewal, a closing record. Each is complete.
 *
 * <p>Each record has the token of its term. Only one producer can write terms, and it has read the topic to its end
 * before it opens one: so a token above the last one is above all. Offsets do not count: they go back with the log.
 *
 * <p>The records have no key, and their value is goNELI's text, which its nodes count but do not read.
 */
final class TermRecordFormat {
    static final String OPENING = "opening";
    static final String HEARTBEAT = "heartbeat";
    static final String CLOSING = "closing";

    private static final Pattern GO_NELI = Pattern.compile("(?<nanos>\\d{1,19})%(?<name>.+)", Pattern.DOTALL);

    private final ElectionNames names;
    private final GoNeli goNeli;

    TermRecordFormat(ElectionNames names, GoNeli goNeli) {
        this.names = names;
        this.goNeli = goNeli;
    }

    ProducerRecord<byte[], byte[]> opening(Lease asked) {
        return record(OPENING, asked);
    }

    ProducerRecord<byte[], byte[]> heartbeat(Lease lease) {
        return record(HEARTBEAT, lease);
    }

    ProducerRecord<byte[], byte[]> closing(Lease lease, Handover to) {
        ProducerRecord<byte[], byte[]> record = record(CLOSING, lease);
        Reservation reservation = to.reservation();
        if (reservation != null) {
            RecordHeaders.of(record)
                    .with("reserved-for", reservation.instance())
                    .with("reserved-length", reservation.length());
        }
        return record;
    }

    private ProducerRecord<byte[], byte[]> record(String kind, Lease lease) {
        Identity holder = lease.holder();
        WriteStamp stamp = lease.stamp();
        String value = nanos(stamp.at()) + "%" + holder.name().replace('%', '_');
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(names.topic(), 0, null, RecordHeaders.bytes(value));
        RecordHeaders.of(record)
                .with(RecordHeaders.KIND, kind)
                .with(holder)
                .with("token", lease.token())
                .with("follows", lease.follows())
                .with("since", lease.since())
                .with("ttl", lease.ttl())
                .with("renewal", stamp.renewal())
                .with("attempt", stamp.attempt())
                .with("at", stamp.at());
        return record;
    }

    /** Returns the nanoseconds since 1970, or the nearest number there is: goNELI's nodes do not read them. */
    private static long nanos(Instant at) {
        try {
            return ChronoUnit.NANOS.between(Instant.EPOCH, at);
        } catch (ArithmeticException beyond) {
            return at.isBefore(Instant.EPOCH) ? Long.MIN_VALUE : Long.MAX_VALUE;
        }
    }

    /** Returns what a record of a term shows, given what the topic showed before. */
    Sighting read(ConsumerRecord<byte[], byte[]> record, Sighting before) {
        String version = Long.toString(record.offset());
        RecordHeaders fields = RecordHeaders.of(record);
        try {
            return switch (fields.kind()) {
                case OPENING, HEARTBEAT -> held(fields, version);
                case CLOSING -> released(fields, version);
                default -> foreign(record, before);
            };
        } catch (RuntimeException malformed) { // no record may end the reading
            return new Sighting.Unreadable(
                    "the record at offset " + version + ": " + malformed.getMessage(),
                    Math.max(before.lastToken(), shownToken(fields)),
                    version);
        }
    }

    /** Returns the token of a record that cannot be read as a whole, or 0: the next token must be above it, too. */
    private static long shownToken(RecordHeaders fields) {
        try {
            return fields.number("token");
        } catch (RecordHeaders.Malformed none) {
            return 0;
        }
    }

    private Sighting.Held held(RecordHeaders fields, String version) {
        WriteStamp stamp = new WriteStamp(fields.number("renewal"), fields.number("attempt"), fields.instant("at"));
        return new Sighting.Held(
                new Lease(
                        names.election(),
                        fields.identity(),
                        fields.number("token"),
                        follows(fields),
                        fields.instant("since"),
                        fields.duration("ttl"),
                        stamp,
                        version),
                null);
    }

    /** Shows a token beyond the highest as it is: the next claim is refused with a remedy. */
    private static Sighting.Released released(RecordHeaders fields, String version) {
        long token = fields.number("token");
        long follows = follows(fields);
        if (follows < 0 || follows >= token) {
            throw new RecordHeaders.Malformed("token " + token + " cannot follow token " + follows, null);
        }
        return new Sighting.Released(token, follows, reservation(fields), version);
    }

    /** Returns 0 for a record without this field, as an earlier version of Tenure wrote them. */
    private static long follows(RecordHeaders fields) {
        return fields.find("follows") == null ? 0 : fields.number("follows");
    }

    private static @Nullable Reservation reservation(RecordHeaders fields) {
        String instance = fields.find("reserved-for");
        return instance == null ? null : new Reservation(instance, fields.duration("reserved-length"));
    }

    /** Reads a heartbeat of a Go node as a lease that lasts for the grace and is renewed by each heartbeat. */
    private Sighting foreign(ConsumerRecord<byte[], byte[]> record, Sighting before) {
        Matcher text =
                GO_NELI.matcher(record.value() == null ? "" : new String(record.value(), StandardCharsets.UTF_8));
        if (!text.matches()) {
            throw new RecordHeaders.Malformed("it has neither Tenure's format nor goNELI's", null);
        }
        Identity node = Identity.ofInstance("goneli/" + text.group("name")).withName(text.group("name"));
        Instant at = Instant.ofEpochSecond(0, Long.parseLong(text.group("nanos")));
        boolean goesOn =
                before instanceof Sighting.Held held && held.lease().holder().equals(node);
        Lease earlier = goesOn ? ((Sighting.Held) before).lease() : null;
        Duration ttl = goNeli.grace();
        String version = Long.toString(record.offset());
        return new Sighting.Held(
                new Lease(
                        names.election(),
                        node,
                        earlier == null ? Math.max(record.offset(), before.lastToken()) + 1 : earlier.token(),
                        0,
                        earlier == null ? at : earlier.since(),
                        ttl,
                        new WriteStamp(record.offset(), record.offset(), at),
                        version),
                null);
    }
}
