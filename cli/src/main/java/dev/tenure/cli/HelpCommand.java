package dev.tenure.cli;

import dev.tenure.cli.arguments.ArgumentParser;
import dev.tenure.cli.arguments.HelpText;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.ExitStatus;
import java.util.List;

/** The command {@code tenure help}. */
final class HelpCommand implements Subcommand {
    private final Parameter command = Parameter.optional("COMMAND", "The command to explain. Default: all, in short.");
    private final Syntax syntax = new Syntax("tenure help", "Shows the help of a command.").parameters(command);

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public int call() {
        String name = command.value();
        if (name == null) {
            System.out.print(Subcommands.help());
            return ExitStatus.OK.code();
        }
        Subcommand explained = Subcommands.make(name);
        if (explained == null) {
            throw ArgumentParser.unmatched(syntax, List.of(name), Subcommands.NAMES);
        }
        System.out.print(HelpText.of(explained.syntax().options(new GlobalOptions().all())));
        return ExitStatus.OK.code();
    }
}
