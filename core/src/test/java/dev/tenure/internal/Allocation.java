package dev.tenure.internal;

import java.lang.reflect.Method;

/** Counts what a thread allocates. By reflection, because the module under test does not read the JDK's management. */
final class Allocation {
    private Allocation() {}

    /** Returns the bytes that the current thread has allocated so far. */
    static long ofThisThread() throws ReflectiveOperationException {
        Object threads = Class.forName("java.lang.management.ManagementFactory")
                .getMethod("getThreadMXBean")
                .invoke(null);
        Method allocated =
                Class.forName("com.sun.management.ThreadMXBean").getMethod("getThreadAllocatedBytes", long.class);
        return (long) allocated.invoke(threads, Thread.currentThread().getId());
    }
}
