package dev.tenure.internal.protocol;

import java.util.Random;

/**
 * What the parts of one campaign share.
 *
 * @param setup what the campaign is about
 * @param pacing when to do things
 * @param effects what is to be done
 * @param calls the calls to the store
 * @param failures those that failed
 * @param jobs the code that runs for its terms
 * @param cleanup what is left of its last term
 */
record CampaignParts(
        CampaignSetup setup,
        CallPacing pacing,
        PendingEffects effects,
        StoreCalls calls,
        CallFailures failures,
        TermJobs jobs,
        TermCleanup cleanup) {

    static CampaignParts of(CampaignSetup setup, Random random, ClockReading now) {
        return new CampaignParts(
                setup,
                new CallPacing(setup, random),
                new PendingEffects(setup.election()),
                new StoreCalls(setup, now),
                new CallFailures(),
                new TermJobs(setup),
                new TermCleanup(setup));
    }

    /** Tells whether nothing of an earlier term goes on: only then is its lease released, or another one claimed. */
    boolean isWoundDown() {
        return jobs.isIdle() && cleanup.isOver();
    }
}
