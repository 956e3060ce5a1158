package dev.tenure.spring.actuate;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.Status;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Whether this process is well as far as elections go. Not well is only one whose engine does not answer: a follower is
 * well, and so is a process whose store is away, which would gain nothing by being restarted or left without requests.
 */
final class CandidateHealth {
    private final Candidate candidate;

    CandidateHealth(Candidate candidate) {
        this.candidate = candidate;
    }

    boolean isWell() {
        return candidate.isAlive();
    }

    Map<String, Object> details() {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("candidate", candidate.identity().name());
        if (!isWell()) {
            details.put("problem", "the candidate is closed, or its loop does not answer");
        }
        for (Election election : candidate.elections()) {
            Status status = election.status();
            String failures = status.consecutiveFailures() == 0
                    ? ""
                    : ", " + status.consecutiveFailures() + " failed calls to the store";
            details.put(election.name(), status.role().name().toLowerCase(Locale.ROOT) + failures);
        }
        return details;
    }
}
