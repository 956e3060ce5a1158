package dev.tenure.internal;

import static java.util.Objects.requireNonNull;

import dev.tenure.Election;
import dev.tenure.ShardWork;
import dev.tenure.Shards;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A candidate's stand for the shards of a set, as applications see it: the elections, all together. Thread-safe. */
final class ShardSet implements Shards {
    private final String name;
    private final List<StandingElection> shards;
    private final ShardShare share;
    private final Commons commons;
    private final Consumer<ShardSet> forget;
    private final AtomicBoolean hasWork = new AtomicBoolean();

    ShardSet(String name, List<StandingElection> shards, ShardShare share, Commons commons, Consumer<ShardSet> forget) {
        this.name = name;
        this.shards = List.copyOf(shards);
        this.share = share;
        this.commons = commons;
        this.forget = forget;
    }

    /** Returns the name of the election of one shard of a set. */
    static String election(String set, int shard) {
        return set + "/" + shard;
    }

    /** Returns the roster of all who stand for a set; no election of the same name shares it. */
    static String roster(String set) {
        return set + "/all";
    }

    /** Returns the roster of the set that an election of this name would be a shard of. */
    static String rosterOf(String election) {
        int slash = election.lastIndexOf('/');
        return roster(slash < 0 ? election : election.substring(0, slash));
    }

    void start(Consumer<StandingElection> begin) {
        commons.loop().execute(() -> commons.registrar().join(share));
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

    /** Hands over what is led, asks all campaigns to end in good order, and returns at once. */
    void beginClose() {
        commons.loop().execute(() -> {
            commons.registrar().leave(share);
            share.handOverAll();
        });
        shards.forEach(StandingElection::beginClose);
    }
}
