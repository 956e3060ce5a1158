package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.Reason;
import dev.tenure.ShardWork;
import dev.tenure.Shards;
import dev.tenure.internal.fleet.ShardCount;
import dev.tenure.internal.fleet.ShardShare;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A candidate's stand for the shards of a set, as applications see it: the elections, all together. Thread-safe. */
final class StandingShards implements Shards {
    private final String name;
    private final List<StandingElection> shards;
    private final ShardShare share;
    private final ShardCount count;
    private final SharedServices shared;
    private final Consumer<StandingShards> forget;
    private final AtomicBoolean hasWork = new AtomicBoolean();

    StandingShards(
            String name,
            List<StandingElection> shards,
            ShardShare share,
            SharedServices shared,
            Consumer<StandingShards> forget) {
        this.name = name;
        this.shards = List.copyOf(shards);
        this.share = share;
        this.count = new ShardCount(name, shards.size(), what -> shards.get(0).warn(Reason.SHARDS_DIFFER, what));
        this.shared = shared;
        this.forget = forget;
    }

    void start(Consumer<StandingElection> begin) {
        shared.loop().execute(() -> {
            shared.rosterSync().join(share);
            shared.rosterSync().join(count);
        });
        shards.forEach(begin);
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
        if (!hasWork.compareAndSet(false, true)) {
            throw new IllegalStateException("the shards of '" + name + "' have work already");
        }
        for (int i = 0; i < shards.size(); i++) {
            int shard = i;
            shards.get(i).lead(term -> work.during(shard, term));
        }
    }

    @Override
    public void close() {
        beginClose();
        if (shards.stream().noneMatch(StandingElection::isOwnWork)) {
            shards.forEach(StandingElection::awaitClose);
        }
        forget.accept(this);
    }

    /** Hands over what is led, asks all campaigns to end gracefully, and returns at once. */
    void beginClose() {
        shared.loop().execute(() -> {
            shared.rosterSync().leave(share);
            shared.rosterSync().leave(count);
            share.handOverAll();
        });
        shards.forEach(StandingElection::beginClose);
    }

    @Override
    public String toString() {
        return "shards " + name + ": leads " + led() + " of " + shards.size();
    }
}
