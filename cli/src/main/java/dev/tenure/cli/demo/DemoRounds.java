package dev.tenure.cli.demo;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The rounds of a demo and their summary. */
final class DemoRounds {
    private final List<Round> rounds = new ArrayList<>();

    /**
     * One fail-over.
     *
     * @param number which round it was
     * @param killed the leader that was killed
     * @param leader the one that leads since
     * @param millis how long after the kill the new leader's command ran
     * @param token the token of the new term
     */
    record Round(int number, String killed, String leader, long millis, long token) {}

    void add(Round round) {
        rounds.add(round);
    }

    int size() {
        return rounds.size();
    }

    /** Returns the summary, as one line that programs can read too. */
    String summary() {
        if (rounds.isEmpty()) {
            return "rounds=0";
        }
        List<Long> times = rounds.stream().map(Round::millis).sorted().toList();
        boolean grew = true;
        for (int i = 1; i < rounds.size(); i++) {
            grew &= rounds.get(i).token() > rounds.get(i - 1).token();
        }
        return String.format(
                Locale.ROOT,
                "rounds=%d failover_min=%dms failover_median=%dms failover_max=%dms tokens_grew=%s",
                times.size(),
                times.get(0),
                times.get(times.size() / 2),
                times.get(times.size() - 1),
                grew);
    }
}
