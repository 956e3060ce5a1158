package dev.tenure.cli.doctor;

import dev.tenure.StoreException;
import dev.tenure.Timing;
import dev.tenure.spi.Capability;
import dev.tenure.spi.CheckResult;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.Sighting;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs all checks on a store, and reports each finding at once. */
final class Doctor {
    private static final Duration OWN_CHECKS = Duration.ofSeconds(60);
    private static final int MOST_RECORDS = 100;
    private static final String REACHING = "store";

    private static final String UNTRIED = "nothing to fix: a trial would take that one election from its leader;"
            + " only the checks above were made";

    private final LeaseStore store;
    private final Timing timing;
    private final ScratchElection scratch;
    private final Consumer<CheckResult> told;

    /** Why the store does not answer, or null. */
    private @Nullable String unreachable;

    Doctor(LeaseStore store, Timing timing, ScratchElection scratch, Consumer<CheckResult> told) {
        this.store = store;
        this.timing = timing;
        this.scratch = scratch;
        this.told = told;
    }

    /** Runs the checks. A failure of the store is a finding, never an exception. */
    void examine() throws InterruptedException {
        String refusal = refusal();
        boolean reachable = check(REACHING, () -> reach(refusal));
        checkAll(store.name() + " store", () -> store.diagnose(timing, Deadline.after(time(), OWN_CHECKS)));
        if (!reachable) {
            return;
        }
        check("abilities", this::abilities);
        if (can(Capability.LISTING)) {
            check("records", this::records);
        }
        if (refusal != null) {
            told.accept(CheckResult.warn("claims", "nothing was tried: " + refusal, UNTRIED));
            return;
        }
        try {
            ConditionalWriteChecks trials = new ConditionalWriteChecks(scratch);
            if (check("claims", trials::claims)) {
                tryTheRest(trials);
            }
        } finally {
            check("scratch", this::tidyUp);
        }
    }

    private void tryTheRest(ConditionalWriteChecks trials) throws InterruptedException {
        check("renewals", trials::renewals);
        check("race", new ClaimRace(scratch)::run);
        check("releases", trials::releases);
        checkAll("latency", new LatencyChecks(scratch, timing)::run);
        CapabilityChecks abilities = new CapabilityChecks(scratch);
        if (can(Capability.ROSTER)) {
            check("roster", abilities::roster);
        }
        if (can(Capability.REQUESTS)) {
            check("requests", abilities::requests);
        }
        if (can(Capability.HISTORY)) {
            check("history", abilities::history);
        }
        if (can(Capability.BATON)) {
            check("baton", abilities::baton);
        }
        if (check("tokens", trials::tokens) && can(Capability.WATCH)) {
            check("wake-ups", () -> abilities.wakeUps(timing.interval()));
        }
    }

    /**
     * Returns why this store cannot keep the scratch election, or null if it can. A store that shares the format of
     * another program may hold one election only, which belongs to that program.
     */
    private @Nullable String refusal() {
        try {
            store.checkName(ScratchElection.ELECTION);
            return null;
        } catch (IllegalArgumentException documented) {
            return String.valueOf(documented.getMessage());
        } catch (StoreException unfit) {
            return null; // the first look reports it
        }
    }

    private CheckResult reach(@Nullable String refusal) {
        if (refusal == null) {
            scratch.look();
        } else if (can(Capability.LISTING)) {
            store.elections(scratch.soon());
        } else {
            return CheckResult.ok(REACHING, "the " + store.name() + " store; whether it answers is for its own checks");
        }
        return CheckResult.ok(REACHING, "the " + store.name() + " store answers");
    }

    private CheckResult abilities() {
        return CheckResult.ok("abilities", Abilities.sentence(store.capabilities()));
    }

    private CheckResult records() {
        List<String> elections =
                store.elections(scratch.soon()).stream().sorted().toList();
        List<String> unreadable = new ArrayList<>();
        for (String election : elections.subList(0, Math.min(MOST_RECORDS, elections.size()))) {
            if (store.inspect(election, scratch.soon()) instanceof Sighting.Unreadable) {
                unreadable.add(election);
            }
        }
        String looked = elections.size() > MOST_RECORDS
                ? "the first " + MOST_RECORDS + " of " + elections.size() + " elections"
                : elections.size() + (elections.size() == 1 ? " election" : " elections");
        return unreadable.isEmpty()
                ? CheckResult.ok("records", looked + ", all readable")
                : CheckResult.warn(
                        "records",
                        looked + ", unreadable: " + String.join(", ", unreadable),
                        "see 'tenure status'; unless a newer Tenure wrote it, the next leader replaces such a record"
                                + " once it was unchanged for the length of a lease");
    }

    private CheckResult tidyUp() {
        scratch.letGo();
        scratch.ours().ifPresent(scratch::release); // granted by a call that failed
        return CheckResult.ok(
                "scratch", "all that is left is the election " + ScratchElection.ELECTION + ", which nobody holds");
    }

    private boolean can(Capability capability) {
        return store.capabilities().contains(capability);
    }

    private static TimeSource time() {
        return TimeSource.system();
    }

    /** Reports the result of a check; returns whether the checks that depend on it make sense. */
    private boolean check(String subject, Callable<CheckResult> check) throws InterruptedException {
        return checkAll(subject, () -> List.of(check.call()));
    }

    private boolean checkAll(String subject, Callable<List<CheckResult>> checks) throws InterruptedException {
        try {
            List<CheckResult> found = checks.call();
            found.forEach(this::report);
            return found.stream().noneMatch(finding -> finding.level() == CheckResult.Level.FAIL);
        } catch (InterruptedException e) {
            throw e;
        } catch (StoreException e) {
            report(CheckResult.fail(subject, String.valueOf(e.getMessage()), remedy(e.kind())));
            return false;
        } catch (UnsupportedOperationException | IllegalArgumentException documented) {
            report(CheckResult.warn(
                    subject,
                    "not tried: " + documented.getMessage(),
                    "nothing to fix, if nothing asks for it: this store refuses it by design, as its page says"));
            return false;
        } catch (Exception e) {
            told.accept(CheckResult.fail(subject, e.toString(), "report it: no store may fail like this"));
            return false;
        }
    }

    /** The store's own checks may fail like the first look at it: that and its remedy are said once. */
    private void report(CheckResult finding) {
        if (unreachable == null || !finding.text().contains(unreachable)) {
            told.accept(finding);
        }
        if (finding.subject().equals(REACHING) && finding.level() == CheckResult.Level.FAIL) {
            unreachable = finding.text().replaceFirst("^.*? failed: ", "");
        }
    }

    /** The message of the failure names the remedy where one is known. */
    private static String remedy(StoreException.Kind kind) {
        return switch (kind) {
            case UNREACHABLE -> "mend that, and try again";
            case OUTCOME_UNKNOWN -> "mend what cuts off connections or answers, and try again";
            case MISCONFIGURED -> "fix that first: trying again cannot help";
        };
    }
}
