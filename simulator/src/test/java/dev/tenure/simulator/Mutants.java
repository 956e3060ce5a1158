package dev.tenure.simulator;

import java.util.List;
import java.util.stream.Stream;

/**
 * The mistakes that leader election is known for, and those the simulator has found in this engine, one mutant each.
 */
final class Mutants {
    private static final String AFTERMATH = "dev/tenure/internal/Aftermath.java";
    private static final String ATTEMPTS = "dev/tenure/internal/Attempts.java";
    private static final String CALLS = "dev/tenure/internal/Calls.java";
    private static final String CAMPAIGN = "dev/tenure/internal/Campaign.java";
    private static final String DESK = "dev/tenure/internal/Desk.java";
    private static final String ELECTORATE = "dev/tenure/internal/Electorate.java";
    private static final String FOLLOWING = "dev/tenure/internal/Following.java";
    private static final String JOBS = "dev/tenure/internal/Jobs.java";
    private static final String LEADING = "dev/tenure/internal/Leading.java";
    private static final String LEASE = "dev/tenure/spi/Lease.java";
    private static final String OBSERVATION = "dev/tenure/internal/Observation.java";
    private static final String PREFERENCE = "dev/tenure/internal/Preference.java";
    private static final String REMEMBERED = "dev/tenure/internal/RememberedTerms.java";
    private static final String SETUP = "dev/tenure/internal/Setup.java";
    private static final String SNAPSHOT = "dev/tenure/internal/Snapshot.java";
    private static final String SUMMONS = "dev/tenure/internal/Summons.java";
    private static final String TRUST = "dev/tenure/internal/Trust.java";

    private Mutants() {}

    static List<Mutant> all() {
        return Stream.of(trust(), waiting(), terms(), company(), found(), foundInCompany())
                .flatMap(List::stream)
                .toList();
    }

    /** How long a leader believes in itself. */
    private static List<Mutant> trust() {
        return List.of(
                Mutant.of(
                                "trust counted from the answer",
                                CAMPAIGN,
                                "leading.leadOrRelease(lease, call.earns(lease), waitAfter(granted, call), \"elected\", now);",
                                "leading.leadOrRelease("
                                        + "lease, Trust.earned(now, lease.ttl(), call.timing()), waitAfter(granted, call),"
                                        + " \"elected\", now);")
                        .and(
                                LEADING,
                                "Trust trust = call.earns(lease);",
                                "Trust trust = Trust.earned(now, lease.ttl(), call.timing());"),
                Mutant.of(
                        "a bare leader flag",
                        SNAPSHOT,
                        "return current != null && current.holds(nanos, wallMillis, sleptNanos);",
                        "return current != null;"),
                Mutant.of(
                        "adoption with a later attempt's trust",
                        ATTEMPTS,
                        "Trust trust = attempt.earns(lease);",
                        "Trust trust = Trust.earned(now, lease.ttl(), attempt.timing());"),
                Mutant.of(
                        "a sleeping machine that does not notice",
                        TRUST,
                        "return Math.max(0, Math.max(wallAhead, sleptNanos - start.sleptNanos()));",
                        "return 0;"),
                Mutant.of(
                        "a sleep that a wall clock set back hides",
                        TRUST,
                        "return Math.max(0, Math.max(wallAhead, sleptNanos - start.sleptNanos()));",
                        "return Math.max(0, wallAhead);"));
    }

    /** How long the others wait. */
    private static List<Mutant> waiting() {
        return List.of(
                Mutant.of(
                        "observation counted from the call's start",
                        OBSERVATION,
                        "Sighting before = latest;",
                        "Sighting before = latest; arrivedNanos = sentNanos;"),
                Mutant.of(
                        "take-over by the wall clock",
                        FOLLOWING,
                        "if (!mustLook && mayLead(now) && isClaimable(now)) {",
                        "if (observation.latest() instanceof Sighting.Held held && mayLead(now)"
                                + " && now.instant().isAfter(held.lease().stamp().at().plus(held.lease().ttl()))) {"
                                + "  return desk.calls().claim("
                                + "      Grounds.judged(held, observation.highestToken()), now);"
                                + "}"
                                + "if (!mustLook && mayLead(now) && isClaimable(now)) {"),
                Mutant.of(
                        "absence taken for release",
                        OBSERVATION,
                        "private boolean goesBack(Sighting before, Sighting seen) {",
                        "private boolean goesBack(Sighting before, Sighting seen) {"
                                + " if (seen instanceof Sighting.Never) return false;"),
                Mutant.of(
                        "a wake-up that re-arms the renewal",
                        CAMPAIGN,
                        "following.nudge(now);",
                        "following.nudge(now); if (leading.term() != null)"
                                + " leading.term().renewAt(desk.pace().renewalAfter(now));"));
    }

    /** What a term is, and when it is given back. */
    private static List<Mutant> terms() {
        return List.of(
                Mutant.of(
                        "release before the work stopped",
                        CAMPAIGN,
                        "if (toRelease != null && desk.isWoundDown()) { // never under running work",
                        "if (toRelease != null) {"),
                Mutant.of(
                                "renewal by name instead of term",
                                LEASE,
                                "&& holder.instance().equals(other.holder.instance());",
                                "&& holder.name().equals(other.holder.name());")
                        .and(LEASE, "return token == other.token\n", "return ttl != null\n")
                        .and(
                                SETUP,
                                "return self.instance().equals(other.instance());",
                                "return self.name().equals(other.name());"),
                Mutant.of(
                        "renewal that leaves the record unchanged",
                        LEASE,
                        "return new Lease(election, holder, token, follows, since, newTtl, newStamp, version);",
                        "return this;"),
                Mutant.of(
                        "an unknown claim that is ignored",
                        FOLLOWING,
                        "&& observation.othersAreOver(now)",
                        "&& now == null"));
    }

    /** How a term goes with hooks, listeners and the other candidates. */
    private static List<Mutant> company() {
        return List.of(
                Mutant.of(
                        "release that waits for no listener",
                        DESK,
                        "return jobs.isIdle() && aftermath.isOver();",
                        "return jobs.isIdle();"),
                Mutant.of(
                        "a term announced before its hook has agreed",
                        LEADING,
                        "desk.outbox().add(desk.jobs().start(Effect.Start.Kind.ACQUIRE_HOOK, begun.lease(), now));",
                        "announce(begun, now);"
                                + " desk.outbox().add(desk.jobs().start(Effect.Start.Kind.ACQUIRE_HOOK, begun.lease(), now));"),
                Mutant.of(
                        "preference without readiness",
                        PREFERENCE,
                        ".filter(peer -> peer.isAble() && isBetter(peer.entry()))",
                        ".filter(peer -> isBetter(peer.entry()))"),
                Mutant.of("a void request honoured", SUMMONS, "term.token() != request.token() || ", "")
                        .and(SUMMONS, "                request.token(),\n", "                0,\n"),
                Mutant.of(
                        "candidates that claim though they are not able to lead",
                        FOLLOWING,
                        "return able && !closing && !setup.conduct().observes() && !observation.leavesNoToken();",
                        "return !closing;"));
    }

    /** Mistakes this engine has really made. */
    private static List<Mutant> found() {
        return List.of(
                Mutant.of(
                        "a lost term forgotten when a newcomer came and went",
                        REMEMBERED,
                        ".filter(term -> term.token() == UNKNOWN || term.token() != token)",
                        ".filter(term -> token == 0)"),
                Mutant.of(
                        "a newcomer between two looks taken for a successor",
                        OBSERVATION,
                        "seen.follows() == before.lastToken();",
                        "seen.lastToken() > before.lastToken();"),
                Mutant.of(
                        "renewals missed by one who did not look",
                        OBSERVATION,
                        "return !back && isOverdue(held.lease())",
                        "return !back"),
                Mutant.of(
                        "a vanished record waited out from its last known renewal",
                        OBSERVATION,
                        "later(clearAtNanos, arrivedNanos + waitFor(held.lease().ttl()));",
                        "clearAtNanos;"),
                Mutant.of(
                        "adoption beside a living leader",
                        OBSERVATION,
                        "return (seen == null || isOurs(seen) || now.reached(statedAtNanos)) && remembered.othersAreOver(now);",
                        "return true;"),
                Mutant.of(
                        "the whole margin for work to stop",
                        JOBS,
                        "timing.margin().minus(timing.ttl().dividedBy(10))",
                        "timing.margin()"),
                Mutant.of(
                        "a refused renewal repeated at once",
                        LEADING,
                        "current.found(inRecord, earned, desk.pace().renewalAfterFailures(1, now));",
                        "current.found(inRecord, earned, now.nanos());"));
    }

    /** The same, since there are rosters, hooks and settings that change. */
    private static List<Mutant> foundInCompany() {
        return List.of(
                Mutant.of(
                        "a lease that was to run out released when it is seen again",
                        AFTERMATH,
                        "if (lease.token() <= setup.leftToken()) {",
                        "if (lease == null) {"),
                Mutant.of(
                        "a reservation lost while its release waits",
                        AFTERMATH,
                        "if (toRelease == null || !toRelease.isSameTerm(lease)) {",
                        "if (lease != null) {"),
                Mutant.of("hand-over to the dead", ELECTORATE, "sign.follows() && fresh", "sign.follows()"),
                Mutant.of(
                        "a late claim that ends the wait for the term before it",
                        OBSERVATION,
                        "return !same && !inOrder;",
                        "return false;"),
                Mutant.of(
                        "a wake-up taken for a release",
                        FOLLOWING,
                        "Grounds.succeeding(observation.highestToken())",
                        "observation.grounds(new Moment(now.nanos() + 1_000_000_000_000L, 0))"),
                Mutant.of(
                        "an interval that outlasts the lease",
                        LEADING,
                        "outdated ? now.nanos() : renewalOf(trust, now)",
                        "desk.pace().renewalAfter(trust.start())"),
                Mutant.of(
                        "a shorter lease trusted less only when its renewal is answered",
                        CALLS,
                        "term.sends(Trust.earned(now, timing.ttl(), timing));",
                        ""));
    }
}
