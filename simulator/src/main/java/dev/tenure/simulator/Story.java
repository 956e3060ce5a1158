package dev.tenure.simulator;

/** The course of a run. */
final class Story {
    private final Cluster cluster;
    private final VirtualTime time;

    Story(Cluster cluster) {
        this.cluster = cluster;
        this.time = cluster.time();
    }

    void play() {
        cluster.machines().forEach(cluster::start);
        long trouble = cluster.scenario().ttls().nanos() * (8 + cluster.draw().below(16));
        run(trouble);
        cluster.heal();
        run(trouble);
    }

    private void run(long nanos) {
        time.runUntil(time.now() + nanos, () -> !cluster.findings().isEmpty());
    }
}
