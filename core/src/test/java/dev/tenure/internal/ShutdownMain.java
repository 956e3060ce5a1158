package dev.tenure.internal;

import dev.tenure.Candidate;
import dev.tenure.CandidateBuilder;
import dev.tenure.Election;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Wait;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A process of its own that leads, and then ends in one way or another. Says on its output what it releases. */
final class ShutdownMain {
    private ShutdownMain() {}

    public static void main(String[] args) throws InterruptedException {
        InMemoryStore store = new InMemoryStore();
        store.before = (call, election) -> {
            if (call.equals("release")) {
                slowly();
                print("released " + election);
            }
        };
        CandidateBuilder builder = Candidate.on(store).closingStore().named("child");
        Candidate node = (args[0].equals("without-hook") ? builder.withoutShutdownHook() : builder).start();
        Election payroll = node.stand("payroll");
        if (args[0].equals("work-closes")) {
            CountDownLatch closing = new CountDownLatch(1);
            payroll.lead(term -> {
                node.close();
                closing.countDown();
            });
            Wait.until(closing);
        } else {
            print("leads "
                    + payroll.awaitLeadership(Duration.ofSeconds(Wait.SECONDS)).isPresent());
        }
        // Returning ends the last thread that is not a daemon: the JVM shuts down.
    }

    /** Takes a while, so that a JVM which does not wait is caught in the act. */
    private static void slowly() {
        try {
            if (new CountDownLatch(1).await(300, TimeUnit.MILLISECONDS)) {
                throw new AssertionError("nobody opens this latch");
            }
        } catch (InterruptedException e) {
            print("interrupted");
        }
    }

    private static void print(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
