package dev.tenure.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A secret in a file, so that no list of processes shows it. */
final class TokenFile {
    private TokenFile() {}

    /** Reads the secret, or returns null if there is no file to read. */
    static @Nullable String read(@Nullable Path file) {
        if (file == null) {
            return null;
        }
        try {
            return Files.readString(file, StandardCharsets.UTF_8).strip();
        } catch (IOException unreadable) {
            throw new CommandFailure(
                    ExitStatus.MISCONFIGURED,
                    "the token file " + file + " cannot be read: check its name, and that this user may read it",
                    unreadable);
        }
    }
}
