package dev.tenure.cli.arguments;

import java.io.IOException;

/** A command such as {@code tenure run}: what it takes, and what it does. */
public interface Subcommand {
    /** Returns what it takes; each call returns the same object. */
    Syntax syntax();

    /** Does it, after the syntax has its values, and returns the exit code. */
    int call() throws IOException, InterruptedException;

    /** Adds the address of the store to a message about one that did not answer. */
    default String blame(String message) {
        return message;
    }
}
