package dev.tenure.internal.recording;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import org.jspecify.annotations.Nullable;

/** One call to a store and how long it took, as the flight recorder keeps it. */
@Name("dev.tenure.StoreCall")
@Label("Store Call")
@Category("Tenure")
@StackTrace(false)
final class StoreCallRecord extends Event {
    @Label("Store")
    @Nullable String store;

    @Label("Call")
    @Nullable String call;

    @Label("Election")
    @Description("Absent for calls that concern several")
    @Nullable String election;

    @Label("Outcome")
    @Nullable String outcome;

    @Label("Failure")
    @Nullable String failure;
}
