package dev.tenure.cli;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreUri;
import dev.tenure.spi.Stores;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which store a command works on. */
final class StoreOption {
    private static final String VARIABLE = "TENURE_STORE";

    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "Where leases are kept, such as file:DIR. Default: $TENURE_STORE, or else a folder of this"
                    + " user's: file:$${XDG_STATE_HOME:-~/.local/state}/tenure.")
    private @Nullable String given;

    /** Opens the store. */
    LeaseStore open() {
        try {
            return Stores.open(uri());
        } catch (IllegalArgumentException refused) {
            String message = String.valueOf(refused.getMessage());
            throw new CommandFailure(ExitStatus.MISCONFIGURED, message + advice(), refused);
        } catch (StoreException failed) {
            boolean folder = failed.getCause() instanceof FileSystemException;
            throw folder
                    ? new CommandFailure(ExitStatus.CANNOT_CREATE, String.valueOf(failed.getMessage()), failed)
                    : CommandFailure.of(failed);
        }
    }

    /** Says where a store came from that nobody typed just now. */
    private String advice() {
        return given == null && !uri().equals(StateFolder.storeUri()) ? " (from $" + VARIABLE + ")" : "";
    }

    /** Returns the folder for the locks of guardians: next to the records if they are files, or else this user's. */
    Path guards() {
        StoreUri uri = StoreUri.parse(uri());
        Path folder = Path.of(StoreUri.decode(uri.rest())).toAbsolutePath();
        return uri.scheme().equals("file") && keepsLocks(folder)
                ? folder.resolve("guards")
                : StateFolder.path().resolve("guards").resolve(GuardFiles.fileName(uri.toString()));
    }

    /** Network file systems turn these locks into others, which a command does not inherit. */
    private static boolean keepsLocks(Path folder) {
        try {
            return !Files.getFileStore(folder).type().matches("nfs.*|cifs|smb.*|9p|afs");
        } catch (IOException unknown) {
            return true;
        }
    }

    private String uri() {
        if (given != null) {
            return given;
        }
        String fromEnvironment = System.getenv(VARIABLE);
        return fromEnvironment == null || fromEnvironment.isBlank() ? StateFolder.storeUri() : fromEnvironment;
    }
}
