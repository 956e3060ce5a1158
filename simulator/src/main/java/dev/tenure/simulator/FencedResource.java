package dev.tenure.simulator;

/** What leaders write to: takes a write only if no higher token came before. Checks that a leader is never refused. */
final class FencedResource {
    private final Findings findings;
    private long highest;

    FencedResource(Findings findings) {
        this.findings = findings;
    }

    /** Takes in a write, by a term that is current or not. Returns whether it was accepted. */
    boolean write(String who, long token, boolean current, long atNanos) {
        if (token < highest) {
            if (current) {
                findings.add(
                        Check.FENCE,
                        atNanos,
                        who + " leads with " + token + ", but " + highest + " has written before");
            }
            return false;
        }
        highest = token;
        return true;
    }
}
