package dev.tenure.internal.runtime;

import dev.tenure.StoreException;
import dev.tenure.spi.Baton;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What is in a baton: the bytes that the application saved, and the slot that {@code leadAt} has finished. Immutable.
 */
final class BatonContent {
    /** How much of its own an application may save. */
    static final int MAX_STATE = 4_096;

    private static final byte FORMAT = 1;
    private static final byte HAS_SLOT = 1;
    private static final byte HAS_STATE = 2;
    private static final int SLOT_BYTES = Long.BYTES + Integer.BYTES;
    private static final BatonContent EMPTY = new BatonContent(null, null);

    private final byte @Nullable [] state;
    private final @Nullable Instant slot;

    private BatonContent(byte @Nullable [] state, @Nullable Instant slot) {
        this.state = state;
        this.slot = slot;
    }

    /** Returns what the baton of this election says. */
    static BatonContent of(String election, Baton baton) {
        ByteBuffer bytes = ByteBuffer.wrap(baton.content());
        if (!bytes.hasRemaining()) {
            return EMPTY;
        }
        if (bytes.remaining() < 2 || bytes.get() != FORMAT) {
            throw unreadable(election);
        }
        byte parts = bytes.get();
        boolean hasSlot = (parts & HAS_SLOT) != 0;
        if ((parts & ~(HAS_SLOT | HAS_STATE)) != 0 || (hasSlot && bytes.remaining() < SLOT_BYTES)) {
            throw unreadable(election);
        }
        Instant slot = hasSlot ? Instant.ofEpochSecond(bytes.getLong(), bytes.getInt()) : null;
        byte[] state = new byte[bytes.remaining()];
        bytes.get(state);
        return new BatonContent((parts & HAS_STATE) == 0 ? null : state, slot);
    }

    private static StoreException unreadable(String election) {
        return new StoreException(
                StoreException.Kind.MISCONFIGURED,
                "the baton of election '" + election + "' is damaged, or of a later version of Tenure: update Tenure,"
                        + " or remove the baton");
    }

    BatonContent withState(byte[] given) {
        return new BatonContent(given.clone(), slot);
    }

    BatonContent withSlot(Instant given) {
        return new BatonContent(state, given);
    }

    /** Returns what the application saved, if it ever did. */
    Optional<byte[]> state() {
        return Optional.ofNullable(state).map(byte[]::clone);
    }

    /** Returns the slot that was finished last, if {@code leadAt} was ever used. */
    Optional<Instant> slot() {
        return Optional.ofNullable(slot);
    }

    byte[] bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(2 + SLOT_BYTES + (state == null ? 0 : state.length));
        bytes.put(FORMAT).put((byte) ((slot == null ? 0 : HAS_SLOT) | (state == null ? 0 : HAS_STATE)));
        if (slot != null) {
            bytes.putLong(slot.getEpochSecond()).putInt(slot.getNano());
        }
        if (state != null) {
            bytes.put(state);
        }
        return Arrays.copyOf(bytes.array(), bytes.position());
    }
}
