package dev.tenure.store.dynamodb;

import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import dev.tenure.spi.Batons;
import dev.tenure.spi.Deadline;
import dev.tenure.store.support.UnreadableRecordException;
import java.util.Optional;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Keeps the baton of each election as an item beside its lock. Thread-safe.
 *
 * <p>It has no end date, so the time to live of the table never deletes it, and shardcoordinator does not know it.
 */
final class BatonItems implements Batons {
    private static final String NUMBER = "number";
    private static final String CONTENT = "content";
    private static final String WRITE = "writeId";

    private final Table table;

    BatonItems(Table table) {
        this.table = table;
    }

    @Override
    public Optional<Baton> read(String election, Deadline deadline) {
        Item found = table.read(election, Attributes.BATON, deadline);
        if (found.isAbsent()) {
            return Optional.empty();
        }
        try {
            AttributeValue content = found.value(CONTENT);
            if (content == null || content.b() == null) {
                throw new UnreadableRecordException(CONTENT + " is missing, or not binary");
            }
            return Optional.of(new Baton(
                    found.requireNumber(Attributes.TERM),
                    found.requireNumber(NUMBER),
                    content.b().asByteArray(),
                    found.requireText(WRITE)));
        } catch (UnreadableRecordException | IllegalArgumentException e) {
            throw new StoreException(
                    StoreException.Kind.MISCONFIGURED,
                    "the " + Attributes.BATON + " item of " + election + " in " + table.name() + " is no baton: "
                            + e.getMessage() + "; remove it",
                    e);
        }
    }

    @Override
    public Optional<String> write(String election, Baton next, String version, Deadline deadline) {
        Item item = Item.of(election, Attributes.BATON)
                .with(Attributes.TERM, Item.number(next.token()))
                .with(NUMBER, Item.number(next.number()))
                .with(CONTENT, AttributeValue.fromB(SdkBytes.fromByteArray(next.content())))
                .with(WRITE, Item.text(next.writeId()));
        ItemCondition condition = version.isEmpty()
                ? ItemCondition.absent()
                : ItemCondition.present().andEquals(WRITE, Item.text(version));
        boolean written = table.update("writing the baton of " + election, item, condition, deadline)
                .isEmpty();
        return written ? Optional.of(next.writeId()) : Optional.empty();
    }
}
