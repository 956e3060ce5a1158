package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * How terms are written: an opening record, a heartbeat for each renewal, a closing record. All have one key, so that
 * compaction keeps the last; each says everything.
 *
 * <p>Each carries the token of its term. Only one producer can write terms, and it has read the topic to its end before
 * it opens one: so a token above the last is above all, and offsets, which go back with the log, have no part in it.
 *
 * <p>Shared with goNELI the records have no key, and goNELI's text as their value, which its nodes count and never
 * read.
 */
final class TermRecordFormat {
    static final String OPENING = "opening";
    static final String HEARTBEAT = "heartbeat";
    static final String CLOSING = "closing";

    private static final byte[] KEY = RecordHeaders.bytes("term");
    private static final Pattern GO_NELI = Pattern.compile("(?<nanos>\\d{1,19})%(?<name>.+)", Pattern.DOTALL);

    private final ElectionTopic site;
    private final @Nullable GoNeli goNeli;

    TermRecordFormat(ElectionTopic site, @Nullable GoNeli goNeli) {
        this.site = site;
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
        String value = goNeli == null
                ? kind + " of " + holder.name()
                : ChronoUnit.NANOS.between(Instant.EPOCH, stamp.at()) + "%"
                        + holder.name().replace('%', '_');
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(site.topic(), 0, goNeli == null ? KEY : null, RecordHeaders.bytes(value));
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

    /** Tells whether a record is one of a term's, in whatever state. */
    boolean isTerm(ConsumerRecord<byte[], byte[]> record) {
        return goNeli != null || (record.key() != null && java.util.Arrays.equals(record.key(), KEY));
    }

    /** Returns what a term's record shows, given what was shown before. */
    Sighting read(ConsumerRecord<byte[], byte[]> record, Sighting before) {
        String version = Long.toString(record.offset());
        RecordHeaders fields = RecordHeaders.of(record);
        try {
            return switch (fields.kind()) {
                case OPENING, HEARTBEAT -> held(fields, version);
                case CLOSING -> released(fields, version);
                default -> foreign(record, before);
            };
        } catch (RuntimeException garbled) { // whatever somebody wrote, reading goes on
            return new Sighting.Unreadable(
                    "the record at offset " + version + ": " + garbled.getMessage(),
                    Math.max(before.lastToken(), shownToken(fields)),
                    version);
        }
    }

    /**
     * Returns the token that a record shows which cannot be read as a whole, or 0: the next must be above that, too.
     */
    private static long shownToken(RecordHeaders fields) {
        try {
            return fields.number("token");
        } catch (RecordHeaders.Garbled none) {
            return 0;
        }
    }

    private Sighting.Held held(RecordHeaders fields, String version) {
        WriteStamp stamp = new WriteStamp(fields.number("renewal"), fields.number("attempt"), fields.instant("at"));
        return new Sighting.Held(
                new Lease(
                        site.election(),
                        fields.identity(),
                        fields.number("token"),
                        follows(fields),
                        fields.instant("since"),
                        fields.duration("ttl"),
                        stamp,
                        version),
                null);
    }

    /** A token beyond the highest is shown as it is: the next claim is refused with a remedy. */
    private static Sighting.Released released(RecordHeaders fields, String version) {
        long token = fields.number("token");
        long follows = follows(fields);
        if (follows < 0 || follows >= token) {
            throw new RecordHeaders.Garbled("token " + token + " cannot follow token " + follows, null);
        }
        return new Sighting.Released(token, follows, reservation(fields), version);
    }

    /** A record without it, as an earlier version of Tenure wrote them, follows none. */
    private static long follows(RecordHeaders fields) {
        return fields.find("follows") == null ? 0 : fields.number("follows");
    }

    private static @Nullable Reservation reservation(RecordHeaders fields) {
        String instance = fields.find("reserved-for");
        return instance == null ? null : new Reservation(instance, fields.duration("reserved-length"));
    }

    /** A heartbeat of a Go node: it is taken for a lease as long as the grace, renewed with each of them. */
    private Sighting foreign(ConsumerRecord<byte[], byte[]> record, Sighting before) {
        Matcher text = GO_NELI.matcher(
                record.value() == null ? "" : new String(record.value(), java.nio.charset.StandardCharsets.UTF_8));
        if (goNeli == null || !text.matches()) {
            throw new RecordHeaders.Garbled("it is neither Tenure's nor goNELI's", null);
        }
        Identity node = new Identity("goneli/" + text.group("name"), text.group("name"), null);
        Instant at = Instant.ofEpochSecond(0, Long.parseLong(text.group("nanos")));
        boolean goesOn =
                before instanceof Sighting.Held held && held.lease().holder().equals(node);
        Lease earlier = goesOn ? ((Sighting.Held) before).lease() : null;
        Duration ttl = goNeli.grace();
        String version = Long.toString(record.offset());
        return new Sighting.Held(
                new Lease(
                        site.election(),
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
