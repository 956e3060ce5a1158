package dev.tenure.examples;

import dev.tenure.Candidate;
import dev.tenure.Election;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;

/**
 * Runs each task of a service on one node, again and again: every task is an election of its own, so that the nodes
 * share the tasks, and a task that fails moves to another node.
 */
public final class Scheduler {
    private final Candidate node;

    /** Something to be done on one node only. */
    @FunctionalInterface
    public interface Task {
        /**
         * Does it once.
         *
         * @param token handed to whatever the task writes to, so that it can refuse a node that came too late
         */
        void run(long token) throws Exception;
    }

    /** Makes a scheduler for one node of the service. */
    public Scheduler(Candidate node) {
        this.node = node;
    }

    // snippet: scheduler
    /** Runs the task on the node that leads its election: at once, and then each time after a pause. */
    public void every(Duration pause, String name, Task task) {
        Election election = node.stand("task-" + name);
        election.leadEvery(pause, term -> task.run(term.token()));
    }
    // end

    /**
     * Runs two tasks until the process is ended: {@code Scheduler STORE-URI NAME}, in as many terminals as you like.
     */
    public static void main(String[] args) throws InterruptedException {
        if (args.length != 2) {
            System.err.println("usage: Scheduler STORE-URI NAME, such as: Scheduler file:leases node-1");
            System.exit(64);
        }
        try (Candidate node = Candidate.on(args[0]).named(args[1]).start()) {
            Scheduler scheduler = new Scheduler(node);
            scheduler.every(Duration.ofSeconds(1), "report", token -> say(args[1], "report", token));
            scheduler.every(Duration.ofSeconds(3), "tidy", token -> say(args[1], "tidy", token));
            new CountDownLatch(1).await();
        }
    }

    private static void say(String node, String task, long token) {
        System.out.println(node + " runs " + task + ", token " + token);
    }
}
