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
 * Who led when, in one election, as any number of processes on one host saw it themselves; and whether that can be.
 * Thread-safe.
 *
 * <p>Times are nanoseconds of one monotonic clock that all share: {@code System.nanoTime()} of the processes of one
 * Linux host. A process may report a reign again and again as it goes on; the reports are joined.
 */
public final class History {
    private final Map<String, Reign> reigns = new TreeMap<>();

    /**
     * A time during which somebody believed to lead, under one token.
     *
     * @param who the instance
     * @param token the fencing token
     * @param startNanos the first moment it believed so
     * @param endNanos the last moment it believed so
     */
    public record Reign(String who, long token, long startNanos, long endNanos) {
        public Reign {
            if (who.isBlank() || who.chars().anyMatch(Character::isWhitespace)) {
                throw new IllegalArgumentException("who '" + who + "' must be one word, to be written on a line");
            }
            if (endNanos - startNanos < 0) {
                throw new IllegalArgumentException("the reign of " + who + " ends before it starts");
            }
        }

        /** Returns the line that {@link History#read} reads. */
        public String line() {
            return who + " " + token + " " + startNanos + " " + endNanos;
        }

        private static Reign parse(String line) {
            String[] words = line.split(" ", -1);
            if (words.length != 4) {
                throw new IllegalArgumentException("'" + line + "' is not of the form: WHO TOKEN START END");
            }
            return new Reign(words[0], Long.parseLong(words[1]), Long.parseLong(words[2]), Long.parseLong(words[3]));
        }

        private Reign joined(Reign other) {
            return new Reign(
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
    public enum Wrong {
        /** Two led at the same time. */
        OVERLAP,

        /** A later term had a token that was not higher. */
        TOKEN_ORDER
    }

    /**
     * Something wrong with a history.
     *
     * @param what what it is
     * @param earlier the reign that began first
     * @param later the reign that began second
     */
    public record Finding(Wrong what, Reign earlier, Reign later) {
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

    /** Adds a reign, or a further report of one. */
    public synchronized void add(Reign reign) {
        reigns.merge(reign.who() + " " + reign.token(), reign, Reign::joined);
    }

    /**
     * Adds what a process has written, one {@link Reign#line} per report. A last line without its end is left out: its
     * writer was killed.
     *
     * @throws IllegalArgumentException if a whole line is not of that form
     */
    public void read(Path file) throws IOException {
        String text = Files.readString(file);
        text.substring(0, text.lastIndexOf('\n') + 1).lines().map(Reign::parse).forEach(this::add);
    }

    /** Returns the reigns in the order they began. */
    public synchronized List<Reign> reigns() {
        return reigns.values().stream()
                .sorted(Comparator.comparing(Reign::startNanos, (a, b) -> Long.signum(a - b)))
                .toList();
    }

    /** Returns everything that is wrong; empty if one led at a time and tokens grew. */
    public List<Finding> findings() {
        List<Reign> ordered = reigns();
        List<Finding> findings = new ArrayList<>();
        for (int second = 1; second < ordered.size(); second++) {
            Reign later = ordered.get(second);
            for (Reign earlier : ordered.subList(0, second)) {
                if (earlier.endNanos() - later.startNanos() > 0) {
                    findings.add(new Finding(Wrong.OVERLAP, earlier, later));
                }
                if (later.token() <= earlier.token()) {
                    findings.add(new Finding(Wrong.TOKEN_ORDER, earlier, later));
                }
            }
        }
        return findings;
    }
}
