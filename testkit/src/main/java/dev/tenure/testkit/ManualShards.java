package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ShardWork;
import dev.tenure.Shards;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** The shards of a {@link ManualCandidate}: each is a {@link ManualElection}, and led if the test says so. */
final class ManualShards implements Shards {
    private final String name;
    private final List<ManualElection> shards;

    ManualShards(String name, List<ManualElection> shards) {
        this.name = name;
        this.shards = List.copyOf(shards);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public List<Election> elections() {
        return List.copyOf(shards);
    }

    @Override
    public Set<Integer> led() {
        return IntStream.range(0, shards.size())
                .filter(shard -> shards.get(shard).isLeader())
                .boxed()
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @Override
    public void lead(ShardWork work) {
        requireNonNull(work, "work");
        for (int i = 0; i < shards.size(); i++) {
            int shard = i;
            shards.get(i).lead(term -> work.during(shard, term));
        }
    }

    @Override
    public void close() {
        shards.forEach(ManualElection::close);
    }
}
