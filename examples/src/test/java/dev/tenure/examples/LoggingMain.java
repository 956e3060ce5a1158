package dev.tenure.examples;

import dev.tenure.Candidate;
import dev.tenure.Election;
import java.time.Duration;

/** A process in which one node leads and is closed, and another leads until the JVM ends. */
public final class LoggingMain {
    private LoggingMain() {}

    public static void main(String[] args) throws Exception {
        if (args[0].equals("spring-boot")) {
            // By its name: no module of this build depends on it.
            Class.forName("org.springframework.boot.SpringApplication")
                    .getMethod("run", Class.class, String[].class)
                    .invoke(null, LoggingMain.class, new String[] {"--spring.main.banner-mode=off"});
        }
        try (Candidate closed = Candidate.on("memory:logging").named("node-6").start()) {
            lead(closed);
        }
        lead(Candidate.on("memory:logging").named("node-7").start());
        // Returning ends the last thread that is not a daemon: the shutdown hook closes node-7.
    }

    private static void lead(Candidate node) throws InterruptedException {
        Election payroll = node.stand("payroll");
        if (payroll.awaitLeadership(Duration.ofSeconds(60)).isEmpty()) {
            throw new AssertionError("nobody else stands, and this node does not lead");
        }
    }
}
