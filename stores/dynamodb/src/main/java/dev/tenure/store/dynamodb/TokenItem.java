package dev.tenure.store.dynamodb;

import dev.tenure.spi.Handover;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Reservation;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.UnreadableRecordException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The token's item: the last token, and whether its term was released. It has no end date, so the time to live of the
 * table never deletes it, and shardcoordinator does not know it.
 */
final class TokenItem {
    private static final String HELD = "held";
    private static final String RELEASED = "released";

    private TokenItem() {}

    /** Returns the item for a lease. It keeps the ttl for candidates that find it without the lock item. */
    static Item held(Lease lease, long token) {
        return of(lease.election(), token, HELD)
                .with(Attributes.TTL_MILLIS, Item.number(lease.ttl().toMillis()));
    }

    private static Item of(String election, long token, String state) {
        return Item.of(election, Attributes.TOKEN)
                .with(Attributes.TERM, Item.number(token))
                .with(Attributes.STATE, Item.text(state));
    }

    /**
     * Returns the item that marks a term as released.
     *
     * @param token that of the term, or the higher one that somebody wrote meanwhile
     */
    static Item released(Lease lease, long token, Handover to) {
        Reservation reservation = to.reservation();
        Item item =
                of(lease.election(), token, RELEASED).with(Attributes.FOLLOWS, Item.numberUnlessZero(lease.follows()));
        return reservation == null
                ? item
                : item.with(Attributes.RESERVED_FOR, Item.text(reservation.instance()))
                        .with(
                                Attributes.RESERVED_MILLIS,
                                Item.number(reservation.length().toMillis()));
    }

    /** Returns the version of the item while the term with this token is held. */
    static ItemVersion heldMark(long token) {
        return ItemVersion.of(Attributes.TOKEN, of("", token, HELD));
    }

    /** Returns the condition that the item is as this term left it, or missing. */
    static ItemCondition ofTerm(long token) {
        return ItemCondition.present()
                .andEquals(Attributes.TERM, Item.number(token))
                .orAbsent();
    }

    /** Returns the condition that the term with this token was released, and is not reserved for another instance. */
    static ItemCondition releasedTo(String instance, long token) {
        ItemCondition follows = ItemCondition.present().andBetween(Attributes.FOLLOWS, 0, token - 1);
        ItemCondition reserved = ItemCondition.present()
                .andEquals(Attributes.RESERVED_FOR, Item.text(instance))
                .andBetween(Attributes.RESERVED_MILLIS, 1, Lease.MAX_TTL.toMillis());
        return ItemCondition.present()
                .andEquals(Attributes.TERM, Item.number(token))
                .andEquals(Attributes.STATE, Item.text(RELEASED))
                .andMissingOr(Attributes.FOLLOWS, follows)
                .andMissingOr(Attributes.RESERVED_FOR, reserved);
    }

    /** Tells whether there should be a lock item. */
    static boolean isHeld(Item item) {
        return Item.text(HELD).equals(item.value(Attributes.STATE));
    }

    /** Returns the sighting of this item without a lock item. */
    static Sighting alone(Item item) {
        if (item.isAbsent()) {
            return new Sighting.Never();
        }
        String version = ItemVersion.of(Attributes.TOKEN, item).version();
        long token = item.tokenOrZero();
        try {
            if (isHeld(item)) {
                throw new UnreadableRecordException("the lock item is gone, though the term with token " + token
                        + " was not released: the table's own cleaning, or a person, deleted it");
            }
            if (!item.requireText(Attributes.STATE).equals(RELEASED)) {
                throw new UnreadableRecordException(Attributes.STATE + " is neither held nor released");
            }
            if (token == 0) {
                throw new UnreadableRecordException(Attributes.TERM + " is none that a term can have");
            }
            return new Sighting.Released(token, item.follows(token), reservation(item), version);
        } catch (UnreadableRecordException e) {
            return new Sighting.Unreadable(
                    Attributes.TOKEN + " item: " + e.problem(), token, version, item.ttlOrZero());
        }
    }

    private static @Nullable Reservation reservation(Item item) throws UnreadableRecordException {
        String instance = item.optionalText(Attributes.RESERVED_FOR);
        if (instance == null) {
            return null;
        }
        try {
            return new Reservation(instance, Duration.ofMillis(item.requireNumber(Attributes.RESERVED_MILLIS)));
        } catch (IllegalArgumentException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()));
        }
    }
}
