package dev.tenure.simulator.checks;

import dev.tenure.ElectionEvent;

/** Checks the events of one candidate: terms begin and end in turn, and only after the published state has changed. */
public final class EventOrderChecker {
    private final String candidate;
    private final Findings findings;
    private long leadingToken;

    public EventOrderChecker(String candidate, Findings findings) {
        this.candidate = candidate;
        this.findings = findings;
    }

    /**
     * Records an event.
     *
     * @param published the token of the candidate's published term at this instant, or 0
     */
    public void onEvent(ElectionEvent event, long published, long atNanos) {
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
            findings.add(Check.ENGINE_STANDS, atNanos, candidate + ": " + warning.cause());
        }
    }

    private void ended(long token, long published, ElectionEvent event, long atNanos) {
        expect(leadingToken == token, event, "a term ended that had not begun", atNanos);
        expect(published != token, event, "told while it is still seen to lead", atNanos);
        leadingToken = 0;
    }

    private void expect(boolean fine, ElectionEvent event, String problem, long atNanos) {
        if (!fine) {
            findings.add(Check.EVENTS_ALTERNATE, atNanos, candidate + ": " + problem + ": " + event);
        }
    }
}
