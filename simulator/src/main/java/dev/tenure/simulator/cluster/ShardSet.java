package dev.tenure.simulator.cluster;

import dev.tenure.simulator.checks.OverlapChecker;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.spi.Backend;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** The shards that the candidates of a cluster share: who leads which, and how often they moved. */
public final class ShardSet {
    private final Cluster cluster;
    private final SeededRandom random;
    private final int size;
    private final OverlapChecker owners;
    private final Map<String, List<Runnable>> watchers = new HashMap<>();
    private int terms;

    ShardSet(Cluster cluster, SeededRandom random, OverlapChecker owners) {
        this.cluster = cluster;
        this.random = random;
        this.size = cluster.further().shards();
        this.owners = owners;
    }

    public int size() {
        return size;
    }

    SeededRandom random() {
        return random;
    }

    /** Checks that no shard has two owners at this instant. */
    void check(long now) {
        for (int shard = 0; shard < size; shard++) {
            owners.active(owners(shard), now);
        }
    }

    private List<String> owners(int shard) {
        List<String> labels = new ArrayList<>(1);
        for (Machine machine : cluster.machines()) {
            CandidateProcess process = machine.process();
            if (process != null && leads(process, shard)) {
                labels.add(process.label());
            }
        }
        return labels;
    }

    private static boolean leads(CandidateProcess process, int shard) {
        return process.answers() && process.sides().shards().leads(shard);
    }

    /** Wakes a process when a shard is released, if the store can. Other elections never wake anybody. */
    Backend.Watch watch(String election, Runnable wakeUp) {
        if (!cluster.scenario().watchable() || !election.startsWith(ShardStands.SET)) {
            return () -> {};
        }
        List<Runnable> watching = watchers.computeIfAbsent(election, shard -> new ArrayList<>());
        watching.add(wakeUp);
        return () -> watching.remove(wakeUp);
    }

    void released(String election) {
        List.copyOf(watchers.getOrDefault(election, List.of())).forEach(Runnable::run);
    }

    void termBegins(int shard) {
        terms++;
    }

    /** Returns how many terms of shards have begun so far. */
    public int terms() {
        return terms;
    }

    /** Returns the shards that nobody leads at this instant. */
    public List<Integer> free() {
        return IntStream.range(0, size)
                .filter(shard -> owners(shard).isEmpty())
                .boxed()
                .toList();
    }

    /** Returns how many shards a process leads at this instant. */
    public int led(CandidateProcess process) {
        return (int)
                IntStream.range(0, size).filter(shard -> leads(process, shard)).count();
    }

    /** Returns the processes that share the shards: those that can lead and are not closing. */
    public List<CandidateProcess> sharers() {
        return cluster.contenders().stream()
                .filter(process -> !process.isClosing())
                .toList();
    }

    /** Tells whether every shard is led, and all who share lead the same number, give or take one. */
    public boolean isBalanced() {
        List<Integer> shares = sharers().stream().map(this::led).sorted().toList();
        return !shares.isEmpty() && free().isEmpty() && shares.get(shares.size() - 1) - shares.get(0) <= 1;
    }

    /** Describes who leads how many. */
    public String describe() {
        StringBuilder text = new StringBuilder();
        sharers()
                .forEach(process -> text.append(process.label())
                        .append(" leads ")
                        .append(led(process))
                        .append(", "));
        return text.append("free: ").append(free()).toString();
    }
}
