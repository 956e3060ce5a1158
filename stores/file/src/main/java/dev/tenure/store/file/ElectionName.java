package dev.tenure.store.file;

import dev.tenure.spi.StoreUri;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/**
 * Turns the name of an election into the name of a folder and back, on every file system.
 *
 * <p>Lower-case letters, digits, {@code -} and {@code _} stay as they are, and so does a dot inside; every other byte
 * of the name is written as {@code %xx}. Capitals too: file systems that ignore case would otherwise take two elections
 * for one.
 */
final class ElectionName {
    /** The limit of a file name on all common file systems. */
    private static final int MOST_BYTES = 255;

    private ElectionName() {}

    /**
     * Returns the name of the folder.
     *
     * @throws IllegalArgumentException if the name does not fit
     */
    static String toFolder(String election) {
        if (election.isBlank()) {
            throw new IllegalArgumentException("the name of an election must not be blank");
        }
        StringBuilder folder = new StringBuilder();
        ByteBuffer bytes = utf8(election);
        while (bytes.hasRemaining()) {
            boolean inside = bytes.position() > 0 && bytes.remaining() > 1;
            char c = (char) (bytes.get() & 0xff);
            if (isPlain(c) || (c == '.' && inside)) {
                folder.append(c);
            } else {
                folder.append(String.format(Locale.ROOT, "%%%02x", (int) c));
            }
        }
        if (folder.length() > MOST_BYTES) {
            throw new IllegalArgumentException("the election '" + election + "' needs " + folder.length()
                    + " bytes as the name of a folder, and " + MOST_BYTES + " are the most: shorten it; only a-z, 0-9,"
                    + " '-', '_' and '.' count once, other characters three times or more");
        }
        return folder.toString();
    }

    /** Returns the name of the election of this folder, or empty if it is none. */
    static Optional<String> fromFolder(String folder) {
        try {
            String election = StoreUri.decode(folder);
            return toFolder(election).equals(folder) ? Optional.of(election) : Optional.empty();
        } catch (IllegalArgumentException notOurs) {
            return Optional.empty();
        }
    }

    private static ByteBuffer utf8(String election) {
        try {
            return StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(election));
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(
                    "the name of an election must be valid Unicode: it has half a character", e);
        }
    }

    private static boolean isPlain(char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
    }
}
