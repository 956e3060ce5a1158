package dev.tenure.simulator.cluster;

import dev.tenure.simulator.time.VirtualTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/**
 * The trace of a run, one line per event, and a digest by which two runs can be compared.
 *
 * <p>Lines are recorded only on request, because most runs have no findings. The digest is always computed and does not
 * depend on that.
 */
public final class RunTrace {
    private static final List<String> LEGEND = List.of(
            "time in true seconds | source: n2#7 is the 7th start of all, on machine 2 | what happened",
            "sends: a step of a call leaves its candidate, with its fate | lands: the store carries it out | hears: the"
                    + " outcome of the call comes back",
            "says: an event told to listeners | work: what the work does | fault: what the simulator injects");

    private final VirtualTime time;
    private final long seed;
    private final boolean recording;
    private final List<String> lines = new ArrayList<>();
    private long digest = 1;

    RunTrace(VirtualTime time, long seed, boolean recording) {
        this.time = time;
        this.seed = seed;
        this.recording = recording;
    }

    /** Adds an event: its source, its kind, a number that distinguishes it, and details that are not in the digest. */
    public void note(String source, String what, long number, Supplier<String> details) {
        digest = (digest * 31 + time.now()) * 31 + source.hashCode();
        digest = (digest * 31 + what.hashCode()) * 31 + number;
        if (recording) {
            lines.add(
                    String.format(Locale.ROOT, "%13.6f  %-6s %-6s %s", time.now() / 1e9, source, what, details.get()));
        }
    }

    /** Returns a number that is equal for two runs only if they had the same events at the same times. */
    public long digest() {
        return digest;
    }

    /** Returns the recorded lines between two lines that name the seed, or an empty list if none were recorded. */
    public List<String> lines() {
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
