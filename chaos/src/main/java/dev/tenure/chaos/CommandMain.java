package dev.tenure.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * The command under {@code tenure run}: as long as it lives it writes down that it does, and counts up the register
 * with the token of its term. Arguments: name of the node, port of the register, folder.
 *
 * <p>It never asks whether its term is current: that it is killed in time is what the run finds out. So a register that
 * refuses it is an error: its successor was there before it was gone.
 */
final class CommandMain {
    private static final long PAUSE_NANOS = Duration.ofMillis(5).toNanos();

    private CommandMain() {}

    public static void main(String[] arguments) throws IOException {
        NodeClock clock = NodeClock.ofThisProcess();
        String who = arguments[0] + "-" + ProcessHandle.current().pid();
        String election = System.getenv("TENURE_ELECTION");
        long token = Long.parseLong(System.getenv("TENURE_TOKEN"));
        TermRecorder recorder = new TermRecorder(who, Path.of(arguments[2]).resolve(who + "." + election + ".terms"));
        try (RegisterClient register = new RegisterClient(Integer.parseInt(arguments[1]), who)) {
            long value = register.read(election, token);
            while (value >= 0) {
                long before = clock.nanos();
                value = register.write(election, token, value + 1);
                recorder.leads(token, before, clock.nanos());
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            register.reportRefusalInCurrentTerm(election, token);
        }
    }
}
