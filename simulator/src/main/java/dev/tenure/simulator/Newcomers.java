package dev.tenure.simulator;

import java.util.List;

/**
 * Candidates that start while the record of a living term is lost, and what the checkers excuse because of them.
 *
 * <p>A candidate that never saw a term, or only what a record shows of it that has gone back, can neither wait it out
 * nor know its token. That is a documented limit, so its own term beside the lost one is no finding. Whoever saw the
 * lost term is never excused, whatever a newcomer has done to the record since.
 */
final class Newcomers {
    private final Cluster cluster;
    private boolean came;

    Newcomers(Cluster cluster) {
        this.cluster = cluster;
    }

    /**
     * Tells whether somebody may start who knows nothing of a term that lives on without its record. By the clock alone
     * its token is higher, so that must be right.
     */
    boolean mayCome() {
        return cluster.scenario().clocks().wallIsRight() && cluster.records().hasLost();
    }

    /** Takes in that a candidate has started while a record is lost. */
    void came() {
        came = true;
    }

    /** Tells whether a term may lag behind others without fault: it was lost, and a newcomer knew nothing of it. */
    boolean excuse(long token) {
        return came && cluster.records().isLost(token);
    }

    /** Returns the first two that must not be there at once, or an empty list. */
    List<String> clash(List<Present> present) {
        for (Present one : present) {
            for (Present other : present) {
                if (one.token() < other.token() && !isExcused(one, other)) {
                    return List.of(one.who().label(), other.who().label());
                }
            }
        }
        return List.of();
    }

    private boolean isExcused(Present older, Present newer) {
        Records records = cluster.records();
        return records.isLost(older.token())
                && !newer.who().knowledge().hasSeenBefore(older.token(), records.lostNanos(older.token()));
    }

    /** Somebody who leads or works at this instant, and under which token. */
    record Present(Instance who, long token) {
        static Present leading(Instance who) {
            Application application = who.application();
            return new Present(who, application.holdsUnannounced() ? application.hookToken() : who.token());
        }

        static Present working(Instance who) {
            return new Present(who, who.application().workToken());
        }
    }
}
