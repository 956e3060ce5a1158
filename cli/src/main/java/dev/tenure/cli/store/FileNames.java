package dev.tenure.cli.store;

import dev.tenure.spi.StoreUri;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/** Names of files and folders for elections and stores. */
public final class FileNames {
    private static final int LONGEST_NAME = 200;
    private static final int HASH_ROUNDS = 20_000;
    private static final int HASH_BITS = 128;

    private FileNames() {}

    /**
     * Returns a name for the folder of a store's locks. Different stores have different names, and no name reveals a
     * password: secret parts go into a slow hash.
     */
    public static String folderName(String uri) {
        String shown = StoreUri.parse(uri).toString();
        return shown.contains("***") ? StoreUri.parse(uri).scheme() + "-" + slowHash(uri, shown) : fileName(shown);
    }

    /** Returns a name that every file system accepts, different for different texts. */
    public static String fileName(String text) {
        String name = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A");
        return name.length() <= LONGEST_NAME && !name.startsWith(".") ? name : "sha256-" + sha256(text);
    }

    private static String slowHash(String text, String salt) {
        PBEKeySpec spec =
                new PBEKeySpec(text.toCharArray(), salt.getBytes(StandardCharsets.UTF_8), HASH_ROUNDS, HASH_BITS);
        try {
            byte[] hash = SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
                    .generateSecret(spec)
                    .getEncoded();
            return HexFormat.of().formatHex(hash);
        } catch (GeneralSecurityException e) {
            throw new AssertionError("every JDK has PBKDF2", e);
        }
    }

    private static String sha256(String text) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            return HexFormat.of().formatHex(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError("every JDK has SHA-256", e);
        }
    }
}
