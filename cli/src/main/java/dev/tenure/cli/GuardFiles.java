package dev.tenure.cli;

import static java.util.Objects.requireNonNull;

import dev.tenure.spi.StoreUri;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;

/**
 * The two locks that keep the commands of one election on one machine apart.
 *
 * @param guardian locked by the guardian of the running command, and by nobody who inherits it
 * @param tree locked by the command, and kept by every process that inherits its descriptor
 */
record GuardFiles(Path guardian, Path tree) {
    private static final int LONGEST_NAME = 200;
    private static final int HASH_ROUNDS = 20_000;
    private static final int HASH_BITS = 128;

    /** Returns the locks of an election, in a folder that is made if it is not there. Nobody else may open them. */
    static GuardFiles in(Path folder, String election) {
        String name = fileName(election);
        try {
            Path real = PrivateFiles.folder(folder);
            return new GuardFiles(real.resolve(name + ".guardian"), real.resolve(name + ".tree")).checked();
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitStatus.CANNOT_CREATE,
                    "the locks in " + folder + " cannot be written (" + e
                            + "): give this user permission there, or choose another --store",
                    e);
        }
    }

    /** Makes the files if they are not there, or checks again that they are this user's alone. */
    GuardFiles checked() throws IOException {
        PrivateFiles.folder(requireNonNull(guardian.getParent()));
        if (PrivateFiles.file(guardian)) {
            emptyUnlessLocked();
        }
        PrivateFiles.file(tree);
        return this;
    }

    /** What others may have written names a session to kill. A guardian that lives has written it anew, or will. */
    private void emptyUnlessLocked() throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", "exec 9<>\"$LOCK\" && flock -n 9 && : >\"$LOCK\"");
        builder.environment().remove(StoreOption.VARIABLE);
        builder.environment().put("LOCK", guardian.toString());
        try {
            builder.start().waitFor();
        } catch (InterruptedException cancelled) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Returns a name for the folder of a store's locks. Stores that differ in anything have different ones, and no name
     * tells a password: what is not shown to people goes into a hash that is slow to guess by.
     */
    static String folderName(String uri) {
        String shown = StoreUri.parse(uri).toString();
        return shown.contains("***") ? StoreUri.parse(uri).scheme() + "-" + slowHash(uri, shown) : fileName(shown);
    }

    /** Returns a name that every file system keeps, different for different texts. */
    static String fileName(String text) {
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
