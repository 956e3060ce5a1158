package dev.tenure.cli.store;

import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import dev.tenure.store.support.FailureWords;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The option for the store that a command works on. */
public final class StoreOption {
    /** The variable that names the store. Started processes do not inherit it, because it may hold a password. */
    public static final String VARIABLE = "TENURE_STORE";

    /** The scheme of a store that no two processes share. */
    private static final String TESTS_ONLY = "memory";

    @Option(
            names = "--store",
            paramLabel = "URI",
            description = "Where leases are kept, such as file:DIR. Default: $TENURE_STORE, or else a folder of this"
                    + " user's: file:$${XDG_STATE_HOME:-~/.local/state}/tenure.")
    private @Nullable String given;

    /** Returns the option as if it had been given this value. */
    public static StoreOption of(String uri) {
        StoreOption option = new StoreOption();
        option.given = uri;
        return option;
    }

    /** Returns the address of the store without what may be secret in it. */
    public String shown() {
        return StoreUri.parse(uri()).toString();
    }

    /** Opens the store to stand on it; a missing folder is created. */
    public LeaseStore open() {
        if (isDefault()) {
            requireOwnState();
        }
        return opened();
    }

    private LeaseStore opened() {
        try {
            requireScheme(uri());
            return opened(uri());
        } catch (IllegalArgumentException refused) {
            String message = String.valueOf(refused.getMessage());
            throw new CommandFailure(ExitStatus.MISCONFIGURED, message + advice(), refused);
        } catch (StoreException failed) {
            boolean folder = failed.getCause() instanceof FileSystemException;
            String elsewhere = isDefault() ? ", set XDG_STATE_HOME, or name another store with --store" : "";
            throw folder
                    ? new CommandFailure(ExitStatus.CANNOT_CREATE, failed.getMessage() + elsewhere, failed)
                    : CommandFailure.of(failed);
        }
    }

    /**
     * Opens the store to read it only. A missing folder is an error and is not created, since its name may be mistyped.
     */
    public LeaseStore openToLook() {
        folder().filter(Files::notExists).ifPresent(missing -> {
            String nothing = "there is no folder " + missing;
            throw new CommandFailure(
                    ExitStatus.NO_SUCH_ELECTION,
                    isDefault()
                            ? nothing + ": no 'tenure run' of this user has used it yet; --store names another store"
                            : nothing + ": check what --store says; 'tenure run' makes it" + advice());
        });
        return opened();
    }

    private static void requireOwnState() {
        try {
            StateFolder.requireOwn();
        } catch (IOException e) {
            throw noState(e);
        }
    }

    private static CommandFailure noState(IOException cause) {
        return new CommandFailure(
                ExitStatus.CANNOT_CREATE,
                "the state folder " + StateFolder.path() + " cannot be written (" + FailureWords.of(cause)
                        + "): give this user permission there, or set XDG_STATE_HOME",
                cause);
    }

    /** Refuses common mistakes with their remedy. Quotes known schemes and plain paths only: the rest may be secret. */
    private static void requireScheme(String uri) {
        if (uri.isBlank()) {
            throw new IllegalArgumentException("the store is blank: is a variable empty?");
        }
        if (uri.matches("\\.{0,2}/(?!/)[^@?%]*")) {
            throw new IllegalArgumentException("the store has no scheme: is file:" + uri + " meant?");
        }
        String scheme = uri.substring(0, Math.max(0, uri.indexOf(':')));
        String lower = scheme.toLowerCase(Locale.ROOT);
        if (!scheme.equals(lower) && usable().contains(lower)) {
            throw new IllegalArgumentException("write the scheme in lower case: " + lower + ":");
        }
    }

    /** Loads no other stores than it must, because that takes time; only a refusal lists them all. */
    private static LeaseStore opened(String uri) {
        String scheme = StoreUri.parse(uri).scheme();
        boolean forTests = scheme.equals(TESTS_ONLY);
        try {
            if (!forTests) {
                return Stores.open(uri);
            }
        } catch (IllegalArgumentException refused) {
            if (usable().contains(scheme)) {
                throw refused;
            }
        }
        String remedy = forTests ? "it is for tests, in one process" : Stores.remedy(scheme, usable());
        throw new IllegalArgumentException(Stores.unknown(scheme, remedy, usable()));
    }

    /** Returns the schemes that commands can use. */
    private static Set<String> usable() {
        Set<String> schemes = new TreeSet<>(Stores.providers().keySet());
        schemes.remove(TESTS_ONLY);
        return schemes;
    }

    /** Adds the address of the store to a message, because not every client names it. */
    public String blame(String message) {
        return message + " (the store is " + shown() + (isFromEnvironment() ? ", from $" + VARIABLE : "") + ")";
    }

    /** Returns the folder of a store that is kept in one. */
    private Optional<Path> folder() {
        try {
            StoreUri uri = StoreUri.parse(uri());
            String rest = StoreUri.decode(uri.rest());
            return uri.scheme().equals("file") && !rest.isBlank() && !rest.matches("//[^/].*")
                    ? Optional.of(Path.of(rest).toAbsolutePath())
                    : Optional.empty();
        } catch (IllegalArgumentException malformed) {
            return Optional.empty(); // opening it gives a better message
        }
    }

    /** Says that the store came from the environment. */
    private String advice() {
        return isFromEnvironment() ? " (from $" + VARIABLE + ")" : "";
    }

    private boolean isFromEnvironment() {
        return given == null && !isDefault();
    }

    private boolean isDefault() {
        return given == null && fromEnvironment() == null;
    }

    /**
     * Returns the folder for the locks of guardians: next to the records if they are files, otherwise in the state
     * folder. Each user of a shared store has a separate folder, because no user can kill another's command, and none
     * should block it.
     */
    public Path guards() {
        Path folder = folder().orElse(null);
        try {
            if (folder != null && keepsLocks(folder)) {
                return folder.resolve("guards-" + PrivateFiles.user());
            }
            Path own = StateFolder.forLocks();
            // A warning only: volumes of containers are often world-writable, and no other user runs there.
            PrivateFiles.openPlaceAbove(own)
                    .ifPresent(above -> Verbosity.say("warning: every user may write " + above
                            + ", and so replace the locks in it: close it with chmod o-w"));
            return own.resolve(FileNames.folderName(folder == null ? uri() : StateFolder.fileUri(folder), own));
        } catch (IOException e) {
            throw noState(e);
        }
    }

    /** Network file systems replace these locks by a kind that a command does not inherit. */
    private static boolean keepsLocks(Path folder) {
        try {
            return !Files.getFileStore(folder).type().matches("nfs.*|cifs|smb.*|9p|afs");
        } catch (IOException unknown) {
            return true;
        }
    }

    private String uri() {
        String named = given == null ? fromEnvironment() : given;
        return named == null ? StateFolder.storeUri() : named;
    }

    private static @Nullable String fromEnvironment() {
        return System.getenv(VARIABLE); // a blank one is refused: a lost secret must not elect a leader on each machine
    }
}
