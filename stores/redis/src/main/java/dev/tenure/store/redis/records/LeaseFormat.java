package dev.tenure.store.redis.records;

import dev.tenure.store.redis.command.Sha1;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.tenure.Identity;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.redis.command.ScriptReply;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * How the record of an election is written: one JSON object. The script writes the fields that only the server can know
 * (state, token, follows, until, replicas) before those written here.
 */
final class LeaseFormat {
    private LeaseFormat() {}

    /** Returns what a claim writes, but for what the script adds. */
    static String claim(Ballot ballot) {
        return held(ballot.candidate(), ballot.stamp().at(), ballot.ttl(), ballot.stamp());
    }

    /** Returns what a renewal writes, but for what the script adds. */
    static String renewal(Lease next) {
        return held(next.holder(), next.since(), next.ttl(), next.stamp());
    }

    private static String held(Identity holder, Instant since, Duration ttl, WriteStamp stamp) {
        return Json.rest(json -> {
            writeIdentity(json, holder);
            json.writeStringField("since", since.toString());
            json.writeStringField("ttl_micros", Fields.text(ttl));
            json.writeStringField("renewal", Long.toString(stamp.renewal()));
            json.writeStringField("attempt", Long.toString(stamp.attempt()));
            json.writeStringField("written_at", stamp.at().toString());
        });
    }

    /** Returns what a release writes, but for what the script adds. */
    static String release(Lease lease, @Nullable Reservation reservation) {
        return Json.rest(json -> {
            writeIdentity(json, lease.holder());
            json.writeStringField("since", lease.since().toString());
            if (reservation != null) {
                json.writeStringField("reserved_for", reservation.instance());
                json.writeStringField("reserved_micros", Fields.text(reservation.length()));
            }
        });
    }

    static void writeIdentity(JsonGenerator json, Identity identity) throws IOException {
        json.writeStringField("instance", identity.instance());
        json.writeStringField("name", identity.name());
        if (identity.address() != null) {
            json.writeStringField("address", identity.address());
        }
    }

    static Identity identity(Fields fields) {
        return new Identity(fields.text("instance"), fields.text("name"), fields.optional("address"));
    }

    /** Returns what the record shows that a script answered with. */
    static Sighting read(String election, ScriptReply reply) {
        byte[] bytes = reply.raw() == null ? null : reply.raw().getBytes(StandardCharsets.ISO_8859_1);
        Sighting found = read(election, bytes, reply.nowMicros());
        return bytes == null || reply.readable() || found instanceof Sighting.Unreadable
                ? found
                : unreadable(election, bytes);
    }

    /**
     * Returns what the record shows.
     *
     * @param raw the record, or null if there is none
     * @param nowMicros the server's clock when it was read
     */
    static Sighting read(String election, byte @Nullable [] raw, long nowMicros) {
        if (raw == null) {
            return new Sighting.Never();
        }
        try {
            Fields fields = Json.read(text(raw));
            return switch (fields.text("state")) {
                case "held" -> held(election, fields, nowMicros);
                case "released" -> released(fields);
                default -> throw new IllegalArgumentException("state is neither held nor released");
            };
        } catch (IllegalArgumentException | ArithmeticException e) {
            return unreadable(election, raw, String.valueOf(e.getMessage()));
        }
    }

    /** What would be replaced by other characters would be known to scripts by another version than to us. */
    private static String text(byte[] raw) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is no UTF-8", e);
        }
    }

    /** Returns what a record shows that scripts cannot read, though we can: they alone can replace it. */
    static Sighting unreadable(String election, byte[] raw) {
        return unreadable(election, raw, "a field has another form than Tenure writes");
    }

    private static Sighting unreadable(String election, byte[] raw, String why) {
        DamagedRecord remains = DamagedRecord.of(raw);
        String problem = "the record of " + election + " is no lease: " + why;
        return new Sighting.Unreadable(problem, remains.token(), Sha1.hex(raw), remains.ttl());
    }

    private static Sighting.Held held(String election, Fields fields, long nowMicros) {
        Identity holder = identity(fields);
        WriteStamp stamp =
                new WriteStamp(fields.number("renewal"), fields.number("attempt"), fields.time("written_at"));
        long token = fields.number("token");
        String version = String.join(
                ".", fields.text("token"), fields.text("renewal"), fields.text("attempt"), holder.instance());
        Lease lease = new Lease(
                election,
                holder,
                token,
                follows(fields),
                fields.time("since"),
                fields.micros("ttl_micros"),
                stamp,
                version);
        return new Sighting.Held(lease, remainingTime(fields.number("until"), nowMicros));
    }

    private static Sighting.Released released(Fields fields) {
        long token = fields.number("token");
        if (token < 1 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("token " + token + " is not between 1 and " + Lease.MAX_TOKEN);
        }
        long follows = follows(fields);
        if (follows < 0 || follows >= token) {
            throw new IllegalArgumentException("token " + token + " cannot follow token " + follows);
        }
        String successor = fields.optional("reserved_for");
        Reservation reservation = successor == null ? null : new Reservation(successor, fields.micros("reserved_micros"));
        String version = String.join(".", fields.text("token"), "released", fields.text("instance"));
        return new Sighting.Released(token, follows, reservation, version);
    }

    /** A record that does not tell whom it follows follows nobody. */
    private static long follows(Fields fields) {
        return fields.optional("follows") == null ? 0 : fields.number("follows");
    }

    /** A record dated to the end of time must not be more than the arithmetic of those who read it can bear. */
    private static RemainingTime remainingTime(long untilMicros, long nowMicros) {
        long most = Lease.MAX_TTL.toNanos() / 1_000;
        long left = untilMicros <= nowMicros ? 0 : Math.min(Math.max(untilMicros - nowMicros, 0), most);
        return new RemainingTime(Fields.instant(nowMicros), Duration.ofNanos(left * 1_000));
    }
}
