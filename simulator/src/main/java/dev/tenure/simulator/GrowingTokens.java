package dev.tenure.simulator;

/** Checks that tokens grow strictly, in the order in which the store grants them and in which terms are announced. */
final class GrowingTokens {
    private final Findings findings;
    private long lastGranted;
    private long lastAnnounced;
    private long grants;

    GrowingTokens(Findings findings) {
        this.findings = findings;
    }

    /** Takes in that the store granted a term with this token. */
    void granted(String who, long token, long atNanos) {
        if (token <= lastGranted) {
            findings.add(Check.TOKENS_GROW, atNanos, who + " was granted " + token + " after " + lastGranted);
        }
        lastGranted = Math.max(lastGranted, token);
        grants++;
    }

    /** Takes in that a candidate announced a term with this token as its own. */
    void announced(String who, long token, long atNanos) {
        if (token <= lastAnnounced) {
            findings.add(Check.TOKENS_GROW, atNanos, who + " announced " + token + " after " + lastAnnounced);
        }
        lastAnnounced = Math.max(lastAnnounced, token);
    }

    long grants() {
        return grants;
    }
}
