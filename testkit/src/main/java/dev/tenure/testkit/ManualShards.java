package dev.tenure.testkit;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ShardWork;
import dev.tenure.Shards;
import java.util.List;
import java.util.Set;

/**
 * The shards of a {@link ManualCandidate}.
 *
 * @param engine the shards as the engine knows them
 * @param stands the same, for the test to decide
 */
record ManualShards(Shards engine, List<ManualElection> stands) implements Shards {
    @Override
    public String name() {
        return engine.name();
    }

    @Override
    public List<Election> elections() {
        return List.copyOf(stands);
    }

    @Override
    public Set<Integer> led() {
        return engine.led();
    }

    @Override
    public void lead(ShardWork work) {
        requireNonNull(work, "work");
        for (int i = 0; i < stands.size(); i++) {
            int shard = i;
            stands.get(i).lead(term -> work.during(shard, term));
        }
    }

    @Override
    public void close() {
        engine.close();
    }
}
