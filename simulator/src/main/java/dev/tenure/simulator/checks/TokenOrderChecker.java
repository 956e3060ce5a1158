package dev.tenure.simulator.checks;

/** Checks that tokens grow strictly, in the order of grants and in the order of announcements. */
public final class TokenOrderChecker {
    private final Findings findings;
    private long lastGranted;
    private long lastAnnounced;
    private long grants;

    public TokenOrderChecker(Findings findings) {
        this.findings = findings;
    }

    /** Records that the store granted a term with this token. */
    public void granted(String candidate, long token, long atNanos) {
        if (token <= lastGranted) {
            findings.add(Check.TOKENS_GROW, atNanos, candidate + " was granted " + token + " after " + lastGranted);
        }
        lastGranted = Math.max(lastGranted, token);
        grants++;
    }

    /** Records that a candidate announced its term with this token. */
    public void announced(String candidate, long token, long atNanos) {
        if (token <= lastAnnounced) {
            findings.add(Check.TOKENS_GROW, atNanos, candidate + " announced " + token + " after " + lastAnnounced);
        }
        lastAnnounced = Math.max(lastAnnounced, token);
    }

    public long grants() {
        return grants;
    }
}
