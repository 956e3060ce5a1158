package dev.tenure.store.redis;

import dev.tenure.StoreException;
import dev.tenure.Stores;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.time.Duration;

/** Opens the store of a URI and looks at an election, in a JVM whose class path a test chose. Says what it saw. */
final class OpenMain {
    private OpenMain() {}

    public static void main(String[] args) {
        try (LeaseStore store = Stores.open(args[0])) {
            System.out.println(store.inspect("a", Deadline.after(TimeSource.system(), Duration.ofSeconds(20))));
        } catch (StoreException e) {
            System.out.println(e.kind() + " " + e.getMessage());
        }
    }
}
