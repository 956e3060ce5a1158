package dev.tenure.cli;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * The two locks that keep the commands of one election on one machine apart.
 *
 * @param guardian locked by the guardian of the running command, and by nobody who inherits it
 * @param tree locked by the command, and kept by every process that inherits its descriptor
 */
record GuardFiles(Path guardian, Path tree) {
    private static final int LONGEST_NAME = 200;

    /** Returns the locks of an election, in a folder that is made if it is not there. */
    static GuardFiles in(Path folder, String election) {
        String name = fileName(election);
        GuardFiles files = new GuardFiles(folder.resolve(name + ".guardian"), folder.resolve(name + ".tree"));
        try {
            Files.createDirectories(folder);
            for (Path file : List.of(files.guardian(), files.tree())) {
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                        .close();
            }
        } catch (IOException e) {
            throw new CommandFailure(
                    ExitStatus.CANNOT_CREATE,
                    "the locks in " + folder + " cannot be written (" + e
                            + "): give this user permission there, or choose another --store",
                    e);
        }
        return files;
    }

    /** Returns a name that every file system keeps, different for different texts. */
    static String fileName(String text) {
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
