package dev.tenure.store.file;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** One record as it is on disk: its number and its bytes. Immutable. */
final class StoredRecord {
    private static final int DIGEST_BYTES = 8;

    private final long number;
    private final byte[] content;

    StoredRecord(long number, byte[] content) {
        this.number = number;
        this.content = content;
    }

    /** Returns the number of the record with this version, 0 for the empty version. */
    static long numberOf(String version) {
        return version.isEmpty() ? 0 : Long.parseLong(version.substring(0, version.indexOf('-')));
    }

    long number() {
        return number;
    }

    byte[] content() {
        return content.clone();
    }

    /**
     * Returns the version: the number, and a digest of the bytes.
     *
     * <p>The number alone may come back: when the folder is wiped, or when a process that was stopped for long
     * publishes under a number that others have used and removed.
     */
    String version() {
        byte[] digest = sha256().digest(content);
        return number + "-" + HexFormat.of().formatHex(digest, 0, DIGEST_BYTES);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
