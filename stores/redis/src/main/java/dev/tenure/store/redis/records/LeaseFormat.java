package dev.tenure.store.redis.records;

import dev.tenure.Identity;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.Lease;
import dev.tenure.spi.RemainingTime;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.redis.command.ScriptReply;
import dev.tenure.store.redis.command.Sha1;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.RecordWriter;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The format of an election's record: one JSON object. The script writes the fields that only the server knows (state,
 * token, follows, until, replicas) in front of those written here.
 */
final class LeaseFormat {
    private LeaseFormat() {}

    /** Returns the fields that a claim writes, without those the script adds. */
    static String claim(Ballot ballot) {
        return held(ballot.candidate(), ballot.stamp().at(), ballot.ttl(), ballot.stamp());
    }

    /** Returns the fields that a renewal writes, without those the script adds. */
    static String renewal(Lease next) {
        return held(next.holder(), next.since(), next.ttl(), next.stamp());
    }

    /** Returns the lease as a renewal that was granted has stored it: what {@link #read} would return. */
    static Lease renewed(Lease next) {
        WriteStamp stamp = next.stamp();
        String version = next.token() + "." + stamp.renewal() + "." + stamp.attempt() + "."
                + next.holder().instance();
        return next.renewed(Micros.whole(next.ttl()), stamp).withVersion(version);
    }

    private static String held(Identity holder, Instant since, Duration ttl, WriteStamp stamp) {
        return withoutBrace(json -> {
            json.identity(holder);
            json.text("since", since.toString());
            json.text("ttl_micros", Micros.text(ttl));
            json.text("renewal", Long.toString(stamp.renewal()));
            json.text("attempt", Long.toString(stamp.attempt()));
            json.text("written_at", stamp.at().toString());
        });
    }

    /** Returns a JSON object without its opening brace: the script puts its own fields first. */
    static String withoutBrace(Consumer<RecordWriter> fields) {
        return FlatJson.compact(fields).substring(1);
    }

    /** Returns the fields that a release writes, without those the script adds. */
    static String release(Lease lease, @Nullable Reservation reservation) {
        return withoutBrace(json -> {
            json.identity(lease.holder());
            json.text("since", lease.since().toString());
            if (reservation != null) {
                json.text("reserved_for", reservation.instance());
                json.text("reserved_micros", Micros.text(reservation.length()));
            }
        });
    }

    /** Returns the sighting of the record in a script's reply. */
    static Sighting read(String election, ScriptReply reply) {
        byte[] bytes = reply.raw() == null ? null : reply.raw().getBytes(StandardCharsets.ISO_8859_1);
        Sighting found = read(election, bytes, reply.nowMicros());
        return bytes == null || reply.readable() || found instanceof Sighting.Unreadable
                ? found
                : unreadable(election, bytes);
    }

    /**
     * Returns the sighting of a record.
     *
     * @param raw the record, or null if there is none
     * @param nowMicros the server's clock when it was read
     */
    static Sighting read(String election, byte @Nullable [] raw, long nowMicros) {
        if (raw == null) {
            return new Sighting.Never();
        }
        try {
            RecordFields fields = FlatJson.parse(text(raw));
            return switch (fields.text("state")) {
                case "held" -> held(election, fields, nowMicros);
                case "released" -> released(fields);
                default -> throw new IllegalArgumentException("state is neither held nor released");
            };
        } catch (UnreadableRecordException | IllegalArgumentException | ArithmeticException e) {
            return unreadable(election, raw, String.valueOf(e.getMessage()));
        }
    }

    /** Decodes strictly: with replacement characters the record would have another version here than in the scripts. */
    private static String text(byte[] raw) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(raw))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException("it is not UTF-8", e);
        }
    }

    /**
     * Returns the sighting of a record that scripts cannot parse although this class can: only scripts can replace it.
     */
    static Sighting unreadable(String election, byte[] raw) {
        return unreadable(election, raw, "a field does not have the form that Tenure writes");
    }

    private static Sighting unreadable(String election, byte[] raw, String why) {
        DamagedRecord remains = DamagedRecord.of(raw);
        String problem = "the record of " + election + " is not a lease: " + why;
        return new Sighting.Unreadable(problem, remains.token(), Sha1.hex(raw), remains.ttl());
    }

    private static Sighting.Held held(String election, RecordFields fields, long nowMicros) {
        Identity holder = fields.identity();
        WriteStamp stamp = new WriteStamp(
                fields.number("renewal"), fields.number("attempt"), Micros.timeOrEpoch(fields, "written_at"));
        long token = fields.number("token");
        String version = String.join(
                ".", fields.text("token"), fields.text("renewal"), fields.text("attempt"), holder.instance());
        Lease lease = new Lease(
                election,
                holder,
                token,
                follows(fields),
                Micros.timeOrEpoch(fields, "since"),
                Micros.duration(fields, "ttl_micros"),
                stamp,
                version);
        return new Sighting.Held(lease, remainingTime(fields.number("until"), nowMicros));
    }

    private static Sighting.Released released(RecordFields fields) {
        long token = fields.number("token");
        if (token < 1 || token > Lease.MAX_TOKEN) {
            throw new IllegalArgumentException("token " + token + " is not between 1 and " + Lease.MAX_TOKEN);
        }
        long follows = follows(fields);
        if (follows < 0 || follows >= token) {
            throw new IllegalArgumentException("token " + token + " cannot follow token " + follows);
        }
        String successor = fields.find("reserved_for");
        Reservation reservation =
                successor == null ? null : new Reservation(successor, Micros.duration(fields, "reserved_micros"));
        String version = String.join(".", fields.text("token"), "released", fields.text("instance"));
        return new Sighting.Released(token, follows, reservation, version);
    }

    /** Returns the token that the term follows; 0 if the record has none. */
    private static long follows(RecordFields fields) {
        return fields.numberOrZero("follows");
    }

    /** Returns the time left, limited to the longest ttl: a date in the far future must not overflow. */
    private static RemainingTime remainingTime(long untilMicros, long nowMicros) {
        long most = Lease.MAX_TTL.toNanos() / 1_000;
        long left = untilMicros <= nowMicros ? 0 : Math.min(Math.max(untilMicros - nowMicros, 0), most);
        return new RemainingTime(Micros.instant(nowMicros), Duration.ofNanos(left * 1_000));
    }
}
