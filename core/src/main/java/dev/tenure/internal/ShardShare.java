package dev.tenure.internal;

import dev.tenure.Identity;
import dev.tenure.internal.Electorate.Peer;
import dev.tenure.spi.Request;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * One candidate's share in a set of shards: it goes for those that are its share, leaves others to others for a while,
 * and hands over what is too much. On the loop.
 */
final class ShardShare implements Registrar.Stand {
    /** Shards are handed over when the same picture was seen so many times: once may be half of a change. */
    private static final int STEADY = 2;

    /** If some shard has no leader, the picture must be steadier still: it may be about to get one. */
    private static final int STEADY_WITH_GAPS = 6;

    private final String set;
    private final String self;
    private final List<StandingElection> shards;
    private List<Peer> peers = List.of();
    private List<Spread.Load> seen = List.of();
    private int timesSeen;

    ShardShare(String set, Identity self, List<StandingElection> shards) {
        this.set = set;
        this.self = self.instance();
        this.shards = shards;
    }

    @Override
    public String roster() {
        return set;
    }

    @Override
    public boolean isAble() {
        return shards.stream().anyMatch(StandingElection::isAble);
    }

    @Override
    public Set<String> ledElections() {
        return led().stream().map(StandingElection::name).collect(Collectors.toSet());
    }

    private List<StandingElection> led() {
        return shards.stream().filter(StandingElection::isLeader).toList();
    }

    @Override
    public void attended(List<Peer> others, Moment now) {
        peers = others;
        List<Spread.Load> loads = Stream.concat(Stream.of(new Spread.Load(self, led().size())), loads(others))
                .sorted(Comparator.comparing(Spread.Load::instance))
                .toList();
        timesSeen = loads.equals(seen) ? timesSeen + 1 : 1;
        seen = loads;
        Spread spread = new Spread(shards.size(), loads);
        rank(spread, others.stream().anyMatch(Peer::isAble));
        int gaps = shards.size() - loads.stream().mapToInt(Spread.Load::leads).sum();
        if (timesSeen >= (gaps == 0 ? STEADY : STEADY_WITH_GAPS)) {
            handOver(spread.successors(self), "this candidate leads more than its share");
        }
    }

    private static Stream<Spread.Load> loads(List<Peer> others) {
        return others.stream()
                .filter(Peer::isAble)
                .map(peer -> new Spread.Load(peer.instance(), peer.entry().leads()));
    }

    /**
     * A free shard is claimed at once by its heir, after a while by who has less than its share, and then by anyone.
     */
    private void rank(Spread spread, boolean othersAble) {
        List<String> heirs = spread.heirs();
        boolean lacks = led().size() < spread.target(self);
        Set<String> alive = peers.stream().map(Peer::instance).collect(Collectors.toSet());
        int free = 0;
        for (StandingElection shard : shards) {
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
    private void handOver(List<String> successors, String why) {
        List<StandingElection> youngestFirst = new ArrayList<>(led());
        youngestFirst.sort(Comparator.comparingLong(StandingElection::token).reversed());
        for (int i = 0; i < Math.min(successors.size(), youngestFirst.size()); i++) {
            timesSeen = 0;
            youngestFirst.get(i).handOver(successors.get(i), "handed over: " + why);
        }
    }

    /** Hands all shards over to those who stay. */
    void handOverAll() {
        List<Spread.Load> stay = loads(peers).toList();
        if (!stay.isEmpty()) {
            handOver(new Spread(shards.size(), stay).heirs(), "this candidate closes");
        }
    }

    @Override
    public void requested(Request request) {
        shards.stream()
                .filter(shard -> shard.name().equals(request.election()))
                .forEach(shard -> shard.answer(request, peers));
    }
}
