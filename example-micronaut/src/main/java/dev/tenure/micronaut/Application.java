package dev.tenure.micronaut;

import io.micronaut.context.ApplicationContext;
import java.util.concurrent.CountDownLatch;

/** Starts the application, which runs until it is stopped. */
public final class Application {
    private Application() {}

    /** Starts it. */
    public static void main(String[] arguments) throws InterruptedException {
        ApplicationContext context = ApplicationContext.run();
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            context.close();
            stopped.countDown();
        }));
        stopped.await();
    }
}
