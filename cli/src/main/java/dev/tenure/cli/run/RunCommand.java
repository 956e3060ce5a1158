package dev.tenure.cli.run;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.Identity;
import dev.tenure.Status;
import dev.tenure.Term;
import dev.tenure.cli.arguments.Option;
import dev.tenure.cli.arguments.Parameter;
import dev.tenure.cli.arguments.Subcommand;
import dev.tenure.cli.arguments.Syntax;
import dev.tenure.cli.console.CommandFailure;
import dev.tenure.cli.console.CurrentProcess;
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
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The command {@code tenure run}. */
public final class RunCommand implements Subcommand {
    /**
     * The engine waits longer than the guardian, so that this process still holds the lease while a command is killed.
     */
    private static final Duration ENGINE_PATIENCE = Duration.ofSeconds(2);

    /** A store that does not answer must not delay the end of {@code --wait}. */
    private static final Duration LEAVE_WITHIN = Duration.ofSeconds(5);

    private final StoreOption storeOption = new StoreOption();
    private final Option<String> name = Option.text("--as", "NAME", "The name others see. Default: HOST-PID.");
    private final Option<Duration> ttl =
            Option.duration("--ttl", "The ttl of the lease, such as 15s. Default: that of the store.");
    private final Option<Duration> grace = Option.duration(
            "--grace", "The time between TERM and KILL for COMMAND. Default: 1s, less with a short --ttl.");
    private final Option<Boolean> once =
            Option.flag("--once", "Exit when leadership is lost, instead of standing again.");
    private final Option<Duration> wait =
            Option.duration("--wait", "Give up if not elected within this time. Default: wait for ever.");
    private final Option<Integer> priority = Option.number(
            "--priority",
            "N",
            "The lower number leads, and takes over from a higher one. Default: " + CandidateBuilder.DEFAULT_PRIORITY
                    + " for all.");
    private final Option<String> serviceVersion = Option.text(
            "--service-version", "V", "The version of what COMMAND runs, such as 2.1.0; shown by 'tenure roster'.");
    private final Option<Boolean> preferNewest =
            Option.flag("--prefer-newest", "Among candidates of the same priority the newest --service-version leads.");
    private final HealthOption health = new HealthOption();
    private final PeerServerOption peer = new PeerServerOption();
    private final Parameter electionName = Parameter.required("ELECTION", "The election, such as 'payroll'.");
    private final Parameter commandLine = Parameter.rest("COMMAND", "What to run, after '--'.");
    private final Syntax syntax = new Syntax(
                    "tenure run", "Runs COMMAND only while this process leads ELECTION, and passes its exit code on.")
            .synopsis("[OPTIONS] ELECTION -- COMMAND [ARGUMENT...]")
            .adviceWithoutSeparator("write '--' before the command, as in: tenure run payroll -- ./payroll.sh;")
            .options(storeOption.option(), name, ttl, grace, once, wait, priority, serviceVersion, preferNewest)
            .options(health.options())
            .options(peer.options())
            .parameters(electionName, commandLine);

    private final RunOutcomeQueue outcomes = new RunOutcomeQueue();
    private String election = "";
    private @Nullable Deadline electedBy;

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
        startWaiting();
        HeadStart.begin();
        requireElection();
        List<String> command = commandLine.values();
        if (command.isEmpty()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "no command: write it after '--', as in: tenure run payroll -- ./payroll.sh");
        }
        health.check();
        peer.check();
        ShellTools.requireTools();
        ShellTools.requireExecutable(command.get(0));
        LeaseStore store = peer.around(storeOption.open());
        requireName(store);
        RunTiming plan =
                RunTiming.of(store.timing(), ttl.value(), grace.value()).checkedFor(store);
        String candidateName = name.isGiven() ? name.or("") : CurrentProcess.name();
        GuardFiles files = GuardFiles.in(storeOption.guards(), election);
        try (StandbyProcesses standby = new StandbyProcesses(
                        new GuardedCommand(election, candidateName, command, plan.grace(), files));
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
                .priority(priority.or(CandidateBuilder.DEFAULT_PRIORITY))
                .version(serviceVersion.or(""));
        try {
            return (preferNewest.isGiven() ? builder.preferNewest() : builder).start();
        } catch (IllegalArgumentException refused) {
            throw new CommandFailure(ExitStatus.USAGE, String.valueOf(refused.getMessage()), refused);
        }
    }

    /** Without this check a forgotten election would be replaced by the name of the command. */
    private void requireElection() {
        election = electionName.or("");
        if (electionName.isBehindSeparator()) {
            throw new CommandFailure(
                    ExitStatus.USAGE,
                    "no election: write its name before '--', as in: tenure run payroll -- ./payroll.sh");
        }
    }

    private void requireName(LeaseStore store) {
        ElectionName.check(store, election);
        if (name.isGiven() && name.or("").isBlank()) {
            throw new CommandFailure(
                    ExitStatus.USAGE, "--as is blank: give a name that people recognise, or leave it out");
        }
        requirePrintable("the election", election);
        requirePrintable("--as", name.or(""));
        requirePrintable("--service-version", serviceVersion.or(""));
        if (preferNewest.isGiven() && serviceVersion.or("").isBlank()) {
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
            RunOutcome outcome = GuardedRun.during(term, standby.take());
            if (once.isGiven() || outcome.kind() == RunOutcome.Kind.ENDED) {
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
        Duration limit = wait.value();
        electedBy = limit == null ? null : Deadline.after(TimeSource.system(), limit);
    }

    private void standAgain(String how, StandbyProcesses standby) {
        if (once.isGiven()) {
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
