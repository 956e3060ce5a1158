package dev.tenure.cli.doctor;

import dev.tenure.Timing;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code tenure doctor}. */
@Command(
        name = "doctor",
        description =
                "Checks whether a store is fit to elect leaders: a line for each check, with the remedy. All trials"
                        + " run on the election " + ScratchElection.ELECTION + ", and disturb no other.",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class DoctorCommand implements Callable<Integer> {
    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @Option(
            names = "--ttl",
            paramLabel = "D",
            converter = Durations.class,
            description = "Judge latencies by this ttl. Default: that of the store.")
    private @Nullable Duration ttl;

    @Option(names = "--json", description = "Print a JSON object at the end.")
    private boolean json;

    @Override
    public Integer call() throws InterruptedException {
        Timing given = ttl == null ? null : Durations.timing(ttl);
        try {
            DoctorReport report = report(given);
            System.out.println(json ? report.json() : report.summary());
            return report.exitStatus().code();
        } catch (CommandFailure wrongAddress) {
            if (json) {
                System.out.println(new DoctorReport(null, given, List.of(finding(wrongAddress))).json());
            }
            throw wrongAddress;
        }
    }

    private DoctorReport report(@Nullable Timing given) throws InterruptedException {
        List<CheckResult> findings = new ArrayList<>();
        MachineChecks machine = new MachineChecks(TimeSource.system());
        tell(MachineChecks.classPath(System.getProperty("java.class.path")), findings);
        tell(MachineChecks.clockSource(MachineChecks.CLOCK_SOURCE), findings);
        try (LeaseStore store = storeOption.openToLook()) {
            Timing timing = given == null ? store.timing() : given;
            new Doctor(store, timing, ScratchElection.on(store, timing), finding -> tell(finding, findings)).examine();
            tell(machine.timeStep(), findings);
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
        if (!json) {
            System.out.println(DoctorReport.line(finding));
        }
    }
}
