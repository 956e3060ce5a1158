package dev.tenure.http.status;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionView;
import dev.tenure.Term;
import dev.tenure.spi.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Writes the gauges of a candidate's elections in the text format of Prometheus. Thread-safe.
 *
 * <p>Names, labels and help are those of {@code tenure-micrometer}, so that one board and one set of alerts serve both.
 */
public final class PrometheusText {
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    /** As many as have a tag of their own there: each line is a time series that somebody keeps. */
    static final int MOST_ELECTIONS = 100;

    private final Candidate candidate;

    public PrometheusText(Candidate candidate) {
        this.candidate = candidate;
    }

    /** Returns the text of this moment. */
    public String text() {
        Map<String, Election> standing = new TreeMap<>();
        candidate.elections().forEach(election -> standing.put(election.name(), election));
        List<Election> elections =
                standing.values().stream().limit(MOST_ELECTIONS).toList();
        StringBuilder text = new StringBuilder();
        write(
                text,
                elections,
                "tenure_leader",
                "1 while this process leads the election, by the clocks of the moment",
                election -> election.isLeader() ? 1 : 0);
        write(
                text,
                elections,
                "tenure_leader_known",
                "1 while this process knows of a leader, itself or another",
                election -> election.status().leader() == null ? 0 : 1);
        write(
                text,
                elections,
                "tenure_term_age_seconds",
                "how long this process has led; 0 while it does not lead",
                election -> election.term().map(PrometheusText::age).orElse(0.0));
        write(
                text,
                elections,
                "tenure_trust_left_seconds",
                "for how long this process leads on if no renewal succeeds; 0 while it does not lead",
                election -> election.term()
                        .map(Term::remaining)
                        .map(PrometheusText::seconds)
                        .orElse(0.0));
        return text.toString();
    }

    private static double age(Term term) {
        return seconds(Duration.between(
                term.since(), Instant.ofEpochMilli(TimeSource.system().wallMillis())));
    }

    private static double seconds(Duration duration) {
        return duration.toMillis() / 1000.0;
    }

    private static void write(
            StringBuilder text, List<Election> elections, String name, String help, ToDoubleFunction<Election> value) {
        if (elections.isEmpty()) {
            return; // a family without a sample says nothing
        }
        text.append("# HELP ").append(name).append(' ').append(help).append('\n');
        text.append("# TYPE ").append(name).append(" gauge\n");
        for (Election election : elections) {
            text.append(name).append("{election=\"").append(escaped(election)).append("\"} ");
            text.append(value.applyAsDouble(election)).append('\n');
        }
    }

    private static String escaped(ElectionView election) {
        return election.name().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n");
    }
}
