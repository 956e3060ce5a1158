package dev.tenure.cli;

import java.nio.file.Path;

/** The folder in which this user's programs keep their state, after the XDG base directory specification. */
final class StateFolder {
    private StateFolder() {}

    static Path path() {
        String state = System.getenv("XDG_STATE_HOME");
        Path parent = state == null || !state.startsWith("/") ? Path.of(home(), ".local", "state") : Path.of(state);
        return parent.resolve("tenure");
    }

    private static String home() {
        String home = System.getenv("HOME");
        String known = home == null || home.isBlank() ? System.getProperty("user.home") : home;
        if (!known.startsWith("/")) { // as for a user whom the machine does not know
            throw new CommandFailure(
                    ExitStatus.CANNOT_CREATE, "this user has no home for state: set HOME or XDG_STATE_HOME");
        }
        return known;
    }

    /** Returns the store that is used when none is named. */
    static String storeUri() {
        return "file:" + path().toString().replace("%", "%25").replace("?", "%3F");
    }
}
