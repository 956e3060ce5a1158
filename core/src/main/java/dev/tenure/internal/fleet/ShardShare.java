package dev.tenure.internal.fleet;

import dev.tenure.Identity;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.protocol.ClockReading;
import dev.tenure.internal.protocol.Input;
import dev.tenure.spi.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * One candidate's share in a set of shards: it goes for those that are its share, leaves others to others for a while,
 * and hands over what is too much. On the loop.
 */
public final class ShardShare implements RosterSync.Stand {
    /** Shards are handed over when the same picture was seen so many times: once may be half of a change. */
    private static final int STEADY = 2;

    /** If some shard has no leader, the picture must be steadier still: it may be about to get one. */
    private static final int STEADY_WITH_GAPS = 6;

    private static final int MOST_DOUBLINGS = 6;

    private final String set;
    private final String self;
    private final List<? extends Shard> shards;
    private final Map<String, Gift> gifts = new HashMap<>();
    private volatile List<Peer> peers = List.of();
    private List<ShardBalance.Load> seen = List.of();
    private int timesSeen;

    /**
     * What was last handed to a candidate.
     *
     * @param ledBefore how many shards it led then
     * @param inVain how often it has not taken what it was handed
     * @param againNanos when it is handed something again at the earliest, if it has not
     */
    private record Gift(int ledBefore, int inVain, long againNanos) {}

    public ShardShare(String set, Identity self, List<? extends Shard> shards) {
        this.set = set;
        this.self = self.instance();
        this.shards = shards;
        shards.forEach(shard -> shard.knowsPeersFrom(() -> peers));
    }

    @Override
    public String roster() {
        return ShardNames.roster(set);
    }

    @Override
    public boolean isAble() {
        return shards.stream().anyMatch(Shard::isAble);
    }

    @Override
    public Set<String> ledElections() {
        return led().stream().map(Shard::name).collect(Collectors.toSet());
    }

    private List<Shard> led() {
        return shards.stream().filter(Shard::isLeader).map(Shard.class::cast).toList();
    }

    @Override
    public void attended(List<Peer> others, ClockReading now) {
        peers = others;
        gifts.entrySet()
                .removeIf(gift -> others.stream()
                        .anyMatch(peer -> peer.instance().equals(gift.getKey())
                                && peer.entry().leads() > gift.getValue().ledBefore()));
        List<ShardBalance.Load> loads = Stream.concat(
                        Stream.of(new ShardBalance.Load(self, led().size())), loads(others))
                .sorted(Comparator.comparing(ShardBalance.Load::instance))
                .toList();
        timesSeen = loads.equals(seen) ? timesSeen + 1 : 1;
        seen = loads;
        ShardBalance spread = new ShardBalance(shards.size(), loads);
        rank(spread, others.stream().anyMatch(Peer::isAble));
        int gaps = shards.size()
                - loads.stream().mapToInt(ShardBalance.Load::leads).sum();
        if (timesSeen >= (gaps == 0 ? STEADY : STEADY_WITH_GAPS)) {
            handOver(spread.successors(self), "this candidate leads more than its share", now);
        }
    }

    private static Stream<ShardBalance.Load> loads(List<Peer> others) {
        return others.stream()
                .filter(Peer::isAble)
                .map(peer -> new ShardBalance.Load(peer.instance(), peer.entry().leads()));
    }

    /**
     * A free shard is claimed at once by its heir, after a while by who has less than its share, and then by anyone.
     */
    private void rank(ShardBalance spread, boolean othersAble) {
        List<String> heirs = spread.heirs();
        boolean lacks = led().size() < spread.target(self);
        Set<String> alive = peers.stream().map(Peer::instance).collect(Collectors.toSet());
        int free = 0;
        for (Shard shard : shards) {
            long half = shard.timing().ttl().toNanos() / 2;
            long delay = lacks ? half / 2 : half;
            if (!shard.isLeader() && !alive.contains(shard.leaderInstance())) {
                delay = free < heirs.size() && heirs.get(free).equals(self) ? 0 : delay;
                free++;
            }
            shard.rank(new Input.Ranked(delay, othersAble));
        }
    }

    /** Hands over as many shards as there are successors, those that were led for the shortest time first. */
    private void handOver(List<String> successors, String why, @Nullable ClockReading now) {
        List<Shard> youngestFirst = new ArrayList<>(led());
        youngestFirst.sort(Comparator.comparingLong(Shard::token).reversed());
        Set<String> ready = peers.stream()
                .filter(peer -> successors.contains(peer.instance()) && peer.beating())
                .filter(peer -> now == null || isHandedNow(peer, now))
                .map(Peer::instance)
                .collect(Collectors.toSet());
        for (int i = 0; i < Math.min(successors.size(), youngestFirst.size()); i++) {
            if (ready.contains(successors.get(i))) {
                timesSeen = 0;
                youngestFirst.get(i).handOver(successors.get(i), "handed over: " + why);
            }
        }
    }

    /**
     * Notes that a candidate is handed something now, and returns true, unless it must wait: one that did not take what
     * it was handed is handed something ever more seldom.
     */
    private boolean isHandedNow(Peer peer, ClockReading now) {
        Gift last = gifts.get(peer.instance());
        if (last != null && !now.reached(last.againNanos())) {
            return false;
        }
        int inVain = last == null ? 0 : last.inVain() + 1;
        long wait = shards.get(0).timing().ttl().toNanos() << Math.min(inVain, MOST_DOUBLINGS);
        gifts.put(peer.instance(), new Gift(peer.entry().leads(), inVain, now.nanos() + wait));
        return true;
    }

    /** Hands all shards over to those who stay. */
    public void handOverAll() {
        List<ShardBalance.Load> stay = loads(peers).toList();
        if (!stay.isEmpty()) {
            handOver(new ShardBalance(shards.size(), stay).heirs(), "this candidate closes", null);
        }
    }

    @Override
    public void requested(Request request) {
        shards.stream()
                .filter(shard -> shard.name().equals(request.election()))
                .forEach(shard -> shard.answer(request, peers));
    }
}
