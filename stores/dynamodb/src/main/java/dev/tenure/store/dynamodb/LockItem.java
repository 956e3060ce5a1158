package dev.tenure.store.dynamodb;

import dev.tenure.Identity;
import dev.tenure.spi.Lease;
import dev.tenure.spi.WriteStamp;
import dev.tenure.store.support.UnreadableRecordException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * The lock item: a lease in the format of shardcoordinator with additional attributes.
 *
 * <p>Nodes of shardcoordinator keep unknown attributes when they renew their own lock, and drop them when they take a
 * lock over. So a lock without a token is theirs.
 */
final class LockItem {
    private LockItem() {}

    /** Tells whether shardcoordinator wrote it. */
    static boolean isForeign(Item item) {
        return !item.has(Attributes.TERM) && !item.has(Attributes.RENEWAL) && !item.has(Attributes.ATTEMPT);
    }

    /** Returns the item of a lease whose end is stated as the given second since 1970. */
    static Item of(Lease lease, long end) {
        return renewed(
                Item.of(lease.election(), Attributes.LOCK)
                        .with(Attributes.OWNER, Item.text(NameRules.owner(lease.holder())))
                        .with(Attributes.TERM, Item.number(lease.token()))
                        .with(Attributes.FOLLOWS, Item.numberUnlessZero(lease.follows()))
                        .with(Attributes.SINCE, Item.text(lease.since().toString())),
                lease,
                end);
    }

    /** Returns the item with the attributes that a renewal writes. */
    static Item renewed(Item item, Lease lease, long end) {
        String address = lease.holder().address();
        WriteStamp stamp = lease.stamp();
        return item.with(Attributes.END, Item.number(end))
                .with(Attributes.RENEWAL, Item.number(stamp.renewal()))
                .with(Attributes.ATTEMPT, Item.number(stamp.attempt()))
                .with(Attributes.WRITTEN, Item.text(stamp.at().toString()))
                .with(Attributes.TTL_MILLIS, Item.number(lease.ttl().toMillis()))
                .with(Attributes.NAME, Item.text(lease.holder().name()))
                .with(Attributes.ADDRESS, address == null ? null : Item.text(address));
    }

    /** Returns the condition that the lock is of this term, with any renewal number. */
    static ItemCondition ofTerm(Lease lease) {
        return ItemCondition.present()
                .andEquals(Attributes.OWNER, Item.text(lease.holder().instance()))
                .andEquals(Attributes.TERM, Item.number(lease.token()));
    }

    /** Returns the version of a lease that was written with this end. */
    static ItemVersion mark(Lease lease, long end) {
        Item written = new Item(java.util.Map.<String, AttributeValue>of(
                Attributes.OWNER, Item.text(lease.holder().instance()),
                Attributes.END, Item.number(end),
                Attributes.TERM, Item.number(lease.token()),
                Attributes.RENEWAL, Item.number(lease.stamp().renewal()),
                Attributes.ATTEMPT, Item.number(lease.stamp().attempt())));
        return ItemVersion.of(Attributes.LOCK, written);
    }

    /** Returns the lease with the ttl that is stored, in whole milliseconds. */
    static Lease kept(Lease lease) {
        return lease.renewed(Duration.ofMillis(lease.ttl().toMillis()), lease.stamp());
    }

    /** Reads a lease that Tenure wrote. */
    static Lease read(String election, Item item) throws UnreadableRecordException {
        item.requireNumber(Attributes.END);
        String owner = item.requireText(Attributes.OWNER);
        @Nullable String address = item.optionalText(Attributes.ADDRESS);
        WriteStamp stamp = new WriteStamp(
                item.requireNumber(Attributes.RENEWAL),
                item.requireNumber(Attributes.ATTEMPT),
                item.requireInstant(Attributes.WRITTEN));
        long token = item.requireNumber(Attributes.TERM);
        try {
            return new Lease(
                    election,
                    Identity.ofInstance(owner)
                            .withName(item.requireText(Attributes.NAME))
                            .withAddress(address),
                    token,
                    item.follows(token),
                    item.requireInstant(Attributes.SINCE),
                    Duration.ofMillis(item.requireNumber(Attributes.TTL_MILLIS)),
                    stamp,
                    ItemVersion.of(Attributes.LOCK, item).version());
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw new UnreadableRecordException(String.valueOf(e.getMessage()));
        }
    }
}
