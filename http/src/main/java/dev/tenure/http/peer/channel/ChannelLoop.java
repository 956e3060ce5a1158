package dev.tenure.http.peer.channel;

import java.time.Duration;

/** The threads of a peer channel; in the simulator, virtual time. */
public interface ChannelLoop {

    /** Runs a task on the thread that decides; dropped after the channel was closed. */
    void execute(Runnable task);

    /** Runs a task on the thread that decides, later. */
    Timer after(Duration delay, Runnable task);

    /** Runs a task that may block for a moment, on another thread. */
    void aside(Runnable task);

    /** A task that was scheduled. */
    interface Timer {
        /** Keeps the task from running, unless it already does. */
        void cancel();
    }
}
