package dev.tenure.chaos;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Asks leaders to resign or to transfer, by the command {@code tenure}, as a person would.
 *
 * @param deployment where the elections are
 * @param log what the commands print, for people
 */
record HandOverRequest(Deployment deployment, Path log) {
    private static final long LIMIT_SECONDS = 30;

    void resign(String election) throws IOException, InterruptedException {
        ask(List.of("resign", "--store", deployment.uri(), election, "--wait", "0s"));
    }

    void transfer(String election, String to) throws IOException, InterruptedException {
        ask(List.of("transfer", "--store", deployment.uri(), election, "--to", to, "--wait", "0s"));
    }

    /** Whether it is honoured is not judged: perhaps nobody leads, or the other node is down. */
    private void ask(List<String> arguments) throws IOException, InterruptedException {
        ProcessBuilder command = new ProcessBuilder(JavaCommand.of("dev.tenure.cli.Main", new ArrayList<>(arguments)))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        command.environment().putAll(deployment.environment());
        Process asking = command.start();
        if (!asking.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            asking.destroyForcibly().waitFor();
        }
    }
}
