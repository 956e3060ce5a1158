package dev.tenure.cli.handover;

import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;

/** The command {@code tenure transfer}. */
public final class TransferCommand implements Subcommand {
    private final HandOverOptions options = new HandOverOptions();
    private final Option<String> to = Option.text(
                    "--to", "NAME", "The name of a candidate, or its instance, as 'tenure roster ELECTION' shows them.")
            .required();
    private final Parameter election = Parameter.required("ELECTION", "The election, such as 'payroll'.");
    private final Syntax syntax = new Syntax(
                    "tenure transfer",
                    "Asks the leader of ELECTION to finish its work and hand over to the candidate NAME.")
            .options(options.all())
            .options(to)
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
        String name = election.or("");
        String target = to.or("");
        if (target.isBlank()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--to is blank: name a candidate; 'tenure roster " + name + "' shows them");
        }
        return options.run(name, handOver -> handOver.transfer(target));
    }
}
