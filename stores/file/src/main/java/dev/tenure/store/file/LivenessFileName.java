package dev.tenure.store.file;

import java.time.Instant;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The names of liveness files: {@code PID-START-RANDOM}, where START is when the process started, 0 if that is unknown.
 *
 * <p>By the name a process recognises its own files, those of other class loaders included. It must never open them:
 * closing any descriptor of a file drops every lock that the process has on it. All class loaders read the same process
 * id and start. A process in another container may have both in common by chance; it is then taken for this one, which
 * costs only the short cut.
 */
final class LivenessFileName {
    private static final Pattern NAME = Pattern.compile("([0-9]{1,19})-([0-9]{1,19})-[0-9a-f]{32}");

    private static final String UNKNOWN = "0";
    private static final String PID = Long.toString(ProcessHandle.current().pid());
    private static final String START = ProcessHandle.current()
            .info()
            .startInstant()
            .map(Instant::toEpochMilli)
            .map(String::valueOf)
            .orElse(UNKNOWN);

    private LivenessFileName() {}

    /** Returns a name that is never used again. */
    static String newName() {
        return PID + "-" + START + "-" + UUID.randomUUID().toString().replace("-", "");
    }

    /** Tells whether this names a liveness file that is certainly of another process: only then may it be opened. */
    static boolean isOfAnother(String name) {
        return isOfAnother(name, PID, START);
    }

    /** Answers as a process with the given id and start would. */
    static boolean isOfAnother(String name, String pid, String start) {
        Matcher match = NAME.matcher(name);
        if (!match.matches()) {
            return false;
        }
        String otherStart = match.group(2);
        boolean sameStart = otherStart.equals(start) || otherStart.equals(UNKNOWN) || start.equals(UNKNOWN);
        return !match.group(1).equals(pid) || !sameStart;
    }
}
