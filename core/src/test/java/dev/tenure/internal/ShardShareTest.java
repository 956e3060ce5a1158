package dev.tenure.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Identity;
import dev.tenure.internal.events.EventLog;
import dev.tenure.internal.events.HistoryWriter;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.ManualLoop;
import dev.tenure.internal.fixtures.NoJitter;
import dev.tenure.internal.fixtures.Records;
import dev.tenure.internal.fixtures.SeldomRoster;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.fleet.ShardNames;
import dev.tenure.internal.fleet.ShardShare;
import dev.tenure.internal.fleet.SuccessorOrder;
import dev.tenure.internal.protocol.CampaignRig;
import dev.tenure.internal.protocol.CampaignSetup;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.internal.protocol.StoreProperties;
import dev.tenure.internal.runtime.ElasticPool;
import dev.tenure.internal.runtime.RenewalBatches;
import dev.tenure.spi.Capability;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.Sighting;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("Shards of a set: balanced, each led by one, and no more moves than must be")
class ShardShareTest {
    private static final int SHARDS = 12;
    private static final Duration SETTLED = CampaignRig.TTL.multipliedBy(4);

    private final ManualLoop loop = new ManualLoop();
    private final InMemoryStore store = new InMemoryStore();
    private final ElasticPool pool = new ElasticPool("shards", 1, Runnable::run);
    private final List<Holder> holders = new ArrayList<>();

    @BeforeEach
    void storeHasARoster() {
        store.capabilities.add(Capability.ROSTER);
    }

    @AfterEach
    void closePool() {
        pool.close();
    }

    /** One candidate that stands for the shards, in virtual time. */
    private final class Holder {
        private final Identity identity;
        private final List<StandingElection> shards;
        private final ShardShare share;
        private final RosterSync rosterSync;

        private final String set;

        Holder(String name) {
            this(name, "orders");
        }

        Holder(String name, String set) {
            this.set = set;
            identity = Identity.ofInstance("instance-" + name).withName(name);
            RosterSync.Self self = new RosterSync.Self(identity, 1, "", CampaignRig.TIMING);
            rosterSync = new RosterSync(store, loop, () -> self, new NoJitter());
            SharedServices shared = new SharedServices(
                    store,
                    loop,
                    pool,
                    rosterSync,
                    new EventLog(name, "memory", loop),
                    new HistoryWriter(store, loop, () -> identity, CampaignRig.TIMING::callTimeout),
                    new RenewalBatches(store, loop, 4),
                    () -> new SuccessorOrder(identity.instance(), 1, "", false),
                    new NoJitter());
            shards = IntStream.range(0, SHARDS)
                    .mapToObj(shard -> election(shard, shared))
                    .toList();
            share = new ShardShare(set, identity, shards);
            loop.execute(() -> rosterSync.join(share));
            shards.forEach(shard -> shard.start(() -> new Input.Reconfigure(identity, CampaignRig.TIMING)));
            holders.add(this);
        }

        private StandingElection election(int shard, SharedServices shared) {
            String name = ShardNames.election(set, shard);
            CampaignSetup setup = new CampaignSetup(
                    name, identity, CampaignRig.TIMING, Duration.ZERO, StoreProperties.of(store), StandOptions.PLAIN);
            PreparedElection plain = new PreparedElection(name, builder -> {
                throw new UnsupportedOperationException();
            });
            return new StandingElection(setup, shared, plain, false, over -> {});
        }

        long leads() {
            return shards.stream().filter(StandingElection::isLeader).count();
        }

        void close() {
            loop.execute(() -> {
                rosterSync.leave(share);
                share.handOverAll();
            });
            shards.forEach(StandingElection::beginClose);
            holders.remove(this);
        }
    }

    /** Returns who leads each shard, and checks that it is one. */
    private Map<Integer, String> leaders() {
        Map<Integer, String> leaders = new HashMap<>();
        for (Holder holder : holders) {
            for (int shard = 0; shard < SHARDS; shard++) {
                if (holder.shards.get(shard).isLeader()) {
                    assertThat(leaders.put(shard, holder.identity.name()))
                            .as("shard %s has one leader", shard)
                            .isNull();
                }
            }
        }
        return leaders;
    }

    private static long moved(Map<Integer, String> before, Map<Integer, String> after) {
        return before.entrySet().stream()
                .filter(led -> !led.getValue().equals(after.get(led.getKey())))
                .count();
    }

    private List<Long> loads() {
        return holders.stream().map(Holder::leads).sorted().toList();
    }

    @Test
    void aloneACandidateLeadsThemAllAtOnce() {
        Holder alone = new Holder("a");
        loop.advance(CampaignRig.INTERVAL);

        assertThat(alone.leads()).isEqualTo(SHARDS);
    }

    @Test
    void newcomersGetTheirShareByTheFewestMoves() {
        new Holder("a");
        loop.advance(SETTLED);
        Map<Integer, String> before = leaders();
        new Holder("b");
        loop.advance(SETTLED);
        Map<Integer, String> with2 = leaders();
        assertThat(loads()).containsExactly(6L, 6L);
        assertThat(moved(before, with2)).isEqualTo(6);
        new Holder("c");
        loop.advance(SETTLED);
        Map<Integer, String> with3 = leaders();

        assertThat(loads()).containsExactly(4L, 4L, 4L);
        assertThat(moved(with2, with3)).isEqualTo(4);
        loop.advance(CampaignRig.TTL.multipliedBy(50));
        assertThat(moved(with3, leaders())).as("then nothing moves").isZero();
    }

    /** As on S3, where each call is paid for. */
    @Test
    void rosterThatAnswersSeldomSharesThemLater() {
        store.roster = new SeldomRoster(store.abilities);
        List.of("a", "b", "c").forEach(Holder::new);
        loop.advance(SETTLED.multipliedBy(6));
        assertThat(loads()).containsExactly(4L, 4L, 4L);
        Map<Integer, String> before = leaders();
        loop.advance(CampaignRig.TTL.multipliedBy(50));
        assertThat(moved(before, leaders())).as("then nothing moves").isZero();
        holders.get(1).close();
        loop.advance(SETTLED.multipliedBy(6));

        assertThat(loads()).containsExactly(6L, 6L);
    }

    @Test
    void shardsOfALeavingCandidateAreSharedAndNoOthersMove() {
        List.of("a", "b", "c").forEach(Holder::new);
        loop.advance(SETTLED.multipliedBy(2));
        assertThat(loads()).containsExactly(4L, 4L, 4L);
        Map<Integer, String> before = leaders();
        holders.get(1).close();
        loop.advance(CampaignRig.INTERVAL.multipliedBy(3));

        assertThat(loads()).containsExactly(6L, 6L);
        assertThat(moved(before, leaders())).isEqualTo(4);
    }

    @Test
    void longCalmDoesNotDelayTheNextHandOver() {
        List.of("a", "b").forEach(Holder::new);
        loop.advance(CampaignRig.TTL.multipliedBy(100));
        Holder back = holders.get(0);
        loop.execute(() -> back.shards.forEach(shard -> shard.able(new Input.Able(false, "not able to lead"))));
        loop.advance(SETTLED);
        loop.execute(() -> back.shards.forEach(shard -> shard.able(new Input.Able(true, "able to lead"))));
        loop.advance(SETTLED);

        assertThat(loads()).containsExactly(6L, 6L);
    }

    @Test
    void unableCandidateHasNoShareAndGivesUpItsShards() {
        List.of("a", "b").forEach(Holder::new);
        loop.advance(SETTLED.multipliedBy(2));
        Holder unable = holders.get(0);
        loop.execute(() -> unable.shards.forEach(shard -> shard.able(new Input.Able(false, "not able to lead"))));
        loop.advance(SETTLED);
        assertThat(loads()).containsExactly(0L, 12L);
        loop.execute(() -> unable.shards.forEach(shard -> shard.able(new Input.Able(true, "able to lead"))));
        loop.advance(SETTLED);

        assertThat(loads()).containsExactly(6L, 6L);
    }

    @Test
    void candidateThatDoesNotTakeShardsIsOfferedFewer() {
        new Holder("a");
        loop.advance(SETTLED);
        Holder taker = new Holder("b");
        store.cannotClaim.add(taker.identity.instance());
        loop.advance(CampaignRig.TTL.multipliedBy(200));
        int led = 0;
        for (int second = 0; second < 600; second++) {
            loop.advance(Duration.ofSeconds(1));
            led += (int) holders.get(0).leads();
        }

        assertThat(led).as("seconds of 7200 in which a shard had a leader").isGreaterThan(6_800);
    }

    @Test
    void nothingIsHandedToTheEntryOfADeadCandidate() {
        RosterEntry.Heartbeat heartbeat = new RosterEntry.Heartbeat(7, Instant.EPOCH, CampaignRig.TTL);
        Identity dead = Identity.ofInstance("instance-dead").withName("dead");
        RosterEntry entry = new RosterEntry(dead, 1, "", true, 0, heartbeat);
        store.abilities.attend(Map.of(ShardNames.roster("orders"), entry), Deadline.after(loop.clock, SETTLED));
        Holder starter = new Holder("a");
        loop.advance(CampaignRig.TTL);
        assertThat(store.records.values()).noneMatch(Sighting.Released.class::isInstance);
        loop.advance(SETTLED);

        assertThat(starter.leads()).isEqualTo(SHARDS);
    }

    @Test
    void anElectionOfTheSameNameHasNoShare() {
        store.capabilities.add(Capability.ROSTER);
        new VirtualCandidate(loop, store, "other", 1, "");
        Holder holder = new Holder("a", Records.ELECTION);
        loop.advance(SETTLED.multipliedBy(3));

        assertThat(holder.leads()).isEqualTo(SHARDS);
    }

    @Test
    void shardOfASetIsAnElectionWithItsOwnName() {
        new Holder("a");
        loop.advance(SETTLED);

        assertThat(store.records.keySet())
                .isEqualTo(Set.copyOf(IntStream.range(0, SHARDS)
                        .mapToObj(shard -> "orders/" + shard)
                        .toList()));
    }
}
