package dev.tenure.simulator;

import java.util.List;
import java.util.stream.Stream;

/** Mutants of stores that fail over or choose who may claim, and of how the engine deals with the latter. */
final class StoreMutants {
    private StoreMutants() {}

    static List<Mutant> all() {
        return Stream.of(failOver(), revocations(), choosing())
                .flatMap(List::stream)
                .toList();
    }

    /** Mistakes of a store with a master and replicas (R19, decision 43). */
    private static List<Mutant> failOver() {
        return List.of(
                Mutant.of(
                                "a majority that is asked neither before a claim nor after it",
                                "return $now != null && $now.epoch() == $before.epoch();",
                                "return true;")
                        .and("this::askBefore", "this::confirmBefore"),
                Mutant.of(
                        "a new master that grants at once",
                        "if ($by.epoch() == MasterVote.FIRST_EPOCH) { return 0; }",
                        "if ($by != null) { return 0; }"),
                Mutant.of(
                        "a renewal that counts on a deposed master",
                        "$answer -> isWritten($answer, $request), ($server, $by)",
                        "$answer -> false, ($server, $by)"),
                Mutant.of(
                                "a master before taken for the same one when it is back",
                                "return $now != null && $now.epoch() == $before.epoch();",
                                "return $now != null;")
                        .and("this::askBefore", "this::confirmBefore"),
                Mutant.of(
                        "a wait that counts from an earlier master's time",
                        "if ($left == null || $left.server() != number || $left.epoch() != $by.epoch()) {",
                        "if ($left == null) {"),
                Mutant.of(
                        "renewals that wait for a new master, too",
                        "if ($renewal instanceof Renewal.Renewed) { mark(election, $by); }",
                        "if (settlingMillis(election, Duration.ZERO, $by) > 0) { return tooEarly(1); }"));
    }

    /** Mistakes of the engine about what a store that chooses takes back. */
    private static List<Mutant> revocations() {
        return List.of(
                Mutant.of(
                        "a recall that ends nothing",
                        "inputs.accept(new Input.Resign(token, Reason.RESIGNED, cause, Duration.ZERO, null));",
                        ""),
                Mutant.of(
                        "a recall of an earlier term that ends the present one",
                        "inputs.accept(new Input.Resign(token, Reason.RESIGNED, cause, Duration.ZERO, null));",
                        "inputs.accept(new Input.Resign(0, Reason.RESIGNED, cause, Duration.ZERO, null));"),
                Mutant.of(
                        "a term that goes on although the store says that it is lost",
                        "endTerm(current, Reason.TAKEN, $lost.cause(), false, now);",
                        ""),
                Mutant.of(
                        "a leader that was shut out and tries again",
                        "} else if ($renewal instanceof Renewal.Lost $lost) { lose($lost.cause(), now); }",
                        "} else if ($renewal instanceof Renewal.Lost $lost) {"
                                + " term.renewAtNanos = parts.pacing.renewalAfterFailures(1, now); }"),
                Mutant.of(
                        "a candidate that never says that it would not lead",
                        "$next.lease() != null || $campaign.isAble(now)",
                        "$next != null"),
                Mutant.of(
                        "an entry that outlives its campaign",
                        "$entry = Registration.NONE; try { $entered.close(); }",
                        "$entry = Registration.NONE; try { $entered.hashCode(); }"));
    }

    /** Mistakes of a store that chooses who may claim (decision 16). */
    private static List<Mutant> choosing() {
        return List.of(
                Mutant.of(
                        "a leader that is not told of its recall",
                        "$candidate.handOver($lease.token(), RevocationChecker.CAUSE);",
                        ""),
                Mutant.of(
                        "a leader that is not told that it was given up",
                        "$candidate.lost($lease.token(), $cause);",
                        ""),
                Mutant.of(
                                "claims granted to one that is not chosen",
                                "$judged == null || !steps.once(member::isOwner)",
                                "$judged == null")
                        .and("if (!steps.once(member::isOwner)) { drop();", "if (seen == null) { drop();")
                        .and("steps.once(() -> member.hasChoice() && !held.isDisowned(lease))", "true"),
                Mutant.of("a take-over that shuts nobody out", "if ($by != writer) {", "if ($by > writer) {"));
    }
}
