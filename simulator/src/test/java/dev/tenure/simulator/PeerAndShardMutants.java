package dev.tenure.simulator;

import java.util.List;
import java.util.stream.Stream;

/** Mutants of the peer channel and of shards. */
final class PeerAndShardMutants {
    private PeerAndShardMutants() {}

    static List<Mutant> all() {
        return Stream.of(channel(), foundInChannel(), shards())
                .flatMap(List::stream)
                .toList();
    }

    /** Mistakes about what a leader says and what a follower believes. */
    private static List<Mutant> channel() {
        return List.of(
                Mutant.of(
                                "a leader that answers with the present time instead of the record",
                                "if ($line != null && $line.revision() > $since) {",
                                "if ($line != null) {")
                        .and(
                                "new PeerReply.Pushed($line.lease(), trustLeft($line))",
                                "new PeerReply.Pushed($line.lease().renewed($line.lease().ttl(),"
                                        + " new dev.tenure.spi.WriteStamp(time.wallMillis() - 1_000_000_000_000L,"
                                        + " 1, java.time.Instant.EPOCH)), $line.lease().ttl())")
                        .and("time.nanos() - $line.trustedUntilNanos() < 0", "$line != null")
                        .and("&& ahead <= MOST_RENEWALS", ""),
                Mutant.of(
                        "the end of a term that nobody is told",
                        "$ended.put(election, line.lease().token());",
                        "$ended.clear();"),
                Mutant.of(
                                "a lost connection taken for the death of the leader",
                                "private long barredToken;",
                                "private long barredToken; private boolean dead;")
                        .and(
                                "public synchronized void discardPush() { push = null;",
                                "public synchronized void" + " discardPush() { dead = push != null;")
                        .and(
                                "? new Sighting.Held(lease, null) : null;",
                                "? new Sighting.Held(!dead ? lease : lease.renewed(Duration.ofMillis(1),"
                                        + " new dev.tenure.spi.WriteStamp(lease.stamp().renewal() + 1,"
                                        + " lease.stamp().attempt(), lease.stamp().at())), null) : null;"));
    }

    /** Mistakes that the channel really had. */
    private static List<Mutant> foundInChannel() {
        return List.of(
                Mutant.of(
                        "a wake-up of the store that is answered by a push",
                        "if (followed != null) { followed.doubt(); } $wakeUp.run();",
                        "$wakeUp.run();"),
                Mutant.of(
                        "a claim at each renewal that wakes a follower",
                        "$ballot.condition().requiresRelease() ? shown($ballot.election()) : null;",
                        "null;"),
                Mutant.of(
                        "a push believed although a claim is under way",
                        "if (followed != null) { followed.doubt(); } return beginReading(election);",
                        "return beginReading(election);"));
    }

    /** Mistakes about who leads how many shards. */
    private static List<Mutant> shards() {
        return List.of(
                Mutant.of(
                        "a share that never gives up",
                        "if ($timesSeen >= (gaps == 0 ? STEADY : STEADY_WITH_GAPS)) {",
                        "if ($timesSeen < 0) {"),
                Mutant.of(
                        "a share that takes beyond its number",
                        "return $targets.getOrDefault(instance, 0);",
                        "return $targets.getOrDefault(instance, 0) + 1;"),
                Mutant.of(
                        "odd shards that go by name",
                        ".sorted(Comparator.comparingInt(Load::leads).reversed().thenComparing(Load::instance))",
                        ".sorted(Comparator.comparing(Load::instance).reversed())"),
                Mutant.of(
                        "shards handed over to anyone",
                        "youngestFirst.get(i).handOver(successors.get(i),",
                        "youngestFirst.get(i).handOver(self,"));
    }
}
