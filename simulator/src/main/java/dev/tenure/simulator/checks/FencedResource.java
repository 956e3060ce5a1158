package dev.tenure.simulator.checks;

/** A resource that refuses writes with a lower token than one before. Checks that it never refuses the leader. */
public final class FencedResource {
    private final Findings findings;
    private long highest;

    public FencedResource(Findings findings) {
        this.findings = findings;
    }

    /** Records a write under a term that is current or not. Returns whether the write was accepted. */
    public boolean write(String candidate, long token, boolean current, long atNanos) {
        if (token < highest) {
            if (current) {
                findings.add(
                        Check.FENCE,
                        atNanos,
                        candidate + " leads with " + token + ", but " + highest + " has written before");
            }
            return false;
        }
        highest = token;
        return true;
    }
}
