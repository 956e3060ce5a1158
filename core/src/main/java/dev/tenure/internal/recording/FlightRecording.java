package dev.tenure.internal.recording;

import dev.tenure.ElectionEvent;
import dev.tenure.internal.runtime.EventLoop;
import dev.tenure.internal.runtime.SerialTasks;
import dev.tenure.spi.LeaseStore;

/**
 * Tells the JDK's flight recorder what happens in a candidate's elections. On the loop; events are written away from
 * it.
 *
 * <p>While nothing is recorded it costs an object that is dropped at once, and in a runtime image without the module
 * {@code jdk.jfr} a look at a constant: no class that needs the module is loaded then.
 */
public final class FlightRecording {
    private static final boolean AVAILABLE =
            ModuleLayer.boot().findModule("jdk.jfr").isPresent();

    private final String candidate;
    private final SerialTasks writing;

    /** Makes the recording of a candidate; its name is for people. */
    public FlightRecording(String candidate, EventLoop loop) {
        this.candidate = candidate;
        this.writing = new SerialTasks(loop::aside);
    }

    /** Returns a store that passes calls on to this one, and records each. */
    public static LeaseStore around(LeaseStore store) {
        return AVAILABLE ? new RecordedStore(store) : store;
    }

    /** Takes in what happened. */
    public void tell(ElectionEvent event) {
        if (AVAILABLE) {
            EventRecorder.write(event, candidate, writing::add);
        }
    }
}
