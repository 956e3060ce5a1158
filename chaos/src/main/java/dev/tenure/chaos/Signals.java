package dev.tenure.chaos;

import java.io.IOException;

/** Sends signals to processes. */
final class Signals {
    private Signals() {}

    /** Sends a signal, such as STOP, CONT or KILL. */
    static void send(String name, long pid) throws IOException, InterruptedException {
        int code = new ProcessBuilder("kill", "-" + name, Long.toString(pid))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start()
                .waitFor();
        if (code != 0) {
            throw new IOException("kill -" + name + " " + pid + " failed");
        }
    }
}
