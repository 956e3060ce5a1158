package dev.tenure.cli.arguments;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** {@link HelpText}. */
class HelpTextTest {
    private static final String LONG =
            "This sentence is far too long to fit on one line of the help, so it continues below.";

    @Test
    void helpShowsUsagePurposeParametersAndOptions() {
        Syntax syntax = new Syntax("tenure try", LONG)
                .options(
                        Option.text("--to", "WHOM", "The next.").required(),
                        Option.flag("--once", "Exit."),
                        Option.file("--an-option-with-a-long-name", "A file."),
                        Option.flag("-V, --version", "The version."),
                        Option.flag("-v, --verbose", LONG))
                .parameters(Parameter.required("ELECTION", "The election."), Parameter.optional("NAME", "Its name."));

        assertThat(HelpText.of(syntax)).isEqualTo("""
                Usage: tenure try [-vV] [--once] --to=WHOM [--an-option-with-a-long-name=FILE]
                                  ELECTION [NAME]
                This sentence is far too long to fit on one line of the help, so it continues
                below.
                      ELECTION              The election.
                      [NAME]                Its name.
                      --to=WHOM             The next.
                      --once                Exit.
                      --an-option-with-a-long-name=FILE
                                            A file.
                  -V, --version             The version.
                  -v, --verbose             This sentence is far too long to fit on one line of
                                              the help, so it continues below.
                """);
    }

    @Test
    void commandsAreListedWithTheirPurposes() {
        assertThat(HelpText.ofCommands(List.of(Map.entry("run", "Runs."), Map.entry("status", "Shows."))))
                .isEqualTo("""
                        Commands:
                          run      Runs.
                          status   Shows.
                        """);
    }
}
