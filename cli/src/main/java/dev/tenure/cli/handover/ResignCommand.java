package dev.tenure.cli.handover;

import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;

/** The command {@code tenure resign}. */
public final class ResignCommand implements Subcommand {
    private final HandOverOptions options = new HandOverOptions();
    private final Parameter election = Parameter.required("ELECTION", "The election, such as 'payroll'.");
    private final Syntax syntax = new Syntax(
                    "tenure resign",
                    "Asks the leader of ELECTION to finish its work and resign, so that another candidate leads.")
            .options(options.all())
            .parameters(election);

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public String blame(String message) {
        return options.blame(message);
    }

    @Override
    public int call() throws InterruptedException {
        return options.run(election.or(""), HandOverRequest::resign);
    }
}
