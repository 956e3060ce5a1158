package dev.tenure.simulator;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * What happened in a run, one line per event, and a digest by which two runs can be compared.
 *
 * <p>Lines are written only when asked for, because most runs find nothing and nobody reads them; the digest is always
 * kept, and is the same either way.
 */
final class Trace {
    private static final List<String> LEGEND = List.of(
            "time in true seconds | who: n2#7 is the 7th start of all, on machine 2 | what happened",
            "sends: a call leaves its candidate, with its fate | lands: the store carries it out | hears: its outcome"
                    + " comes back",
            "says: an event told to listeners | work: what the work does | fault: what the seed inflicts");

    private final VirtualTime time;
    private final long seed;
    private final boolean recording;
    private final List<String> lines = new ArrayList<>();
    private long digest = 1;

    Trace(VirtualTime time, long seed, boolean recording) {
        this.time = time;
        this.seed = seed;
        this.recording = recording;
    }

    /** Notes an event: who, what, a number that tells it from others, and details that only a reader needs. */
    void note(String who, String what, long number, Supplier<String> details) {
        digest = (digest * 31 + time.now()) * 31 + who.hashCode();
        digest = (digest * 31 + what.hashCode()) * 31 + number;
        if (recording) {
            lines.add(String.format(Locale.ROOT, "%13.6f  %-6s %-6s %s", time.now() / 1e9, who, what, details.get()));
        }
    }

    /** Returns a number that two runs share only if the same things happened in them at the same times. */
    long digest() {
        return digest;
    }

    /** Returns the recorded lines between a first and a last line that name the seed, or none if none were recorded. */
    List<String> lines() {
        if (!recording) {
            return List.of();
        }
        List<String> all = new ArrayList<>();
        all.add("seed " + seed);
        all.addAll(LEGEND);
        all.addAll(lines);
        all.add("seed " + seed + " digest " + Long.toHexString(digest));
        return List.copyOf(all);
    }
}
