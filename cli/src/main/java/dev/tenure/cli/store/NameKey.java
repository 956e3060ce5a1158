package dev.tenure.cli.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * A random key that this user keeps beside the locks. Names made with it are equal for equal texts, and reveal nothing
 * of them to somebody who sees the names only, not even to somebody who guesses.
 */
final class NameKey {
    private static final String FILE = "name-key";
    private static final int LENGTH = 32;
    private static final int NAME_LENGTH = 16;

    private final byte[] key;

    private NameKey(byte[] key) {
        this.key = key;
    }

    /** Returns the key of a folder that only this user may read; the first who asks makes it. */
    static synchronized NameKey in(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        PrivateFiles.file(file);
        try (FileChannel channel = FileChannel.open(
                        file, StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
                FileLock alone = channel.lock()) {
            if (alone.isValid() && channel.size() < LENGTH) { // new, or its maker died before it was used
                byte[] random = new byte[LENGTH];
                new SecureRandom().nextBytes(random);
                channel.write(ByteBuffer.wrap(random), 0);
                channel.force(true);
            }
            ByteBuffer key = ByteBuffer.allocate(LENGTH);
            channel.read(key, 0);
            return new NameKey(key.array());
        }
    }

    /** Returns a name for the text. */
    String name(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            digest.update(key);
            byte[] hash = digest.digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(Arrays.copyOf(hash, NAME_LENGTH));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
