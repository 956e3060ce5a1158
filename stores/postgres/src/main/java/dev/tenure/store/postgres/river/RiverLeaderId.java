package dev.tenure.store.postgres.river;

import dev.tenure.Identity;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.store.postgres.sql.ParameterBinder;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The value that Tenure writes into River's {@code leader_id}: {@code tenure|INSTANCE|ATTEMPT|TTL|NAME|ADDRESS}.
 *
 * <p>River only needs it to be unique to its writer and not too long. It stays the same through a term, unless the
 * holder's address or ttl changes.
 *
 * @param holder the leader
 * @param attempt the id of the claim that began the term: renewals have no room for theirs
 * @param ttl how long the lease lasts after each write
 */
public record RiverLeaderId(Identity holder, long attempt, Duration ttl) {
    /** The limit of River's table, in characters. */
    public static final int MOST = 127;

    private static final String MARK = "tenure|";
    private static final int PARTS = 6;
    private static final int RADIX = 36;

    /** Returns the beginning of every leader_id of this instance. */
    public static String prefix(String instance) {
        return MARK + escaped(instance) + "|";
    }

    /** Reads a leader_id; returns null if Tenure did not write it. */
    public static @Nullable RiverLeaderId read(String text) {
        String[] parts = text.split("\\|", PARTS);
        if (!text.startsWith(MARK) || parts.length != PARTS) {
            return null;
        }
        try {
            String address = parts[5].isEmpty() ? null : parts[5];
            return new RiverLeaderId(
                    Identity.ofInstance(plain(parts[1]))
                            .withName(plain(parts[4]))
                            .withAddress(address),
                    Long.parseLong(parts[2], RADIX),
                    Duration.of(Long.parseLong(parts[3], RADIX), ChronoUnit.MICROS));
        } catch (IllegalArgumentException | ArithmeticException e) {
            return null;
        }
    }

    /**
     * Returns the text for the column.
     *
     * @throws StoreException if there is no room for the name and the address
     */
    public String text() {
        String address = holder.address() == null ? "" : holder.address();
        String text = prefix(holder.instance())
                + Long.toString(attempt, RADIX)
                + "|"
                + Long.toString(ParameterBinder.micros(ttl), RADIX)
                + "|"
                + escaped(holder.name())
                + "|"
                + address;
        int over = text.codePointCount(0, text.length()) - MOST;
        if (over > 0) {
            throw new StoreException(
                    Kind.MISCONFIGURED,
                    "the name '" + holder.name() + "' and the address '" + address + "' are " + over
                            + " characters too long together for River's leader_id: choose shorter ones");
        }
        return text;
    }

    private static String escaped(String part) {
        return part.replace("%", "%25").replace("|", "%7C");
    }

    private static String plain(String part) {
        return part.replace("%7C", "|").replace("%25", "%");
    }
}
