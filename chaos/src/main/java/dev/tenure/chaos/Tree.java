package dev.tenure.chaos;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;

/**
 * The processes beside a wrapper of {@code tenure run}: its guardian, and the command with its children.
 *
 * @param processes all of them
 */
record Tree(List<ProcessHandle> processes) {

    /** Sends a signal to the guardian; tells whether there is one. */
    boolean signalGuardian(String signal) throws IOException, InterruptedException {
        return signal(signal, processes.stream().filter(Tree::isGuardian).toList());
    }

    /** Sends a signal to the command; tells whether it runs. */
    boolean signalCommand(String signal) throws IOException, InterruptedException {
        return signal(signal, processes.stream().filter(Tree::isCommand).toList());
    }

    private static boolean signal(String signal, List<ProcessHandle> to) throws IOException, InterruptedException {
        boolean sent = false;
        for (ProcessHandle process : to) {
            if (process.isAlive()) {
                sent |= Signals.trySend(signal, process.pid());
            }
        }
        return sent;
    }

    private static boolean isGuardian(ProcessHandle process) {
        return arguments(process).contains("tenure-guardian");
    }

    private static boolean isCommand(ProcessHandle process) {
        return arguments(process).contains(CommandMain.class.getName());
    }

    private static List<String> arguments(ProcessHandle process) {
        return process.info().arguments().map(Arrays::asList).orElse(List.of());
    }
}
