package dev.tenure.simulator.store;

import dev.tenure.StoreException;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.SimClock;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.store.memory.MemoryRecord;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * A master and its replicas, which copy its writes later, and the voters that name the master.
 *
 * <p>A promotion makes a replica the master by a new decision. The voters hear of it one after the other, and never go
 * back. The master before hears of it last: until then it goes on as if nothing had happened.
 */
public final class ReplicatedServers {
    private static final long HEALTHY_LAG_NANOS = 2_000_000;
    private static final long OBEY_RETRY_NANOS = 500_000_000;

    private final VirtualTime time;
    private final SeededRandom random;
    private final Consumer<String> log;
    private final List<Replica> servers = new ArrayList<>();
    private final List<MasterVote> votes;
    private final Set<Integer> silentVoters = new LinkedHashSet<>();
    private final Set<String> elections = new LinkedHashSet<>();
    private final boolean waitsForReplica;
    private final List<Runnable> watchers = new ArrayList<>();
    private Runnable onChange = () -> {};
    private MasterVote decided = new MasterVote(0, MasterVote.FIRST_EPOCH);
    private MasterVote elected = decided;
    private long mostLagNanos = HEALTHY_LAG_NANOS;

    /** A server, and which writes of which master it has copied. */
    private static final class Replica {
        final StoreServer server;
        int follows = MasterKnowledge.NONE;
        int stream;
        long copiesUntilNanos;
        long written;
        final Map<Integer, Long> writtenFor = new HashMap<>();
        long copied;

        Replica(StoreServer server) {
            this.server = server;
        }

        void follow(int master) {
            follows = master;
            server.master(master == MasterKnowledge.NONE);
            stream++;
            copied = 0;
        }
    }

    /**
     * Creates a master and as many replicas as there are further clocks.
     *
     * @param waitsForReplica whether a claim or renewal waits for a replica to copy it, where there is one
     */
    public ReplicatedServers(
            VirtualTime time,
            SeededRandom random,
            List<SimClock> clocks,
            int voters,
            boolean waitsForReplica,
            Consumer<String> log) {
        this.time = time;
        this.random = random;
        this.log = log;
        this.waitsForReplica = waitsForReplica;
        for (SimClock clock : clocks) {
            Replica replica = new Replica(new StoreServer(servers.size(), clock));
            replica.follow(servers.isEmpty() ? MasterKnowledge.NONE : 0);
            servers.add(replica);
        }
        this.votes = new ArrayList<>(Collections.nCopies(voters, decided));
    }

    /** Says what to do when the record that the master shows may have changed. */
    public void onChange(Runnable action) {
        onChange = action;
    }

    /** Calls back whenever a voter names another master than before, until the returned action is run. */
    Runnable watch(Runnable callback) {
        watchers.add(callback);
        return () -> watchers.remove(callback);
    }

    /** Returns the record that the master shows, by the last decision that a majority has heard of. */
    public MemoryRecord record(String election) {
        return server(elected.server()).record(election);
    }

    /** Tells whether all servers have the same clock: else a promotion may cost a term that was copied. */
    public boolean clocksAgree() {
        return servers.stream().map(one -> one.server.wallMillis()).distinct().count() == 1;
    }

    StoreServer server(int number) {
        return servers.get(number).server;
    }

    int voters() {
        return votes.size();
    }

    /** Returns the vote of a voter, or its failure. */
    Object vote(int voter) {
        return silentVoters.contains(voter)
                ? new StoreException(StoreException.Kind.UNREACHABLE, "voter " + voter + " refuses connections")
                : votes.get(voter);
    }

    // ---- replication

    /** Takes in that a server has written for a machine, and lets its replicas copy it. */
    void wrote(int number, int machine, String election) {
        elections.add(election);
        Replica master = servers.get(number);
        long offset = ++master.written;
        master.writtenFor.put(machine, offset);
        StoreServer.Copy copy = master.server.copy(election);
        for (Replica replica : servers) {
            if (replica.follows == number) {
                later(replica, () -> {
                    replica.server.take(election, copy);
                    replica.copied = offset;
                });
            }
        }
        onChange.run();
    }

    /** Tells whether a replica has copied what a server wrote last for a machine, or that need not be waited for. */
    boolean isSafelyWritten(int number, int machine) {
        long written = servers.get(number).writtenFor.getOrDefault(machine, 0L);
        List<Replica> replicas =
                servers.stream().filter(one -> one.follows == number).toList();
        return !waitsForReplica || replicas.isEmpty() || replicas.stream().anyMatch(one -> one.copied >= written);
    }

    /** Copies later, in order, unless the replica has another master by then. */
    private void later(Replica replica, Runnable copy) {
        int stream = replica.stream;
        replica.copiesUntilNanos = Math.max(replica.copiesUntilNanos, time.now() + random.between(0, mostLagNanos));
        time.after(replica.copiesUntilNanos - time.now(), () -> {
            if (replica.stream == stream) {
                copy.run();
            }
        });
    }

    /** Makes a server a replica. It takes over all records of its master, later. */
    private void follow(Replica replica, int master) {
        log.accept("server " + replica.server.number() + " becomes a replica of server " + master);
        replica.follow(master);
        replica.copiesUntilNanos = time.now();
        later(replica, () -> {
            Replica from = servers.get(master);
            elections.forEach(election -> replica.server.take(election, from.server.copy(election)));
            replica.copied = from.written;
        });
    }

    // ---- faults

    /** Returns the server that was last made the master. */
    public StoreServer master() {
        return server(decided.server());
    }

    /**
     * Returns the numbers of the servers that can be made the master: replicas, and masters before, which may come back
     * before they have copied anything.
     */
    public List<Integer> others() {
        return servers.stream()
                .filter(one -> one.server.number() != decided.server() && !one.server.isDown())
                .map(one -> one.server.number())
                .toList();
    }

    /**
     * Makes another server the master.
     *
     * @param spreadNanos within which time all voters hear of it
     * @param obeyNanos within which time the other servers do
     */
    public void promote(int number, long spreadNanos, long obeyNanos) {
        MasterVote next = new MasterVote(number, decided.epoch() + 1);
        decided = next;
        log.accept(next + " is the master");
        servers.get(number).follow(MasterKnowledge.NONE);
        for (int voter = 0; voter < votes.size(); voter++) {
            int one = voter;
            time.after(random.between(0, spreadNanos), () -> hear(one, next));
        }
        for (Replica other : servers) {
            if (other.server.number() != number) {
                time.after(random.between(0, obeyNanos), () -> obey(other, next));
            }
        }
    }

    private void hear(int voter, MasterVote next) {
        if (votes.get(voter).epoch() < next.epoch()) {
            votes.set(voter, next);
            List.copyOf(watchers).forEach(Runnable::run);
            MasterVote majority = MasterVote.elected(votes, votes.size());
            if (majority != null && majority.epoch() > elected.epoch()) {
                elected = majority;
                log.accept("a majority names " + elected);
                onChange.run();
            }
        }
    }

    /** Lets a server follow the new master, once it runs. */
    private void obey(Replica other, MasterVote next) {
        if (decided.equals(next) && other.server.isDown()) {
            time.after(OBEY_RETRY_NANOS, () -> obey(other, next));
        } else if (decided.equals(next) && other.follows != next.server()) {
            follow(other, next.server());
        }
    }

    /** Sets how far replicas may lag behind. */
    public void lagUpTo(long nanos) {
        mostLagNanos = nanos;
    }

    /** Lets a voter answer nobody, or answer again. */
    public void silence(int voter, boolean silent) {
        if (silent) {
            silentVoters.add(voter % votes.size());
        } else {
            silentVoters.remove(voter % votes.size());
        }
    }

    /** Ends all faults. All hear of the last decision now. */
    public void heal() {
        lagUpTo(HEALTHY_LAG_NANOS);
        silentVoters.clear();
        for (Replica one : servers) {
            one.server.down(false);
            one.server.connect();
            if (one.server.number() != decided.server()) {
                follow(one, decided.server());
            }
        }
        for (int voter = 0; voter < votes.size(); voter++) {
            hear(voter, decided);
        }
        List.copyOf(watchers).forEach(Runnable::run); // who missed something subscribes again
    }
}
