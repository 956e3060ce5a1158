package dev.tenure.cli.handover;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.ExitStatus;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code tenure transfer}. */
@Command(
        name = "transfer",
        description = "Asks the leader of ELECTION to finish its work and hand over to the candidate NAME.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class TransferCommand implements Callable<Integer> {
    @Mixin
    private final HandOverOptions options = new HandOverOptions();

    @Option(
            names = "--to",
            paramLabel = "NAME",
            required = true,
            description = "The name of a candidate, or its instance, as 'tenure roster ELECTION' shows them.")
    private String to = "";

    @Parameters(index = "0", paramLabel = "ELECTION", description = "The election, such as 'payroll'.")
    private String election = "";

    @Override
    public Integer call() throws InterruptedException {
        if (to.isBlank()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--to is blank: name a candidate; 'tenure roster " + election + "' shows them");
        }
        return options.run(election, handOver -> handOver.transfer(to));
    }
}
