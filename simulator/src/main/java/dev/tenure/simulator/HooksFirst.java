package dev.tenure.simulator;

/** Checks that no term is announced, or seen from outside, to which its acquire hook has not agreed. */
final class HooksFirst {
    private final Findings findings;

    HooksFirst(Findings findings) {
        this.findings = findings;
    }

    /**
     * Takes in that a candidate with an acquire hook announces a term.
     *
     * @param agreed whether the hook of this very term has returned by itself, and was never told to stop
     */
    void announced(String who, long token, boolean agreed, long atNanos) {
        if (!agreed) {
            findings.add(
                    Check.HOOKS_FIRST, atNanos, who + " announced " + token + " without its acquire hook's consent");
        }
    }

    /** Takes in that a candidate leads at this instant, for all to see, while its acquire hook still runs. */
    void leadsDuringHook(String who, long atNanos) {
        findings.add(Check.HOOKS_FIRST, atNanos, who + " leads although its acquire hook still runs");
    }
}
