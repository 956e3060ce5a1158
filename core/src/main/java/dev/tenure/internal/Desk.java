package dev.tenure.internal;

import java.util.Random;

/**
 * What the parts of one campaign share.
 *
 * @param setup what the campaign is about
 * @param pace when to do things
 * @param outbox what is to be done
 * @param calls the calls to the store
 * @param failures those that failed
 * @param jobs the code that runs for its terms
 * @param aftermath what is left of its last term
 */
record Desk(Setup setup, Pace pace, Outbox outbox, Calls calls, Failures failures, Jobs jobs, Aftermath aftermath) {

    static Desk of(Setup setup, Random random, Moment now) {
        return new Desk(
                setup,
                new Pace(setup, random),
                new Outbox(setup.election()),
                new Calls(setup, now),
                new Failures(),
                new Jobs(setup),
                new Aftermath(setup));
    }

    /** Tells whether nothing of an earlier term goes on: only then is its lease released, or another one claimed. */
    boolean isWoundDown() {
        return jobs.isIdle() && aftermath.isOver();
    }
}
