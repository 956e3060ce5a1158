package dev.tenure.simulator.checks;

/** Checks that no term is announced or published before its acquire hook has agreed. */
public final class AcquireHookChecker {
    private final Findings findings;

    public AcquireHookChecker(Findings findings) {
        this.findings = findings;
    }

    /**
     * Records that a candidate with an acquire hook announced a term.
     *
     * @param agreed whether the hook of this term has returned by itself and was never cancelled
     */
    public void announced(String candidate, long token, boolean agreed, long atNanos) {
        if (!agreed) {
            findings.add(
                    Check.HOOKS_FIRST,
                    atNanos,
                    candidate + " announced " + token + " without its acquire hook's consent");
        }
    }

    /** Records that a candidate is published as leader while its acquire hook still runs. */
    public void leadsDuringHook(String candidate, long atNanos) {
        findings.add(Check.HOOKS_FIRST, atNanos, candidate + " leads although its acquire hook still runs");
    }
}
