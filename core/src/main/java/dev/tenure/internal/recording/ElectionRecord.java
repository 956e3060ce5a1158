package dev.tenure.internal.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/**
 * What happened in an election, as the flight recorder keeps it.
 *
 * <p>Classes of events hold no code: the recorder of JDK 17 rewrites it as it loads them, and fails where that needs
 * another of them.
 */
@Category("Tenure")
@StackTrace(false)
abstract class ElectionRecord extends Event {
    @Label("Election")
    @Nullable String election;

    @Label("Candidate")
    @Nullable String candidate;

    @Label("Token")
    @Description("The fencing token of the term; 0 if there is none")
    long token;

    @Label("Reason")
    @Nullable String reason;

    @Label("Cause")
    @Nullable String cause;

    /** This candidate leads from now on. */
    @Name("dev.tenure.TermBegan")
    @Label("Term Began")
    static final class TermBegan extends ElectionRecord {}

    /** This candidate leads no longer. */
    @Name("dev.tenure.TermEnded")
    @Label("Term Ended")
    static final class TermEnded extends ElectionRecord {
        @Label("Lost")
        @Description("Whether the term was lost, and not given up")
        boolean lost;
    }

    /** Another candidate leads, or nobody does any more. */
    @Name("dev.tenure.LeaderChanged")
    @Label("Leader Changed")
    static final class LeaderChanged extends ElectionRecord {
        @Label("Leader")
        @Nullable String leader;
    }

    /** Something a person should look at. */
    @Name("dev.tenure.Warning")
    @Label("Warning")
    static final class Warning extends ElectionRecord {}
}
