package dev.tenure.cli.store;

import dev.tenure.spi.StoreUri;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Names of files and folders for elections and stores. */
public final class FileNames {
    private static final int LONGEST_NAME = 200;

    private FileNames() {}

    /**
     * Returns a name for the folder of a store's locks in the given folder. Different stores have different names, and
     * no name reveals a password: an address with secret parts is named by a key that only this user has.
     */
    public static String folderName(String uri, Path folder) throws IOException {
        String shown = StoreUri.parse(uri).toString();
        return shown.contains("***")
                ? StoreUri.parse(uri).scheme() + "-" + NameKey.in(folder).name(uri)
                : fileName(shown);
    }

    /** Returns a name that every file system accepts, different for different texts. */
    public static String fileName(String text) {
        String name = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("*", "%2A");
        return name.length() <= LONGEST_NAME && !name.startsWith(".") ? name : "sha256-" + sha256(text);
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
