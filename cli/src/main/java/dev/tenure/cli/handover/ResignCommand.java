package dev.tenure.cli.handover;

import dev.tenure.cli.console.CommandVersion;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** The command {@code tenure resign}. */
@Command(
        name = "resign",
        description = "Asks the leader of ELECTION to finish its work and resign, so that another candidate leads.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class ResignCommand implements Callable<Integer> {
    @Mixin
    private final HandOverOptions options = new HandOverOptions();

    @Parameters(index = "0", paramLabel = "ELECTION", description = "The election, such as 'payroll'.")
    private String election = "";

    @Override
    public Integer call() throws InterruptedException {
        return options.run(election, HandOverRequest::resign);
    }
}
