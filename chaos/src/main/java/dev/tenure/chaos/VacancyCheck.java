package dev.tenure.chaos;

import dev.tenure.chaos.FaultLog.FaultTime;
import dev.tenure.testkit.OverlapChecker.ObservedTerm;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Finds times without a leader that no fault excuses: the servers were well and some node was, both for longer than a
 * candidate takes to lead.
 *
 * <p>Faults of other nodes excuse nothing. So a vacancy under random faults is judged as strictly as one after a single
 * kill, and one while the servers were stopped is not judged before they are back.
 *
 * @param nodes the names of the nodes
 * @param faults when which fault was there; one that hit no node of these hit all of them
 * @param bound how long a candidate that is well takes to lead on servers that are well
 */
record VacancyCheck(List<String> nodes, List<FaultTime> faults, Duration bound) {

    /** A time from one reading of the host's clock to another. */
    private record Span(long fromNanos, long toNanos) {
        Duration length() {
            return Duration.ofNanos(toNanos - fromNanos);
        }
    }

    /** Returns the longest time without a leader. */
    static Duration longest(List<ObservedTerm> ordered) {
        return gaps(ordered).stream()
                .map(Span::length)
                .max(Comparator.naturalOrder())
                .orElse(Duration.ZERO);
    }

    /** Returns what is wrong with the terms of an election, in the order they began, in words. */
    List<String> problems(String election, List<ObservedTerm> ordered) {
        List<String> problems = new ArrayList<>();
        for (Span gap : gaps(ordered)) {
            longestUnexcused(gap)
                    .filter(unexcused -> unexcused.length().compareTo(bound) > 0)
                    .ifPresent(unexcused -> problems.add("nobody led " + election + " for "
                            + seconds(gap.length()) + " from " + gap.fromNanos() + ", and for "
                            + seconds(unexcused.length()) + " of it from " + unexcused.fromNanos()
                            + " the servers and a node were well; the bound is " + seconds(bound)));
        }
        return problems;
    }

    private static List<Span> gaps(List<ObservedTerm> ordered) {
        List<Span> gaps = new ArrayList<>();
        for (int i = 1; i < ordered.size(); i++) {
            long from = ordered.get(i - 1).endNanos();
            long to = ordered.get(i).startNanos();
            if (to - from > 0) {
                gaps.add(new Span(from, to));
            }
        }
        return gaps;
    }

    /** Returns the longest part of the gap in which one and the same node was well, and the servers were. */
    private Optional<Span> longestUnexcused(Span gap) {
        return nodes.stream().flatMap(node -> without(gap, node).stream()).max(Comparator.comparing(Span::length));
    }

    /** Returns what is left of the gap when the faults of the node and of the servers are cut out of it. */
    private List<Span> without(Span gap, String node) {
        List<Span> left = new ArrayList<>();
        long from = gap.fromNanos();
        List<FaultTime> ofNode = faults.stream()
                .filter(fault -> fault.node().equals(node) || !nodes.contains(fault.node()))
                .sorted(Comparator.comparing(FaultTime::beginNanos, (a, b) -> Long.signum(a - b)))
                .toList();
        for (FaultTime fault : ofNode) {
            long until = fault.beginNanos() - gap.toNanos() < 0 ? fault.beginNanos() : gap.toNanos();
            if (until - from > 0) {
                left.add(new Span(from, until));
            }
            if (fault.endNanos() - from > 0) {
                from = fault.endNanos();
            }
        }
        if (gap.toNanos() - from > 0) {
            left.add(new Span(from, gap.toNanos()));
        }
        return left;
    }

    private static String seconds(Duration duration) {
        return duration.toMillis() / 1000.0 + " s";
    }
}
