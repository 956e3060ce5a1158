package dev.tenure.cli.arguments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.ExitStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ArgumentParser}. */
class ArgumentParserTest {
    private final Option<Boolean> verbose = Option.flag("-v, --verbose", "Print more.");
    private final Option<Boolean> help = Option.flag("-h, --help", "Show this.");
    private final Option<Boolean> once = Option.flag("--once", "Exit.");
    private final Option<String> name = Option.text("--as", "NAME", "The name.");
    private final Option<Integer> priority = Option.number("--priority", "N", "The rank.");
    private final Option<Duration> ttl = Option.duration("--ttl", "How long.");
    private final Option<List<Path>> certificate = Option.files("--tls", "CERT,KEY", "Two files.");
    private final Option<String> target =
            Option.text("--to", "WHOM", "The next.").required();
    private final Parameter election = Parameter.required("ELECTION", "The election.");
    private final Parameter command = Parameter.rest("COMMAND", "What to run.");
    private final Syntax syntax = new Syntax("tenure try", "Tries.")
            .adviceWithoutSeparator("write '--' before the command;")
            .options(verbose, help, once, name, priority, ttl, certificate, target)
            .parameters(election, command);

    private void parse(String line) {
        ArgumentParser.parse(syntax, line.isEmpty() ? List.of() : List.of(line.split(" ", -1)));
    }

    @Test
    void valueFollowsItsOptionOrAnEqualsSign() {
        parse("--as=node=7 --priority -5 --ttl 15s --tls a,b payroll");

        assertThat(name.value()).isEqualTo("node=7");
        assertThat(priority.value()).isEqualTo(-5);
        assertThat(ttl.value()).isEqualTo(Duration.ofSeconds(15));
        assertThat(certificate.value()).containsExactly(Path.of("a"), Path.of("b"));
        assertThat(once.isGiven()).isFalse();
        assertThat(once.or(false)).isFalse();
    }

    @Test
    void flagsNeedNoValueAndTheirLettersMayStandTogether() {
        parse("payroll --once -vh");

        assertThat(once.value()).isTrue();
        assertThat(verbose.value()).isTrue();
        assertThat(help.value()).isTrue();
        assertThat(election.value()).isEqualTo("payroll");
    }

    /** An argument of the command may look like anything, also like a file to read arguments from. */
    @Test
    void everythingAfterTheSeparatorIsAParameterAsItStands() {
        parse("payroll -- curl --once -d @/etc/hostname -- x");

        assertThat(command.values()).containsExactly("curl", "--once", "-d", "@/etc/hostname", "--", "x");
        assertThat(once.isGiven()).isFalse();
        assertThat(election.isBehindSeparator()).isFalse();
        assertThat(command.isBehindSeparator()).isTrue();
    }

    @Test
    void parameterBehindTheSeparatorIsKnownAsSuch() {
        parse("-- payroll");

        assertThat(election.value()).isEqualTo("payroll");
        assertThat(election.isBehindSeparator()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "--frobnicate x -- y         | Unknown option: '--frobnicate'; see 'tenure try --help'",
                "x sh -c hi                  | Unknown option: '-c'; write '--' before the command; see",
                "x -vx -- y                  | Unknown option: '-vx'; see",
                "--onec x                    | Unknown option: '--onec'; is '--once' meant? see",
                "--ttl                       | Missing required parameter for option '--ttl' (D); see",
                "--ttl -- x                  | Missing required parameter for option '--ttl' (D); see",
                "--as --once x               | Expected parameter for option '--as' (NAME) but found '--once'; see",
                "--ttl 5s --ttl 6s           | option '--ttl' (D) should be specified only once; see",
                "--once --once               | option '--once' should be specified only once; see",
                "--ttl soon x                | Invalid value for option '--ttl': 'soon' is not a duration",
                "--priority high x           | Invalid value for option '--priority': 'high' is not a whole number",
                "--priority 99999999999 x    | Invalid value for option '--priority': '99999999999' is not a whole",
                "--once=perhaps x            | Invalid value for option '--once': 'perhaps' is not a boolean",
            })
    void wrongArgumentIsRefusedWithItsRemedy(String line, String message) {
        assertThatThrownBy(() -> parse(line))
                .isInstanceOf(CommandFailure.class)
                .hasMessageStartingWith(message)
                .extracting(refused -> ((CommandFailure) refused).status())
                .isEqualTo(ExitStatus.USAGE);
    }

    @Test
    void argumentsThatNothingTakesAreRefused() {
        Syntax one = new Syntax("tenure one", "Takes one.").parameters(Parameter.optional("ELECTION", "Default: all."));

        assertThatThrownBy(() -> ArgumentParser.parse(one, List.of("a", "b", "c")))
                .hasMessage("Unmatched arguments: 'b', 'c'; see 'tenure one --help'");
    }

    @Test
    void missingOptionsAndParametersAreNamed() {
        parse("--once");

        assertThatThrownBy(() -> ArgumentParser.requireComplete(syntax))
                .hasMessage("Missing required option: '--to=WHOM', parameter: 'ELECTION'; see 'tenure try --help'");
        parse("--to x payroll");
        ArgumentParser.requireComplete(syntax);
    }

    @Test
    void firstWordIsTheFirstArgumentThatIsNoOption() {
        assertThat(ArgumentParser.firstWord(List.of("-v", "--debug", "run", "x")))
                .isEqualTo(2);
        assertThat(ArgumentParser.firstWord(List.of("-v"))).isEqualTo(1);
        assertThat(ArgumentParser.firstWord(List.of())).isZero();
    }
}
