package dev.tenure.cli;

import java.nio.file.Path;

/** The folder in which this user's programs keep their state, after the XDG base directory specification. */
final class StateFolder {
    private StateFolder() {}

    static Path path() {
        String state = System.getenv("XDG_STATE_HOME");
        Path parent = state == null || !state.startsWith("/")
                ? Path.of(System.getProperty("user.home"), ".local", "state")
                : Path.of(state);
        return parent.resolve("tenure");
    }

    /** Returns the store that is used when none is named. */
    static String storeUri() {
        return "file:" + path().toString().replace("%", "%25").replace("?", "%3F");
    }
}
