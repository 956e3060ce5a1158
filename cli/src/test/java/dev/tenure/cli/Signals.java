package dev.tenure.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** Signals that Java cannot send. */
final class Signals {
    private Signals() {}

    /** Sends a signal, such as STOP; to one that is gone it does nothing. */
    static void send(String name, long pid) throws IOException, InterruptedException {
        new ProcessBuilder("sh", "-c", "kill -s " + name + " -- " + pid)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
    }

    /** What a script starts in the background ignores INT, and so do all its children: then it says nothing of ours. */
    static void assumeInterruptsAreHeeded() throws IOException, InterruptedException {
        Process any = new ProcessBuilder("sh", "-c", "kill -s INT $$").start();
        Assumptions.assumeTrue(any.waitFor() == 130, "the tests themselves were started with INT ignored");
    }

    /** Tells whether a process runs or could; one whose end its parent has not noticed yet does not. */
    static boolean isRunning(long pid) throws IOException {
        try {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"), StandardCharsets.ISO_8859_1);
            return stat.charAt(stat.lastIndexOf(')') + 2) != 'Z';
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    /** Kills a command that a failed test left behind, and nobody who has got its process id since. */
    static void killLeftover(long pid, long token) {
        try {
            String environment = Files.readString(Path.of("/proc/" + pid + "/environ"), StandardCharsets.ISO_8859_1);
            if (environment.contains("TENURE_TOKEN=" + token)) {
                ProcessHandle.of(pid).ifPresent(ProcessHandle::destroyForcibly);
            }
        } catch (IOException gone) {
            // as it should be
        }
    }
}
