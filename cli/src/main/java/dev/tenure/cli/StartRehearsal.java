package dev.tenure.cli;

import dev.tenure.Candidate;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.store.StateFolder;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;

/**
 * Does what a start of {@code tenure run} does, so that the launcher can have the classes listed and archived. It has a
 * folder, and no server: a server's client goes as far as it goes without.
 */
public final class StartRehearsal {
    private static final Duration PATIENCE = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final String ELECTION = "rehearsal";
    private static final String NOBODY_LISTENS = "127.0.0.1:1";

    private StartRehearsal() {}

    /** Rehearses starts on the kind of stores that the first argument names, in the folder that the second names. */
    public static void main(String[] args) throws InterruptedException {
        CurrentProcess.endWithin(LIMIT, ExitStatus.NOT_IN_TIME);
        Main.execute("run", "--ttl", "60s", "--store", StateFolder.fileUri(Path.of(args[1])), ELECTION, "--", "true");
        if (args[0].equals("postgres")) {
            attempt("postgres://" + ELECTION + "@" + NOBODY_LISTENS + "/" + ELECTION);
        } else if (args[0].equals("redis")) {
            attempt("redis://" + NOBODY_LISTENS);
        }
        System.exit(0); // whatever is left running
    }

    private static void attempt(String store) throws InterruptedException {
        try (Candidate candidate = Candidate.on(store).named(ELECTION).start()) {
            candidate.stand(ELECTION).awaitAttempt(Instant.EPOCH, PATIENCE);
        }
    }
}
