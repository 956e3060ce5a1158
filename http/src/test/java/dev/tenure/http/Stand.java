package dev.tenure.http;

import dev.tenure.Candidate;
import dev.tenure.Term;

/** Lets a candidate stand where nobody else does. */
final class Stand {
    private Stand() {}

    static Term andLead(Candidate candidate, String election) throws InterruptedException {
        return candidate
                .stand(election)
                .awaitLeadership(Client.LIMIT)
                .orElseThrow(() -> new AssertionError("does not lead " + election));
    }
}
