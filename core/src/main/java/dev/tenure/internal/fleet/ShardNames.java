package dev.tenure.internal.fleet;

/** Names the elections and the roster of a set of shards. */
public final class ShardNames {
    private ShardNames() {}

    /** Returns the name of the election of one shard of a set. */
    public static String election(String set, int shard) {
        return set + "/" + shard;
    }

    /** Returns the roster of all who stand for a set; no election of the same name shares it. */
    public static String roster(String set) {
        return set + "/all";
    }

    /** Returns the roster in which all who stand for a set state how many shards they take it to have. */
    static String counts(String set) {
        return roster(set) + "/count";
    }

    /** Returns the roster of the set that an election of this name would be a shard of. */
    public static String rosterOf(String election) {
        int slash = election.lastIndexOf('/');
        return roster(slash < 0 ? election : election.substring(0, slash));
    }
}
