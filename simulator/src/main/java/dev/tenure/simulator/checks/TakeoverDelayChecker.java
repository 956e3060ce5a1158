package dev.tenure.simulator.checks;

import dev.tenure.spi.TakeoverDelay;
import java.util.HashMap;
import java.util.Map;

/** Checks that no term is opened before its takeover delay is over, counted from its grant. */
public final class TakeoverDelayChecker {
    private final TakeoverDelay delay;
    private final Findings findings;
    private final Map<Long, Long> opensNanos = new HashMap<>();

    public TakeoverDelayChecker(TakeoverDelay delay, Findings findings) {
        this.delay = delay;
        this.findings = findings;
    }

    /**
     * Records a grant.
     *
     * @param unreleased whether the record that it replaced was not released
     * @param millionths the rate of the candidate's clock
     */
    public void granted(long token, boolean unreleased, long millionths, long atNanos) {
        long own = (unreleased ? delay.afterExpiry() : delay.afterRelease()).toNanos();
        if (own > 0) {
            opensNanos.put(token, atNanos + own / millionths * 1_000_000);
        }
    }

    /** Records that the acquire hook of a term starts, or that the term is announced. */
    public void opened(String candidate, long token, long atNanos) {
        if (atNanos < opensNanos.getOrDefault(token, Long.MIN_VALUE)) {
            findings.add(
                    Check.TAKEOVER, atNanos, candidate + " leads with " + token + " before its takeover delay is over");
        }
    }
}
