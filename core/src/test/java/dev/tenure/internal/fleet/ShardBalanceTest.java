package dev.tenure.internal.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.RepetitionInfo;
import org.junit.jupiter.api.Test;

@DisplayName("Shards are shared out evenly, and no more move than must")
class ShardBalanceTest {

    private static ShardBalance.Load load(String instance, int leads) {
        return new ShardBalance.Load(instance, leads);
    }

    @Test
    void aNewcomerGetsItsShareAndNobodyElseGetsMore() {
        ShardBalance spread = new ShardBalance(64, List.of(load("a", 32), load("b", 32), load("c", 0)));

        assertThat(spread.successors("a")).hasSize(10).containsOnly("c");
        assertThat(spread.successors("b")).hasSize(11).containsOnly("c");
        assertThat(spread.successors("c")).isEmpty();
    }

    @Test
    void shardsOfADeadCandidateGoToThoseThatLackMost() {
        ShardBalance spread = new ShardBalance(64, List.of(load("a", 22), load("b", 21)));

        assertThat(spread.heirs()).hasSize(21);
        assertThat(Collections.frequency(spread.heirs(), "a")).isEqualTo(10);
        assertThat(Collections.frequency(spread.heirs(), "b")).isEqualTo(11);
        assertThat(spread.successors("a")).isEmpty();
    }

    @Test
    void anEvenSpreadMovesNothing() {
        ShardBalance spread = new ShardBalance(64, List.of(load("a", 21), load("b", 22), load("c", 21)));

        assertThat(List.of("a", "b", "c"))
                .allSatisfy(instance -> assertThat(spread.successors(instance)).isEmpty());
    }

    @Test
    void fewerShardsThanCandidatesLeaveSomeWithNone() {
        ShardBalance spread = new ShardBalance(2, List.of(load("a", 2), load("b", 0), load("c", 0)));

        assertThat(spread.successors("a")).hasSize(1);
    }

    @RepeatedTest(200)
    @DisplayName("whatever the loads: after one round all have the same number give or take one, by the fewest moves")
    void oneRoundIsEnough(RepetitionInfo repetition) {
        Random random = new Random(repetition.getCurrentRepetition());
        int shards = 1 + random.nextInt(100);
        List<ShardBalance.Load> loads = drawn(random, shards, 1 + random.nextInt(9));
        ShardBalance spread = new ShardBalance(shards, loads);
        Map<String, Integer> after = new HashMap<>();
        loads.forEach(load -> after.put(load.instance(), load.leads()));
        int moves = 0;
        for (ShardBalance.Load load : loads) {
            for (String successor : spread.successors(load.instance())) {
                after.merge(load.instance(), -1, Integer::sum);
                after.merge(successor, 1, Integer::sum);
                moves++;
            }
        }
        spread.heirs().forEach(heir -> after.merge(heir, 1, Integer::sum));

        int floor = shards / loads.size();
        int ceiling = floor + (shards % loads.size() == 0 ? 0 : 1);
        assertThat(after.values()).allSatisfy(leads -> assertThat(leads).isBetween(floor, ceiling));
        assertThat(after.values().stream().mapToInt(Integer::intValue).sum()).isEqualTo(shards);
        assertThat(moves).isEqualTo(fewestMoves(loads, shards));
    }

    private static List<ShardBalance.Load> drawn(Random random, int shards, int candidates) {
        int[] leads = new int[candidates];
        int free = random.nextInt(shards + 1);
        for (int shard = free; shard < shards; shard++) {
            leads[random.nextInt(candidates)]++;
        }
        List<ShardBalance.Load> loads = new ArrayList<>();
        for (int i = 0; i < candidates; i++) {
            loads.add(load("candidate-" + i, leads[i]));
        }
        return loads;
    }

    /**
     * Whoever leads more than the greater share must give the excess; of the rest, as many as have the odd ones may.
     */
    private static int fewestMoves(List<ShardBalance.Load> loads, int shards) {
        int floor = shards / loads.size();
        int odd = shards % loads.size();
        int moves = 0;
        for (ShardBalance.Load load : loads) {
            if (load.leads() > floor) {
                boolean keepsOdd = odd > 0;
                odd -= keepsOdd ? 1 : 0;
                moves += load.leads() - floor - (keepsOdd ? 1 : 0);
            }
        }
        return moves;
    }
}
