package dev.tenure.simulator;

import dev.tenure.ElectionEvent;

/** Checks the events of one candidate: each term begins and ends once, in turn, and never before it was published. */
final class AlternatingEvents {
    private final String who;
    private final Findings findings;
    private long leadingToken;

    AlternatingEvents(String who, Findings findings) {
        this.who = who;
        this.findings = findings;
    }

    /**
     * Takes in an event.
     *
     * @param published the token under which the candidate leads, for all to see, at this instant; 0 if it does not
     */
    void told(ElectionEvent event, long published, long atNanos) {
        if (event instanceof ElectionEvent.Acquired acquired) {
            expect(leadingToken == 0, event, "a term began before the last one ended", atNanos);
            expect(published == acquired.token(), event, "told, but the published token is " + published, atNanos);
            leadingToken = acquired.token();
        } else if (event instanceof ElectionEvent.Resigned resigned) {
            ended(resigned.token(), published, event, atNanos);
        } else if (event instanceof ElectionEvent.Lost lost) {
            ended(lost.token(), published, event, atNanos);
        } else if (event instanceof ElectionEvent.Warning warning
                && warning.cause().startsWith("the engine failed")) {
            findings.add(Check.ENGINE_STANDS, atNanos, who + ": " + warning.cause());
        }
    }

    private void ended(long token, long published, ElectionEvent event, long atNanos) {
        expect(leadingToken == token, event, "a term ended that had not begun", atNanos);
        expect(published != token, event, "told while it is still seen to lead", atNanos);
        leadingToken = 0;
    }

    private void expect(boolean fine, ElectionEvent event, String problem, long atNanos) {
        if (!fine) {
            findings.add(Check.EVENTS_ALTERNATE, atNanos, who + ": " + problem + ": " + event);
        }
    }
}
