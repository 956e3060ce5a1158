package dev.tenure.cli.run;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Identity;
import dev.tenure.Status;
import dev.tenure.Term;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CommandVersion;
import dev.tenure.cli.console.CurrentProcess;
import dev.tenure.cli.console.Durations;
import dev.tenure.cli.console.ExitStatus;
import dev.tenure.cli.console.Verbosity;
import dev.tenure.cli.guardian.GuardFiles;
import dev.tenure.cli.guardian.GuardedCommand;
import dev.tenure.cli.guardian.GuardedRun;
import dev.tenure.cli.guardian.RunOutcome;
import dev.tenure.cli.guardian.ShellTools;
import dev.tenure.cli.guardian.StandbyProcesses;
import dev.tenure.cli.store.ElectionName;
import dev.tenure.cli.store.StoreOption;
import dev.tenure.http.HealthServer;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.PrintableText;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The command {@code tenure run}. */
@Command(
        name = "run",
        description = "Runs COMMAND only while this process leads ELECTION, and passes its exit code on.",
        customSynopsis = "tenure run [OPTIONS] ELECTION -- COMMAND [ARGUMENT...]",
        mixinStandardHelpOptions = true,
        versionProvider = CommandVersion.class,
        sortOptions = false)
public final class RunCommand implements Callable<Integer> {
    /**
     * The engine waits longer than the guardian, so that this process still holds the lease while a command is killed.
     */
    private static final Duration ENGINE_PATIENCE = Duration.ofSeconds(2);

    /** A store that does not answer must not delay the end of {@code --wait}. */
    private static final Duration LEAVE_WITHIN = Duration.ofSeconds(5);

    @Mixin
    private final StoreOption storeOption = new StoreOption();

    @SuppressWarnings("UnusedVariable") // it is read before all options are, and stands here to be known
    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "A file of options, one a line, such as: ttl = 15s. Before it counts the environment, as"
                    + " TENURE_TTL, and before that the command line.")
    private @Nullable Path config;

    @Option(names = "--as", paramLabel = "NAME", description = "The name others see. Default: HOST-PID.")
    private @Nullable String name;

    @Option(
            names = "--ttl",
            paramLabel = "D",
            converter = Durations.class,
            description = "The ttl of the lease, such as 15s. Default: that of the store.")
    private @Nullable Duration ttl;

    @Option(
            names = "--grace",
            paramLabel = "D",
            converter = Durations.class,
            description = "The time between TERM and KILL for COMMAND. Default: 1s, less with a short --ttl.")
    private @Nullable Duration grace;

    @Option(names = "--once", description = "Exit when leadership is lost, instead of standing again.")
    private boolean once;

    @Option(
            names = "--wait",
            paramLabel = "D",
            converter = Durations.class,
            description = "Give up if not elected within this time. Default: wait for ever.")
    private @Nullable Duration wait;

    @Option(
            names = "--priority",
            paramLabel = "N",
            description = "The lower number leads, and takes over from a higher one. Default: "
                    + CandidateBuilder.DEFAULT_PRIORITY + " for all.")
    private int priority = CandidateBuilder.DEFAULT_PRIORITY;

    @Option(
            names = "--service-version",
            paramLabel = "V",
            description = "The version of what COMMAND runs, such as 2.1.0; shown by 'tenure roster'.")
    private String serviceVersion = "";

    @Option(
            names = "--prefer-newest",
            description = "Among candidates of the same priority the newest --service-version leads.")
    private boolean preferNewest;

    @Option(
            names = "--stdin",
            description = "Let COMMAND read the stdin of 'tenure run'. Default: it has an empty one.")
    private boolean stdin;

    @Mixin
    private final RestartOption restart = new RestartOption();

    @Mixin
    private final HookOptions hooks = new HookOptions();

    @Mixin
    private final HealthCommandOption healthCommand = new HealthCommandOption();

    @Mixin
    private final HealthOption health = new HealthOption();

    @Mixin
    private final PeerServerOption peer = new PeerServerOption();

    @Parameters(index = "0", paramLabel = "ELECTION", description = "The election, such as 'payroll'.")
    private String election = "";

    @Parameters(index = "1..*", paramLabel = "COMMAND", description = "What to run, after '--'.")
    private List<String> command = List.of();

    @Spec
    private CommandSpec spec = CommandSpec.create(); // replaced by picocli

    private final RunOutcomeQueue outcomes = new RunOutcomeQueue();
    private @Nullable Deadline electedBy;

    @Override
    public Integer call() throws InterruptedException {
        startWaiting();
        requireElection();
        if (command.isEmpty()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "no command: write it after '--', as in: tenure run payroll -- ./payroll.sh");
        }
        health.check();
        peer.check();
        ShellTools.requireTools();
        ShellTools.requireExecutable(command.get(0));
        if (stdin) {
            ShellTools.requireInput();
        }
        LeaseStore store = peer.around(storeOption.open());
        requireName(store);
        RunTiming plan = RunTiming.of(store.timing(), ttl, grace).checkedFor(store);
        String candidateName = name == null ? CurrentProcess.name() : name;
        GuardFiles files = GuardFiles.in(storeOption.guards(), election);
        GuardedCommand guarded =
                new GuardedCommand(election, candidateName, hooks.before(command), plan.grace(), files, stdin);
        try (StandbyProcesses standby = new StandbyProcesses(guarded);
                Candidate candidate = candidate(store, candidateName, plan);
                HealthServer server = health.start(candidate);
                PeerServerOption.Answering peers = peer.start(candidate)) {
            if (server != null) {
                Verbosity.say("health is served at " + server.uri());
            }
            if (peers != null) {
                Verbosity.say("followers are answered at " + peers.place());
            }
            Election stand = candidate.stand(election);
            stand.subscribe(new EventPrinter(candidateName, storeOption::blame, outcomes::add));
            stand.lead(term -> run(stand, term, standby));
            return await(stand, standby);
        }
    }

    private Candidate candidate(LeaseStore store, String candidateName, RunTiming plan) {
        CandidateBuilder builder = Candidate.on(store)
                .closingStore()
                .named(candidateName)
                .timing(plan.timing())
                .grace(plan.grace().plus(ENGINE_PATIENCE))
                .priority(priority)
                .version(serviceVersion);
        healthCommand.start(builder);
        try {
            return (preferNewest ? builder.preferNewest() : builder).start();
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Without this check a forgotten election would be replaced by the name of the command. */
    private void requireElection() {
        List<String> words = spec.commandLine().getParseResult().originalArgs();
        int end = words.indexOf("--");
        if (end >= 0 && !words.subList(0, end).contains(election)) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "no election: write its name before '--', as in: tenure run payroll -- ./payroll.sh");
        }
    }

    private void requireName(LeaseStore store) {
        ElectionName.check(store, election);
        if (name != null && name.isBlank()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--as is blank: give a name that people recognise, or leave it out");
        }
        requirePrintable("the election", election);
        requirePrintable("--as", name == null ? "" : name);
        requirePrintable("--service-version", serviceVersion);
        if (preferNewest && serviceVersion.isBlank()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--prefer-newest compares versions: say with --service-version which this is");
        }
    }

    private static void requirePrintable(String what, String text) {
        try {
            PrintableText.require(what, text);
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Runs the command for one term, on a thread of the engine. */
    private void run(Election stand, Term term, StandbyProcesses standby) throws IOException {
        if (!outcomes.begin()) {
            term.finish("its command has ended already");
            return;
        }
        try {
            RunOutcome outcome = restart.after(
                    GuardedRun.during(term, standby.take()),
                    term,
                    () -> GuardedRun.during(term, standby.again(command)));
            hooks.after(term, outcome);
            if (once || outcome.kind() == RunOutcome.Kind.ENDED) {
                outcomes.end();
            }
            tellAfter(stand, term, outcome);
            term.finish(outcome.cause()); // work that returns would keep it
        } catch (IOException | RuntimeException failed) {
            String message = "the command could not be run under a guardian: " + failed.getMessage();
            CommandFailure failure = new CommandFailure(ExitStatus.UNSUPPORTED, message, failed);
            tellAfter(stand, term, RunOutcome.failed(RunOutcome.Kind.FAILED, failure));
            throw failed;
        }
    }

    /**
     * Reports the outcome of a run only when its term is over. Otherwise the candidate could be closed before the
     * engine knows that the work ended, and the term would end for that reason.
     */
    private void tellAfter(Election stand, Term term, RunOutcome outcome) {
        TermEndListener.await(stand, term, () -> outcomes.add(outcome));
    }

    private int await(Election stand, StandbyProcesses standby) throws InterruptedException {
        int terms = 0; // the next term may begin before the end of the last one is reported
        CommandFailure hopeless = null;
        while (true) {
            RunOutcome outcome = next(terms > 0);
            if (outcome == null) {
                return giveUp(stand.status());
            }
            switch (outcome.kind()) {
                case ELECTED -> terms++;
                case ENDED -> {
                    return outcome.code();
                }
                case STOPPED -> {
                    if (!CurrentProcess.isEnding()) { // a process that shuts down does not stand again
                        terms--;
                        standAgain("given up", standby);
                    }
                }
                case LOST -> {
                    terms--;
                    standAgain("lost", standby);
                }
                case FAILED, HOPELESS -> hopeless = outcome.failure();
            }
            requireHope(hopeless, outcome, terms, stand);
        }
    }

    /** Returns the next outcome, or null if none comes within {@code --wait}. */
    private @Nullable RunOutcome next(boolean leading) throws InterruptedException {
        Deadline until = electedBy;
        return leading || until == null ? outcomes.take() : outcomes.takeBy(until);
    }

    private void startWaiting() {
        electedBy = wait == null ? null : Deadline.after(TimeSource.system(), wait);
    }

    private void standAgain(String how, StandbyProcesses standby) {
        if (once) {
            throw new CommandFailure(
                    ExitStatus.LOST, "leadership of " + election + " was " + how + ", and the command stopped");
        }
        startWaiting();
        standby.prepare();
    }

    /** A claim under way is released while this process ends, if the store answers in time. */
    private int giveUp(Status status) {
        Verbosity.say("not elected within the time of --wait: " + reason(status));
        CurrentProcess.endWithin(LEAVE_WITHIN, ExitStatus.NOT_IN_TIME);
        return ExitStatus.NOT_IN_TIME.code();
    }

    /**
     * A leader continues while its store fails: errors are not loss, and the store may recover in time. A failure that
     * lasts until the term is over is not reported again.
     */
    private static void requireHope(@Nullable CommandFailure hopeless, RunOutcome outcome, int terms, Election stand) {
        if (hopeless == null) {
            return;
        }
        boolean told = outcome.failure() == hopeless;
        if (told && terms > 0 && outcome.kind() == RunOutcome.Kind.HOPELESS) {
            Verbosity.say("problem: " + hopeless.getMessage() + "; it keeps leading while its lease lasts");
        } else if (told || (terms == 0 && stand.status().consecutiveFailures() > 0)) {
            throw hopeless;
        }
    }

    private String reason(Status status) {
        Identity leader = status.leader();
        if (leader != null) {
            return leader.name() + " leads " + election;
        }
        return status.lastSeen() == null
                ? storeOption.blame("the store has not answered")
                : "nobody is known to lead " + election;
    }
}
