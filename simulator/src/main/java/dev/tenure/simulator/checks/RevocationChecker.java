package dev.tenure.simulator.checks;

import dev.tenure.ElectionEvent;
import java.util.HashSet;
import java.util.Set;

/** Checks that one candidate gives back what a store that chooses has recalled, and nothing else. */
public final class RevocationChecker {
    /** The cause that such a store states when it asks for a term. */
    public static final String CAUSE = "the group gives the election to another member";

    private final String candidate;
    private final Findings findings;
    private final Set<Long> asked = new HashSet<>();
    private final Set<Long> lost = new HashSet<>();

    public RevocationChecker(String candidate, Findings findings) {
        this.candidate = candidate;
        this.findings = findings;
    }

    /** Records that the candidate was asked for a term. Returns whether that is new. */
    public boolean asked(long token) {
        return asked.add(token);
    }

    /** Records that the candidate was told that a term is lost. Returns whether that is new. */
    public boolean lost(long token) {
        return lost.add(token);
    }

    /** Records that a claim was granted, and whether the store has chosen this candidate. */
    public void granted(long token, boolean chosen, long atNanos) {
        if (!chosen) {
            findings.add(Check.ONLY_CHOSEN, atNanos, candidate + " was granted " + token + " and is not chosen");
        }
    }

    /** Records that the candidate still leads, after it had time to hear that the term was asked for or lost. */
    public void stillLeads(long token, long atNanos) {
        String what = lost.contains(token) ? " was lost" : " was asked for";
        findings.add(Check.REVOCATION, atNanos, candidate + " leads although its term " + token + what);
    }

    /** Records an event. */
    public void onEvent(ElectionEvent event, long atNanos) {
        if (event instanceof ElectionEvent.Resigned resigned
                && resigned.cause().equals(CAUSE)
                && !asked.contains(resigned.token())) {
            findings.add(
                    Check.REVOCATION,
                    atNanos,
                    candidate + " gave back " + resigned.token() + ", which nobody recalled");
        }
    }
}
