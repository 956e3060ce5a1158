package dev.tenure.simulator.cluster;

import dev.tenure.http.peer.protocol.PeerAddress;
import dev.tenure.http.peer.protocol.PeerJson;
import dev.tenure.http.peer.protocol.PeerQuestion;
import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.simulator.scenario.NetworkConditions;
import dev.tenure.simulator.time.SeededRandom;
import dev.tenure.simulator.time.VirtualTime;
import dev.tenure.spi.Request;
import dev.tenure.spi.Sighting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The network between the processes of a cluster, apart from the one to the store. It loses, delays, reorders and
 * repeats questions, and loses and delays answers.
 *
 * <p>A question reaches the process that runs on the machine when it arrives, which may be another one than was meant.
 */
public final class PeerNetwork {
    private static final int PORT = 8443;

    private final Cluster cluster;
    private final VirtualTime time;
    private final SeededRandom random;
    private final Set<Integer> cutOff = new LinkedHashSet<>();
    private PeerConditions conditions = PeerConditions.HEALTHY;

    /**
     * How many messages are lost, late or repeated at present.
     *
     * @param lossPercent how many are lost
     * @param slowPercent how many are late
     * @param slowNanos how late they are at most
     * @param repeatPercent how many questions arrive twice
     */
    public record PeerConditions(int lossPercent, int slowPercent, long slowNanos, int repeatPercent) {
        static final PeerConditions HEALTHY = new PeerConditions(0, 0, 0, 0);
    }

    PeerNetwork(Cluster cluster, SeededRandom random) {
        this.cluster = cluster;
        this.time = cluster.time();
        this.random = random;
    }

    public SeededRandom random() {
        return random;
    }

    /** Returns where a machine's processes can be asked. */
    public static String addressOf(Machine machine) {
        return machine.label() + ":" + PORT;
    }

    public void conditions(PeerConditions next) {
        conditions = next;
    }

    /** Cuts a machine off from all others. */
    public void cutOff(int machine) {
        cutOff.add(machine);
    }

    public void reconnect(int machine) {
        cutOff.remove(machine);
    }

    /** Ends all faults: every channel is enabled, and every candidate states its own address. */
    void heal() {
        cutOff.clear();
        conditions = PeerConditions.HEALTHY;
        for (CandidateProcess process : cluster.processes()) {
            process.calls().enablePeer(true);
            String own = addressOf(process.home());
            // After what waits for a pause to end.
            time.after(0, () -> process.threads().run(() -> process.reconfigure(process.timing(), own)));
        }
    }

    /** Sends a question. Its sender must complete the answer by itself when it waits no longer. */
    void ask(CandidateProcess from, PeerAddress to, PeerQuestion question, CompletableFuture<PeerReply> answer) {
        Machine target = machineAt(to);
        if (target == null || target == from.home() || isCut(from.machine(), target.number()) || isLost()) {
            if (random.chance(50)) {
                fail(from, answer, "connection refused");
            }
            return;
        }
        byte[] bytes = PeerJson.write(question);
        int times = random.chance(conditions.repeatPercent()) ? 2 : 1;
        for (int copy = 0; copy < times; copy++) {
            time.after(transferNanos(), () -> arrive(from, target, bytes, answer));
        }
        if (random.chance(conditions.lossPercent() / 4)) {
            fail(from, answer, "connection reset"); // while the question is on its way, or held
        }
    }

    private @Nullable Machine machineAt(PeerAddress address) {
        return cluster.machines().stream()
                .filter(machine -> address.toString().equals(addressOf(machine)))
                .findFirst()
                .orElse(null);
    }

    private void arrive(CandidateProcess from, Machine target, byte[] bytes, CompletableFuture<PeerReply> answer) {
        CandidateProcess process = target.process();
        SimPeer peer = process == null ? null : process.calls().peer();
        if (process == null || peer == null) {
            fail(from, answer, "connection refused");
            return;
        }
        process.threads().run(() -> {
            try {
                PeerQuestion question = PeerJson.readQuestion(bytes);
                process.note("peer", question.asker().sequence(), () -> "is asked by " + from.label());
                peer.receive(question, reply -> goBack(from, target, PeerJson.write(reply), answer));
            } catch (IOException malformed) {
                throw new UncheckedIOException(malformed);
            } catch (RuntimeException refused) {
                fail(from, answer, "refused: " + refused.getMessage());
            }
        });
    }

    private void goBack(CandidateProcess to, Machine from, byte[] bytes, CompletableFuture<PeerReply> answer) {
        if (isCut(to.machine(), from.number()) || isLost()) {
            return;
        }
        time.after(
                transferNanos(),
                () -> to.threads().run(() -> {
                    try {
                        answer.complete(PeerJson.readReply(bytes));
                    } catch (IOException malformed) {
                        throw new UncheckedIOException(malformed);
                    }
                }));
    }

    private void fail(CandidateProcess from, CompletableFuture<PeerReply> answer, String why) {
        time.after(
                transferNanos(),
                () -> from.threads().run(() -> answer.completeExceptionally(new ConnectException(why))));
    }

    private boolean isCut(int one, int other) {
        return cutOff.contains(one) || cutOff.contains(other);
    }

    private boolean isLost() {
        return random.chance(conditions.lossPercent());
    }

    private long transferNanos() {
        return random.chance(conditions.slowPercent())
                ? random.anySizeUpTo(conditions.slowNanos())
                : random.between(0, NetworkConditions.NORMAL_NANOS);
    }

    /** Sends a request of an operator to the leader that the store names, if it is for its term. */
    void submit(Request request) {
        if (!(cluster.store().shown() instanceof Sighting.Held held)
                || held.lease().token() != request.token()) {
            return;
        }
        PeerAddress.parse(held.lease().holder().address()).map(this::machineAt).ifPresent(target -> {
            if (isCut(0, target.number()) || isLost()) {
                return;
            }
            time.after(transferNanos(), () -> hand(request, target));
        });
    }

    private static void hand(Request request, Machine target) {
        CandidateProcess process = target.process();
        SimPeer peer = process == null ? null : process.calls().peer();
        if (process != null && peer != null) {
            PeerQuestion.Asker operator = new PeerQuestion.Asker("operator", 1, null);
            PeerQuestion question =
                    new PeerQuestion(operator, ReadPosition.NONE, Duration.ZERO, Set.of(), Set.of(), request);
            process.threads().run(() -> peer.receiveOrRefuse(question));
        }
    }

    /** Draws the address that a candidate states: its own, or during faults none, or that of another machine. */
    public String drawAddress(Machine machine) {
        return switch (cluster.isHealed() ? 2 : random.below(4)) {
            case 0 -> "http://10.0.0.1";
            case 1 -> addressOf(random.oneOf(List.copyOf(cluster.machines())));
            default -> addressOf(machine);
        };
    }
}
