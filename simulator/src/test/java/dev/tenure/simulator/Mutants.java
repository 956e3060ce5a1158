package dev.tenure.simulator;

import java.util.List;
import java.util.stream.Stream;

/** The mutants: common mistakes of leader election, and mistakes that the simulator has found in this engine. */
public final class Mutants {
    private Mutants() {}

    public static List<Mutant> all() {
        return Stream.of(
                        trust(),
                        waiting(),
                        terms(),
                        hooksAndFleet(),
                        found(),
                        foundInHooksAndFleet(),
                        restarts(),
                        batchesAndSteps(),
                        takeover(),
                        PeerAndShardMutants.all(),
                        StoreMutants.all())
                .flatMap(List::stream)
                .toList();
    }

    /** Mistakes about trust. */
    private static List<Mutant> trust() {
        return List.of(
                Mutant.of(
                                "trust counted from the answer",
                                "$terms.leadOrRelease(lease, $call.earns(lease),",
                                "$terms.leadOrRelease(lease, Trust.earned(now, lease.ttl(), $call.timing()),")
                        .and(
                                "$term.trust = $call.earns(lease);",
                                "$term.trust = Trust.earned(now, lease.ttl(), $call.timing());"),
                Mutant.of(
                        "a bare leader flag",
                        "return $trust != null && $trust.holds(nanos, wallMillis, sleptNanos);",
                        "return $trust != null;"),
                Mutant.of(
                        "adoption with a later attempt's trust",
                        "$attempt == null ? null : $attempt.earns(lease)",
                        "$attempt == null ? null : Trust.earned(now, lease.ttl(), $attempt.timing())"),
                Mutant.of(
                        "a sleeping machine that does not notice",
                        "return Math.max(0, Math.max($wall, $slept - $start.sleptNanos()));",
                        "return 0;"),
                Mutant.of(
                        "a sleep that a wall clock set back hides",
                        "return Math.max(0, Math.max($wall, $slept - $start.sleptNanos()));",
                        "return Math.max(0, $wall);"));
    }

    /** Mistakes about how long followers wait. */
    private static List<Mutant> waiting() {
        return List.of(
                Mutant.of(
                        "standing again forgets a leader that was seen alive",
                        "boolean $seen = !observation.isClaimable(now);",
                        "boolean $seen = false;"),
                Mutant.of(
                        "observation counted from the call's start",
                        "void note(Sighting $seen, long $sent, long $arrived) {",
                        "void note(Sighting $seen, long $sent, long $arrived) { $arrived = $sent;"),
                Mutant.of(
                        "take-over by the wall clock",
                        "if (!$mustLook && mayLead(now) && isClaimable(now)) {",
                        "if (observation().latest() instanceof Sighting.Held held && mayLead(now)"
                                + " && now.instant().isAfter(held.lease().stamp().at().plus(held.lease().ttl()))) {"
                                + "  return parts.calls.claim("
                                + "      ClaimCondition.judged(held, observation().highestToken()), now);"
                                + "}"
                                + "if (!$mustLook && mayLead(now) && isClaimable(now)) {"),
                Mutant.of(
                        "absence taken for release",
                        "boolean $back = goesBack($before, $seen);",
                        "boolean $back = goesBack($before, $seen); if ($seen instanceof Sighting.Never) return false;"),
                Mutant.of(
                        "a wake-up that re-arms the renewal",
                        "$follower.wakeUp(now);",
                        "$follower.wakeUp(now); if (term() != null)"
                                + " term().renewAtNanos = parts.pacing.renewalAfter(now);"));
    }

    /** Mistakes about terms and their release. */
    private static List<Mutant> terms() {
        return List.of(
                Mutant.of(
                        "release before the work stopped",
                        "&& $ended.isWoundDown()) { parts.add($calls.release(",
                        ") { parts.add($calls.release("),
                Mutant.of(
                                "renewal by name instead of term",
                                "&& $holder.instance().equals($other.$holder.instance());",
                                "&& $holder.name().equals($other.$holder.name());")
                        .and("return token == $other.token", "return ttl != null")
                        .and(
                                "return $self.instance().equals($other.instance());",
                                "return $self.name().equals($other.name());"),
                Mutant.of(
                        "renewal that leaves the record unchanged",
                        "return new Lease(election, holder, token, follows, since, newTtl, newStamp, version);",
                        "return this;"),
                Mutant.of(
                        "an unknown claim that is ignored",
                        "&& othersAreOver(now) ? $held.lease() : null",
                        "&& now == null ? $held.lease() : null"));
    }

    /** Mistakes about hooks, listeners and other candidates. */
    private static List<Mutant> hooksAndFleet() {
        return List.of(
                Mutant.of(
                        "release that waits for no listener",
                        "return isIdle() && $hook == null && $barriers == null;",
                        "return isIdle();"),
                Mutant.of("release under a runIfLeader call", "!$listeners && !$calls.isInside(token)", "!$listeners"),
                Mutant.of(
                        "a term announced before its hook has agreed",
                        "$term.job = start(Effect.Start.Kind.ACQUIRE_HOOK,",
                        "announce(held, now); $term.job = start(Effect.Start.Kind.ACQUIRE_HOOK,"),
                Mutant.of(
                        "preference without readiness",
                        ".filter($peer -> $peer.isAble() && isBetter($peer.entry()))",
                        ".filter($peer -> isBetter($peer.entry()))"),
                Mutant.of("a void request honoured", "$term.token() != $request.token() ||", "")
                        .and("new Input.Resign($request.token(), $reason,", "new Input.Resign(0, $reason,"),
                Mutant.of(
                        "candidates that claim though they are not able to lead",
                        "return able && !$closing && !$setup.options().observes() && !observation().leavesNoToken();",
                        "return !$closing;"));
    }

    /** Mistakes that this engine really had. */
    private static List<Mutant> found() {
        return List.of(
                Mutant.of(
                        "a lost term forgotten when a newcomer came and went",
                        ".filter($term -> $term.token() == UNKNOWN || $term.token() != $token)",
                        ".filter($term -> $token == 0)"),
                Mutant.of(
                        "a newcomer between two looks taken for a successor",
                        "$seen.follows() == $before.lastToken();",
                        "$seen.lastToken() > $before.lastToken();"),
                Mutant.of(
                        "renewals missed by one who did not look",
                        "return !$back && isOverdue($held.lease())",
                        "return !$back"),
                Mutant.of(
                        "a vanished record waited out from its last known renewal",
                        "later($clearAt, $arrived + waitFor($held.lease().ttl()));",
                        "$clearAt;"),
                Mutant.of(
                        "adoption beside a living leader",
                        "return ($seen == null || isOurs($seen) || now.reached($stated))"
                                + " && $remembered.othersAreOver(now);",
                        "return true;"),
                Mutant.of(
                        "the whole margin for work to stop",
                        "$timing.margin().minus($timing.ttl().dividedBy(10))",
                        "$timing.margin()"),
                Mutant.of(
                        "a refused renewal repeated at once",
                        "$parts.pacing.renewalAfterFailures(1, now)",
                        "now.nanos()"));
    }

    /** Mistakes that this engine really had with rosters, hooks and changed settings. */
    private static List<Mutant> foundInHooksAndFleet() {
        return List.of(
                Mutant.of(
                        "a lease that was to run out released when it is seen again",
                        "if ($lease.token() <= $setup.leftToken()) {",
                        "if ($lease == null) {"),
                Mutant.of(
                        "a reservation lost while its release waits",
                        "$ended.to = $known ? $ended.to : to;",
                        "$ended.to = to;"),
                Mutant.of("hand-over to the dead", "$sign.follows() && $fresh", "$sign.follows()"),
                Mutant.of(
                        "a late claim that ends the wait for the term before it",
                        "return !$released && !$same && !$inOrder;",
                        "return false;"),
                Mutant.of(
                        "a wake-up taken for a release",
                        "ClaimCondition.afterRelease(observation().highestToken())",
                        "observation().condition(new ClockReading(now.nanos() + 1_000_000_000_000L, 0, 0))"),
                Mutant.of(
                        "an interval that outlasts the lease",
                        "$outdated ? now.nanos() : renewalAfter($term.trust, now)",
                        "parts.pacing.renewalAfter($term.trust.start())"),
                Mutant.of(
                        "a shorter lease trusted less only when its renewal is answered",
                        "$term.trust = $term.trust.noMoreThan(Trust.earned(now, $timing.ttl(), $timing));",
                        ""));
    }

    /** Mistakes of an engine that starts over, and about writes whose outcome is unknown. */
    private static List<Mutant> restarts() {
        return List.of(
                Mutant.of(
                        "answers to an earlier engine accepted",
                        "if ($asking == generation) { step($outcome); }",
                        "step($outcome);"),
                Mutant.of(
                                "an engine that starts over forgets that it is not able",
                                "Stream.of(settings, able, ranked))",
                                "Stream.of(settings, ranked))")
                        .and("Stream.of(able, settings, ranked)", "Stream.of(settings, ranked)"),
                Mutant.of(
                        "an engine that starts over beside its work",
                        "if (job != null || $inline.isBusy()) {",
                        "if ($inline == null) {"),
                Mutant.of(
                        "leadership that outlives its engine",
                        "$recovering = true; $view.publish(Snapshot.empty(false));",
                        "$recovering = true;"),
                Mutant.of(
                        "a succession claim beside an unsettled attempt",
                        "&& mayLead(now) && $parts.calls.unsettled(now) == 0;",
                        "&& mayLead(now);"));
    }

    /** Mistakes about renewals that are sent together, and about calls that take several steps in the store. */
    private static List<Mutant> batchesAndSteps() {
        return List.of(
                Mutant.of(
                        "swapped answers in a batch",
                        "Optional<Renewal> $renewal = $renewals.get(i);",
                        "Optional<Renewal> $renewal = $renewals.get($renewals.size() - 1 - i);"),
                Mutant.of(
                        "a failed batch that only its first member hears of",
                        "$items.forEach($item -> $item.failed().accept($failure));",
                        "$items.get(0).failed().accept($failure);"),
                Mutant.of("a member that a batch skipped, forgotten", "} else { alone($items.get(i)); }", "}"),
                Mutant.of(
                        "a claim that compares first and writes then",
                        "Optional<String> $version = write($lease, $replacing.version(), deadline);",
                        "Optional<String> $version = cell.read($lease.election(), deadline).version()"
                                + ".equals($replacing.version())"
                                + " ? write($lease, cell.read($lease.election(), deadline).version(), deadline)"
                                + " : Optional.empty();"),
                Mutant.of(
                        "a renewal that compares first and writes then",
                        "Optional<String> $version = write($next, $extension.held().version(), deadline);",
                        "Optional<String> $version = cell.read($next.election(), deadline).version()"
                                + ".equals($extension.held().version())"
                                + " ? write($next, cell.read($next.election(), deadline).version(), deadline)"
                                + " : Optional.empty();"));
    }

    /** Mistakes about the delay between a grant and its term. */
    private static List<Mutant> takeover() {
        return List.of(
                Mutant.of(
                        "a takeover delay that is not waited for",
                        "if ($delay.isZero()) { open(",
                        "if ($delay != null) { open("),
                Mutant.of(
                        "a claim whose answer was lost, adopted without its takeover delay",
                        "Duration $delay = $setup.takeoverDelay().afterExpiry();",
                        "Duration $delay = Duration.ZERO;"),
                Mutant.of(
                        "a hold stated by the store, ignored",
                        "$granted.hold() == null ? $unlessSaid : $granted.hold();",
                        "$unlessSaid;"));
    }
}
