package dev.tenure.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Checks the terms of one election, as any number of processes on one host saw their own: none may overlap, and tokens
 * must grow. Thread-safe.
 *
 * <p>Times are nanoseconds of one monotonic clock that all share: {@code System.nanoTime()} of the processes of one
 * Linux host. A process may report a term again and again as it goes on; the reports are joined.
 */
public final class OverlapChecker {
    private final Map<String, ObservedTerm> terms = new TreeMap<>();

    /**
     * A time during which somebody believed to lead, under one token.
     *
     * @param who the instance
     * @param token the fencing token
     * @param startNanos the first moment it believed so
     * @param endNanos the last moment it believed so
     */
    public record ObservedTerm(String who, long token, long startNanos, long endNanos) {
        public ObservedTerm {
            if (who.isBlank() || who.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException("who '" + who + "' must be one word, to be written on a line");
            }
            if (endNanos - startNanos < 0) {
                throw new IllegalArgumentException("the term of " + who + " ends before it starts");
            }
        }

        /** Returns the line that {@link OverlapChecker#read} reads. */
        public String line() {
            return who + " " + token + " " + startNanos + " " + endNanos;
        }

        private static ObservedTerm parse(String line) {
            String[] words = line.split(" ", -1);
            if (words.length != 4) {
                throw new IllegalArgumentException("'" + line + "' is not of the form: WHO TOKEN START END");
            }
            return new ObservedTerm(
                    words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
        }

        private ObservedTerm joined(ObservedTerm other) {
            return new ObservedTerm(
                    who,
                    token,
                    startNanos - other.startNanos < 0 ? startNanos : other.startNanos,
                    endNanos - other.endNanos > 0 ? endNanos : other.endNanos);
        }

        @Override
        public String toString() {
            return who + " with token " + token + " from " + startNanos + " to " + endNanos;
        }
    }

    /** What can be wrong with a history. */
    public enum Violation {
        /** Two led at the same time. */
        OVERLAP,

        /** A later term had a token that was not higher. */
        TOKEN_ORDER
    }

    /**
     * Something wrong with a history.
     *
     * @param what what it is
     * @param earlier the term that began first
     * @param later the term that began second
     */
    public record Finding(Violation what, ObservedTerm earlier, ObservedTerm later) {
        @Override
        public String toString() {
            return switch (what) {
                case OVERLAP -> "two led at once for " + overlap() + ": " + earlier + "; " + later;
                case TOKEN_ORDER -> "the token did not grow: " + earlier + "; then " + later;
            };
        }

        private Duration overlap() {
            long end = earlier.endNanos - later.endNanos < 0 ? earlier.endNanos : later.endNanos;
            return Duration.ofNanos(end - later.startNanos);
        }
    }

    /** Adds a term, or a further report of one. */
    public synchronized void add(ObservedTerm term) {
        terms.merge(term.who() + " " + term.token(), term, ObservedTerm::joined);
    }

    /**
     * Adds what a process has written, one {@link ObservedTerm#line} per report. A last line without its end is left
     * out: its writer was killed.
     *
     * @throws IllegalArgumentException if a whole line is not of that form
     */
    public void read(Path file) throws IOException {
        String text = Files.readString(file);
        text.substring(0, text.lastIndexOf('\n') + 1)
                .lines()
                .map(ObservedTerm::parse)
                .forEach(this::add);
    }

    /** Returns the terms in the order they began. */
    public synchronized List<ObservedTerm> terms() {
        return terms.values().stream()
                .sorted(Comparator.comparing(ObservedTerm::startNanos, (a, b) -> Long.signum(a - b)))
                .toList();
    }

    /** Returns everything that is wrong; empty if one led at a time and tokens grew. */
    public List<Finding> findings() {
        List<ObservedTerm> ordered = terms();
        List<Finding> findings = new ArrayList<>();
        for (int second = 1; second < ordered.size(); second++) {
            ObservedTerm later = ordered.get(second);
            for (ObservedTerm earlier : ordered.subList(0, second)) {
                if (earlier.endNanos() - later.startNanos() > 0) {
                    findings.add(new Finding(Violation.OVERLAP, earlier, later));
                }
                if (later.token() <= earlier.token()) {
                    findings.add(new Finding(Violation.TOKEN_ORDER, earlier, later));
                }
            }
        }
        return findings;
    }
}
