package dev.tenure.cli.store;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads a secret from a file, so that no list of processes shows it. */
public final class TokenFile {
    /** Other users may not read or write it. The group may read it, because containers hand out secrets that way. */
    private static final Set<PosixFilePermission> FORBIDDEN =
            Set.of(PosixFilePermission.OTHERS_READ, PosixFilePermission.OTHERS_WRITE, PosixFilePermission.GROUP_WRITE);

    private TokenFile() {}

    /** Reads the secret, or returns null if there is no file to read. */
    public static @Nullable String read(@Nullable Path file) {
        if (file == null) {
            return null;
        }
        try {
            requirePrivate(file);
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new CommandFailure(
                    ExitStatus.MISCONFIGURED,
                    "the token file " + file + " cannot be read: check its name, and that this user may read it",
                    unreadable);
        }
    }

    private static void requirePrivate(Path file) throws IOException {
        if (!FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
            return;
        }
        if (Files.getPosixFilePermissions(file).stream().anyMatch(FORBIDDEN::contains)) {
            throw new CommandFailure(
                    ExitStatus.MISCONFIGURED,
                    "the token file " + file + " may be read or written by other users: chmod 600 it"
                            + " (a Secret of Kubernetes needs defaultMode: 0440 and an fsGroup,"
                            + " one of Docker mode: 0440)");
        }
    }
}
