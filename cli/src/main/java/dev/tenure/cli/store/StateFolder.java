package dev.tenure.cli.store;

import static java.util.Objects.requireNonNull;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The state folder of this user, by the XDG base directory specification. */
public final class StateFolder {
    private static final String LOCKS = "guards";

    private StateFolder() {}

    static Path path() {
        return named().orElseGet(() -> Path.of(home(), ".local", "state")).resolve("tenure");
    }

    private static Optional<Path> named() {
        return Optional.ofNullable(System.getenv("XDG_STATE_HOME"))
                .filter(path -> path.startsWith("/"))
                .map(Path::of);
    }

    private static String home() {
        String home = System.getenv("HOME");
        String known = home == null || home.isBlank() ? System.getProperty("user.home") : home;
        if (!known.startsWith("/")) { // for example a user without an entry in the user database
            throw new CommandFailure(
                    ExitStatus.CANNOT_CREATE, "this user has no home for state: set HOME or XDG_STATE_HOME");
        }
        return known;
    }

    /**
     * Returns this user's folder for the locks of commands on stores elsewhere, which is made.
     *
     * <p>A home may be read-only, as in a container. These locks only add to what the lease does, so that another
     * folder of this user will do. Leases themselves are never moved: two processes could then keep them in two places.
     */
    static Path forLocks() throws IOException {
        try {
            requireOwn();
            return PrivateFiles.folder(path().resolve(LOCKS));
        } catch (IOException | CommandFailure unusable) {
            boolean isUnsafe = unusable instanceof CommandFailure failure && failure.status() == ExitStatus.UNSAFE;
            if (isUnsafe || named().isPresent()) {
                throw unusable;
            }
            Path other = elsewhere();
            Verbosity.say("this user's home cannot be written, so locks of commands are in " + other
                    + "; XDG_STATE_HOME names another folder");
            return PrivateFiles.folder(PrivateFiles.folder(other).resolve(LOCKS));
        }
    }

    private static Path elsewhere() throws IOException {
        String session = System.getenv("XDG_RUNTIME_DIR");
        return session != null && session.startsWith("/") && Files.isWritable(Path.of(session))
                ? Path.of(session, "tenure")
                : Path.of("/tmp", "tenure-" + PrivateFiles.user());
    }

    /** Refuses to let root create files in the home of another user, as with a HOME that sudo kept. */
    static void requireOwn() throws IOException {
        if (named().isPresent() || PrivateFiles.user() != 0) {
            return;
        }
        Path there = path();
        while (!Files.exists(there)) {
            there = requireNonNull(there.getParent(), "the root is always there");
        }
        if ((Integer) Files.getAttribute(there, "unix:uid") != 0) {
            throw new CommandFailure(
                    ExitStatus.UNSAFE,
                    there + " belongs to another user, and this is root: set XDG_STATE_HOME, or HOME to root's own");
        }
    }

    /** Returns the store that is used when none is named. */
    static String storeUri() {
        return fileUri(path());
    }

    /** Returns the address of a store in a folder, whatever characters its path has. */
    public static String fileUri(Path folder) {
        return "file:" + folder.toString().replace("%", "%25").replace("?", "%3F");
    }
}
