package dev.tenure.cli.guardian;

import dev.tenure.Term;
import dev.tenure.cli.store.PrivateFiles;
import dev.tenure.cli.store.StoreOption;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The process that becomes the command: {@code runner.sh}, in its own session, with our stdout and stderr.
 *
 * <p>It waits for the start order, and never becomes the command if this process dies before that.
 */
final class CommandProcess {
    private final Process process;

    private CommandProcess(Process process) {
        this.process = process;
    }

    /** Starts the process; the hook runs when it has ended, from another thread. */
    static CommandProcess start(GuardedCommand guarded, Runnable ended) throws IOException {
        String user = Integer.toString(PrivateFiles.user());
        List<String> line =
                new ArrayList<>(List.of("setsid", "sh", "-c", "eval \"$TENURE_RUNNER\"", "tenure-runner", user));
        line.addAll(guarded.command());
        ProcessBuilder builder = new ProcessBuilder(line)
                .redirectOutput(ProcessBuilder.Redirect.INHERIT)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove(StoreOption.VARIABLE);
        builder.environment().put("TENURE_RUNNER", ShellTools.script("runner.sh"));
        builder.environment().put(Guardian.TREE_LOCK, guarded.files().tree().toString());
        if (guarded.input()) {
            builder.environment().put("TENURE_INPUT", ShellTools.input().toString());
        }
        builder.environment().put("TENURE_ELECTION", guarded.election());
        builder.environment().put("TENURE_CANDIDATE", guarded.candidate());
        Process process = builder.start();
        var unused = process.onExit().thenRun(ended);
        return new CommandProcess(process);
    }

    long pid() {
        return process.pid();
    }

    /**
     * Orders the process to become the command of the term, unless the given tick of {@link UptimeClock} has passed.
     *
     * @return false if it no longer listens: it is the command already, or has ended
     */
    boolean go(Term term, long until) {
        try {
            String line = until + " " + term.token() + " " + term.since() + "\n";
            process.getOutputStream().write(line.getBytes(StandardCharsets.US_ASCII));
            process.getOutputStream().flush();
            return true;
        } catch (IOException noLongerListening) {
            return false;
        }
    }

    /** Returns the exit code of a process that has ended, as a shell would: 128 and more for a signal. */
    int exitCode() {
        return process.exitValue();
    }

    /** Returns this process and its descendants, with the key of the lock that they inherit. */
    ProcessTree tree(Object lock) {
        return new ProcessTree(process.toHandle(), lock);
    }

    /** Kills the process itself; the guardian or the {@link ProcessTree} kills its children. */
    void kill() {
        process.destroyForcibly();
    }
}
