package dev.tenure.simulator.checks;

import dev.tenure.spi.Request;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks that a request ends only the term it names, and transfers only to a candidate that can lead (R17). */
public final class RequestChecker {
    private static final Pattern CITED = Pattern.compile(" as request-(\\d+) asked");

    private final String election;
    private final Findings findings;
    private final List<Submitted> all = new ArrayList<>();

    private record Submitted(Request request, boolean toUnfit) {}

    /** Creates the checker of an election. */
    public RequestChecker(String election, Findings findings) {
        this.election = election;
        this.findings = findings;
    }

    /**
     * Creates a request for a term.
     *
     * @param successor the instance to transfer to, or null
     * @param unfit whether that successor is never able to lead
     */
    public Request create(long token, @Nullable String successor, boolean unfit) {
        String by = "request-" + all.size();
        Request request = new Request(election, token, successor, Instant.EPOCH, by);
        all.add(new Submitted(request, unfit));
        return request;
    }

    /** Records that a candidate resigned a term, with the given cause. */
    public void resigned(String candidate, long token, String cause, long atNanos) {
        Matcher cited = CITED.matcher(cause);
        if (cited.find()) {
            Submitted asked = all.get(Integer.parseInt(cited.group(1)));
            if (asked.request().token() != token) {
                findings.add(
                        Check.REQUESTS,
                        atNanos,
                        candidate + " ended " + token + " by a request that was meant for "
                                + asked.request().token());
            } else if (asked.toUnfit()) {
                findings.add(Check.REQUESTS, atNanos, candidate + " transferred " + token + " to one that cannot lead");
            }
        }
    }
}
