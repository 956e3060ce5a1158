package dev.tenure.chaos;

import java.io.IOException;

/** Sends signals to processes. */
final class Signals {
    private Signals() {}

    /** Sends a signal, such as STOP, CONT or KILL. */
    static void send(String name, long pid) throws IOException, InterruptedException {
        if (!trySend(name, pid)) {
            throw new IOException("kill -" + name + " " + pid + " failed");
        }
    }

    /** Sends a signal; tells whether there was a process to send it to. */
    static boolean trySend(String name, long pid) throws IOException, InterruptedException {
        return new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                        .redirectErrorStream(true)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start()
                        .waitFor()
                == 0;
    }
}
