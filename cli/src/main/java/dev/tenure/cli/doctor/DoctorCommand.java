package dev.tenure.cli.doctor;

import dev.tenure.Timing;
import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.LeaseStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command {@code tenure doctor}. */
public final class DoctorCommand implements Subcommand {
    private final StoreOption storeOption = new StoreOption();

    private final Option<Duration> ttl =
            Option.duration("--ttl", "Judge latencies by this ttl. Default: that of the store.");
    private final Option<Boolean> json = Option.flag("--json", "Print a JSON object at the end.");
    private final Syntax syntax = new Syntax(
                    "tenure doctor",
                    "Checks whether a store is fit to elect leaders: a line for each check, with the remedy. All trials"
                            + " run on the election " + ScratchElection.ELECTION + ", and disturb no other.")
            .options(storeOption.option(), ttl, json);

    @Override
    public Syntax syntax() {
        return syntax;
    }

    @Override
    public String blame(String message) {
        return storeOption.blame(message);
    }

    @Override
    public int call() throws InterruptedException {
        Duration asked = ttl.value();
        Timing given = asked == null ? null : Durations.timing(asked);
        try {
            DoctorReport report = report(given);
            System.out.println(json.isGiven() ? report.json() : report.summary());
            return report.exitStatus().code();
        } catch (CommandFailure wrongAddress) {
            if (json.isGiven()) {
                System.out.println(new DoctorReport(null, given, List.of(finding(wrongAddress))).json());
            }
            throw wrongAddress;
        }
    }

    private DoctorReport report(@Nullable Timing given) throws InterruptedException {
        List<CheckResult> findings = new ArrayList<>();
        try (LeaseStore store = storeOption.openToLook()) {
            Timing timing = given == null ? store.timing() : given;
            new Doctor(store, timing, ScratchElection.on(store, timing), finding -> tell(finding, findings)).examine();
            return new DoctorReport(store.name(), timing, findings);
        } catch (CommandFailure failure) {
            if (failure.getCause() instanceof IllegalArgumentException) {
                throw failure; // the address is wrong, so there is no store to speak of
            }
            tell(finding(failure), findings);
            return new DoctorReport(null, given, findings);
        }
    }

    private static CheckResult finding(CommandFailure failure) {
        return CheckResult.fail(
                "store", String.valueOf(failure.getMessage()), "fix that first: nothing else was checked");
    }

    /** Prints each finding at once: where a store hangs, the findings before help to see why. */
    private void tell(CheckResult finding, List<CheckResult> findings) {
        findings.add(finding);
        if (!json.isGiven()) {
            System.out.println(DoctorReport.line(finding));
        }
    }
}
