package dev.tenure.internal.fleet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many shards of a set each candidate should lead, and which of those that must move go to whom. Pure: candidates
 * that see the same come to the same result.
 *
 * <p>All get the same number, give or take one. Who leads most now keeps the odd ones, so that no shard moves without
 * need.
 */
final class ShardBalance {
    private final Map<String, Integer> targets = new HashMap<>();
    private final List<Load> loads;

    /**
     * How many shards a candidate leads.
     *
     * @param instance the candidate
     * @param leads how many it leads now
     */
    record Load(String instance, int leads) {}

    ShardBalance(int shards, List<Load> candidates) {
        loads = candidates.stream()
                .sorted(Comparator.comparingInt(Load::leads).reversed().thenComparing(Load::instance))
                .toList();
        for (int i = 0; i < loads.size(); i++) {
            targets.put(loads.get(i).instance(), shards / loads.size() + (i < shards % loads.size() ? 1 : 0));
        }
    }

    /** Returns how many shards a candidate should lead. */
    int target(String instance) {
        return targets.getOrDefault(instance, 0);
    }

    /** Returns who takes over each of the shards that a candidate leads too many of. */
    List<String> successors(String donor) {
        List<String> takers = takers();
        int from = 0;
        for (Load load : loads) {
            int surplus = Math.max(0, load.leads() - target(load.instance()));
            if (load.instance().equals(donor)) {
                return takers.subList(Math.min(from, takers.size()), Math.min(from + surplus, takers.size()));
            }
            from += surplus;
        }
        return List.of();
    }

    /** Returns who takes each of the shards that nobody leads, in their order. */
    List<String> heirs() {
        List<String> takers = takers();
        int moving = loads.stream()
                .mapToInt(load -> Math.max(0, load.leads() - target(load.instance())))
                .sum();
        return takers.subList(Math.min(moving, takers.size()), takers.size());
    }

    /** One name for each shard that a candidate still lacks. */
    private List<String> takers() {
        List<String> takers = new ArrayList<>();
        for (Load load : loads) {
            for (int lacking = target(load.instance()) - load.leads(); lacking > 0; lacking--) {
                takers.add(load.instance());
            }
        }
        return takers;
    }
}
