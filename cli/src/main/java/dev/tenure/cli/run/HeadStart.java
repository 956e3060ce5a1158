package dev.tenure.cli.run;

import dev.tenure.cli.console.HostPort;
import java.lang.reflect.Field;
import java.util.UUID;

/**
 * Does on a second thread what the JDK is slow at when it first does it, and what every {@code tenure run} needs soon:
 * it reads annotations, makes a random id and compares records. Nothing waits for it or depends on it.
 */
public final class HeadStart implements Runnable {
    private HeadStart() {}

    /** Begins, if there is a thread for it. */
    public static void begin() {
        Thread beside = new Thread(new HeadStart(), "tenure-head-start");
        beside.setDaemon(true);
        try {
            beside.start();
        } catch (OutOfMemoryError noThread) { // Java's error for a thread that cannot be started
            return;
        }
    }

    @Override
    public void run() {
        int annotations = RunCommand.class.getAnnotations().length;
        for (Field field : RunCommand.class.getDeclaredFields()) {
            annotations += field.getAnnotations().length;
        }
        HostPort one = new HostPort(UUID.randomUUID().toString(), annotations);
        var unused = one.equals(new HostPort("", one.hashCode()));
    }
}
