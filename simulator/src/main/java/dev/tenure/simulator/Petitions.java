package dev.tenure.simulator;

import dev.tenure.spi.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What was asked of leaders, and the check that only those give way who were asked, and only to those who can (R17).
 */
final class Petitions {
    private static final Pattern ASKED = Pattern.compile(" as petition-(\\d+) asked");

    private final Findings findings;
    private final List<Petition> all = new ArrayList<>();

    private record Petition(Request request, boolean toUnfit) {}

    Petitions(Findings findings) {
        this.findings = findings;
    }

    /**
     * Makes a request for a term.
     *
     * @param successor the instance to transfer to, or null
     * @param unfit whether that successor is one that was never able to lead
     */
    Request make(long token, @Nullable String successor, boolean unfit) {
        String by = "petition-" + all.size();
        Request request = new Request(Records.ELECTION, token, successor, by, Instant.EPOCH);
        all.add(new Petition(request, unfit));
        return request;
    }

    /** Takes in that a candidate ended a term in good order, for the given reason. */
    void ended(String who, long token, String cause, long atNanos) {
        Matcher asked = ASKED.matcher(cause);
        if (asked.find()) {
            Petition petition = all.get(Integer.parseInt(asked.group(1)));
            if (petition.request().token() != token) {
                findings.add(
                        Check.REQUESTS,
                        atNanos,
                        who + " ended " + token + " by a request that was meant for "
                                + petition.request().token());
            } else if (petition.toUnfit()) {
                findings.add(Check.REQUESTS, atNanos, who + " transferred " + token + " to one that cannot lead");
            }
        }
    }
}
