package dev.tenure.store.redis.connection;

import java.time.Duration;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/** Creates daemon threads for the background work of the store. */
public final class BackgroundThreads {
    private static final long IDLE_SECONDS = 10;

    private BackgroundThreads() {}

    /** Returns an executor that starts a thread for each running task, and ends threads that are idle. */
    public static ThreadPoolExecutor onDemand(String name) {
        return new ThreadPoolExecutor(
                0, Integer.MAX_VALUE, IDLE_SECONDS, TimeUnit.SECONDS, new SynchronousQueue<>(), named(name));
    }

    /** Returns an executor of one thread, which starts when there is a task and ends when it was idle for a while. */
    public static ThreadPoolExecutor oneAtATime(String name, Duration idle) {
        ThreadPoolExecutor executor = new ThreadPoolExecutor(
                1, 1, idle.toNanos(), TimeUnit.NANOSECONDS, new LinkedBlockingQueue<>(), named(name));
        executor.allowCoreThreadTimeOut(true);
        return executor;
    }

    /** Returns a factory of daemon threads with this name. */
    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }
}
