package dev.tenure.simulator.cluster;

import dev.tenure.ElectionEvent;
import dev.tenure.Identity;
import dev.tenure.Reason;
import dev.tenure.Timing;
import dev.tenure.internal.fleet.PeerLiveness.Peer;
import dev.tenure.internal.fleet.RequestHandler;
import dev.tenure.internal.fleet.RosterSync;
import dev.tenure.internal.fleet.Shard;
import dev.tenure.internal.fleet.ShardNames;
import dev.tenure.internal.fleet.ShardShare;
import dev.tenure.internal.protocol.Input;
import dev.tenure.internal.protocol.StandOptions;
import dev.tenure.simulator.time.SimLoop;
import dev.tenure.spi.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One process's stand for the shards of a set, connected to the engine as {@code StandingShards} and
 * {@code StandingElection} connect it. Observers have none.
 */
public final class ShardStands {
    static final String SET = "shards";

    private final SimLoop loop;
    private final List<ShardStand> stands = new ArrayList<>();
    private final @Nullable ShardShare share;
    private @Nullable RosterSync rosterSync;

    ShardStands(SideStand.Shared shared) {
        this.loop = shared.loop();
        CandidateProcess process = shared.process();
        int count = process.setup().observes() ? 0 : shared.cluster().further().shards();
        for (int shard = 0; shard < count; shard++) {
            stands.add(new ShardStand(shard, shared));
        }
        this.share = count == 0 ? null : new ShardShare(SET, process.identity(), stands);
    }

    /** Joins the roster of the set and starts all shards, on the loop. */
    void start(RosterSync sync) {
        rosterSync = sync;
        if (share != null) {
            sync.join(share);
            stands.forEach(stand -> stand.side.start());
        }
    }

    void able(boolean isAble) {
        stands.forEach(stand -> stand.side.input(new Input.Able(isAble, isAble ? "able" : "not able")));
    }

    void reconfigure(Identity identity, Timing timing) {
        stands.forEach(stand -> stand.side.input(new Input.Reconfigure(identity, timing)));
    }

    /** Leaves the roster, hands all shards over, and then closes them. */
    void close() {
        RosterSync sync = rosterSync;
        if (share != null && sync != null) {
            loop.execute(() -> {
                sync.leave(share);
                share.handOverAll();
            });
            stands.forEach(stand -> stand.side.input(new Input.Close()));
        }
    }

    boolean areClosed() {
        return stands.stream().allMatch(stand -> stand.side.isClosed());
    }

    /** Tells whether this process leads a shard at this instant. */
    boolean leads(int shard) {
        return shard < stands.size() && stands.get(shard).isLeader();
    }

    /** Tells whether this process takes part, and the others may count on it. */
    boolean isAble() {
        return share != null && share.isAble();
    }

    /** One shard. */
    private final class ShardStand implements Shard {
        private final int number;
        private final ShardSet set;
        private final CandidateProcess process;
        private final SideStand side;
        private final RequestHandler requests;
        private Input.@Nullable Ranked ranked;

        ShardStand(int number, SideStand.Shared shared) {
            this.number = number;
            this.process = shared.process();
            this.set = shared.cluster().shards();
            boolean able = process.setup().options().ableAtFirst();
            StandOptions options = new StandOptions(false, able, false, false, false, null);
            Random random = new Random(set.random().seed());
            this.side = new SideStand(ShardNames.election(SET, number), shared, options, random, this::onEvent);
            this.requests = new RequestHandler(side.setup(), side.view(), side.driver());
        }

        private void onEvent(ElectionEvent event) {
            if (event instanceof ElectionEvent.Acquired) {
                set.termBegins(number);
            }
            RosterSync sync = rosterSync;
            if (sync != null && !(event instanceof ElectionEvent.Warning)) {
                sync.soon();
            }
        }

        @Override
        public String name() {
            return side.setup().election();
        }

        @Override
        public boolean isLeader() {
            return side.view().isLeader();
        }

        @Override
        public boolean isAble() {
            return side.driver().isAble();
        }

        @Override
        public long token() {
            return side.view().term().map(term -> term.token()).orElse(0L);
        }

        @Override
        public Timing timing() {
            return side.setup().timing();
        }

        @Override
        public String leaderInstance() {
            Identity leader = side.view().status().leader();
            return leader == null ? "" : leader.instance();
        }

        @Override
        public void knowsPeersFrom(Supplier<List<Peer>> peers) {}

        @Override
        public void rank(Input.Ranked rank) {
            if (!rank.equals(ranked)) {
                ranked = rank;
                side.driver().step(rank);
            }
        }

        @Override
        public void handOver(String successor, String cause) {
            process.note("shares", number, () -> "hands " + name() + " over to " + successor);
            side.driver().step(new Input.Resign(token(), Reason.TRANSFERRED, cause, Duration.ZERO, successor));
        }

        @Override
        public void answer(Request request, List<Peer> peers) {
            requests.answer(request, peers);
        }
    }
}
