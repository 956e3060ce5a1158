package dev.tenure.store.kafka;

import dev.tenure.Identity;
import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.Stamp;
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
 * <p>The token of a term is {@code base + offset of its opening record + 1}. The base was the microseconds since 1970
 * when the first term of this topic began, so that tokens grow even if the topic is made anew. An opening record cannot
 * know its own offset, so it carries the base alone.
 *
 * <p>Shared with goNELI the records have no key, and goNELI's text as their value, which its nodes count and never
 * read.
 */
final class TermFormat {
    static final String OPENING = "opening";
    static final String HEARTBEAT = "heartbeat";
    static final String CLOSING = "closing";

    private static final byte[] KEY = Fields.bytes("term");
    private static final Pattern GO_NELI = Pattern.compile("(?<nanos>\\d{1,19})%(?<name>.+)", Pattern.DOTALL);

    private final Site site;
    private final @Nullable GoNeli goNeli;

    TermFormat(Site site, @Nullable GoNeli goNeli) {
        this.site = site;
        this.goNeli = goNeli;
    }

    /** Returns the token of a term whose opening record has this offset. */
    static long token(long base, long offset) {
        return base + offset + 1;
    }

    ProducerRecord<byte[], byte[]> opening(Lease asked, long base) {
        return record(OPENING, asked, base);
    }

    ProducerRecord<byte[], byte[]> heartbeat(Lease lease, long base) {
        ProducerRecord<byte[], byte[]> record = record(HEARTBEAT, lease, base);
        Fields.of(record).with("token", lease.token());
        return record;
    }

    ProducerRecord<byte[], byte[]> closing(Lease lease, Handover to, long base) {
        ProducerRecord<byte[], byte[]> record = record(CLOSING, lease, base);
        Fields fields = Fields.of(record).with("token", lease.token());
        Reservation reservation = to.reservation();
        if (reservation != null) {
            fields.with("reserved-for", reservation.instance()).with("reserved-length", reservation.length());
        }
        return record;
    }

    private ProducerRecord<byte[], byte[]> record(String kind, Lease lease, long base) {
        Identity holder = lease.holder();
        Stamp stamp = lease.stamp();
        String value = goNeli == null
                ? kind + " of " + holder.name()
                : ChronoUnit.NANOS.between(Instant.EPOCH, stamp.at()) + "%"
                        + holder.name().replace('%', '_');
        ProducerRecord<byte[], byte[]> record =
                new ProducerRecord<>(site.topic(), 0, goNeli == null ? KEY : null, Fields.bytes(value));
        Fields.of(record)
                .with(Fields.KIND, kind)
                .with(holder)
                .with("base", base)
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
    Sighting read(ConsumerRecord<byte[], byte[]> record, Sighting before, long knownBase) {
        String version = Long.toString(record.offset());
        Fields fields = Fields.of(record);
        try {
            return switch (fields.kind()) {
                case OPENING -> held(fields, token(fields.number("base"), record.offset()), version);
                case HEARTBEAT -> held(fields, fields.number("token"), version);
                case CLOSING -> new Sighting.Released(fields.number("token"), reservation(fields), version);
                default -> foreign(record, before, knownBase);
            };
        } catch (RuntimeException garbled) { // whatever somebody wrote, reading goes on
            return new Sighting.Unreadable(
                    "the record at offset " + version + ": " + garbled.getMessage(), before.lastToken(), version);
        }
    }

    private Sighting.Held held(Fields fields, long token, String version) {
        Stamp stamp = new Stamp(fields.number("renewal"), fields.number("attempt"), fields.instant("at"));
        return new Sighting.Held(
                new Lease(
                        site.election(),
                        fields.identity(),
                        token,
                        fields.instant("since"),
                        fields.duration("ttl"),
                        stamp,
                        version),
                null);
    }

    private static @Nullable Reservation reservation(Fields fields) {
        String instance = fields.find("reserved-for");
        return instance == null ? null : new Reservation(instance, fields.duration("reserved-length"));
    }

    /** A heartbeat of a Go node: it is taken for a lease as long as the grace, renewed with each of them. */
    private Sighting foreign(ConsumerRecord<byte[], byte[]> record, Sighting before, long knownBase) {
        Matcher text = GO_NELI.matcher(
                record.value() == null ? "" : new String(record.value(), java.nio.charset.StandardCharsets.UTF_8));
        if (goNeli == null || !text.matches()) {
            throw new Fields.Garbled("it is neither Tenure's nor goNELI's", null);
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
                        earlier == null
                                ? Math.max(token(knownBase, record.offset()), before.lastToken() + 1)
                                : earlier.token(),
                        earlier == null ? at : earlier.since(),
                        ttl,
                        new Stamp(record.offset(), record.offset(), at),
                        version),
                null);
    }

    /** Returns the base of a term's record, or the one that was known before. */
    static long base(ConsumerRecord<byte[], byte[]> record, long before) {
        String base = Fields.of(record).find("base");
        try {
            long said = base == null ? 0 : Long.parseLong(base);
            return said > before && said <= Lease.MAX_TOKEN ? said : before;
        } catch (NumberFormatException garbled) {
            return before;
        }
    }
}
