package dev.tenure.store.redis;

import dev.tenure.spi.Deadline;
import dev.tenure.spi.Finding;
import dev.tenure.spi.StoreException;
import dev.tenure.spi.StoreException.Kind;
import dev.tenure.spi.TimeSource;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** The map of a Redis Cluster: which master has which slot, asked of any node and corrected as we go. Thread-safe. */
final class Slots implements Topology {
    private static final int COUNT = 16_384;

    private final Switchboard switchboard;
    private final List<HostAndPort> seeds;
    private final Set<HostAndPort> suspects = ConcurrentHashMap.newKeySet();
    private volatile List<HostAndPort> nodes = List.of();
    private @Nullable HostAndPort[] masters = new HostAndPort[COUNT];

    Slots(Switchboard switchboard, List<HostAndPort> seeds) {
        this.switchboard = switchboard;
        this.seeds = List.copyOf(seeds);
    }

    @Override
    public HostAndPort home(int slot, Deadline deadline) {
        HostAndPort known = known(slot);
        if (known == null) {
            draw(deadline);
            known = known(slot);
        }
        if (known == null) {
            throw new StoreException(
                    Kind.UNREACHABLE, "no node of the cluster serves slot " + slot + ": bring its nodes back");
        }
        return known;
    }

    private synchronized @Nullable HostAndPort known(int slot) {
        return masters[slot];
    }

    @Override
    public synchronized void moved(int slot, HostAndPort to) {
        masters[slot] = to;
    }

    @Override
    public synchronized void doubt(HostAndPort node) {
        suspects.add(node);
        for (int slot = 0; slot < COUNT; slot++) {
            if (node.equals(masters[slot])) {
                masters[slot] = null;
            }
        }
    }

    @Override
    public List<HostAndPort> masters(Deadline deadline) {
        draw(deadline);
        synchronized (this) {
            return Arrays.stream(masters).filter(Objects::nonNull).distinct().toList();
        }
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    @Override
    public List<Finding> diagnose(Deadline deadline) {
        List<HostAndPort> all = masters(deadline);
        for (HostAndPort master : all) {
            Object info = switchboard.ask(
                    master,
                    "asking a node about the cluster",
                    Call.command(0, Protocol.Command.CLUSTER, "INFO"),
                    deadline);
            String text = new String((byte[]) info, StandardCharsets.UTF_8);
            if (!text.contains("cluster_state:ok")) {
                return List.of(Finding.fail(
                        "cluster", master + " says that the cluster is not whole", "bring its nodes back"));
            }
        }
        return List.of(Finding.ok("cluster", all.size() + " masters, and each says that the cluster is whole"));
    }

    /** Asks the nodes in turn, each with a share of the time; those in doubt come last. */
    private void draw(Deadline deadline) {
        Set<HostAndPort> all = new LinkedHashSet<>(nodes);
        all.addAll(seeds);
        List<HostAndPort> asked = new ArrayList<>(all);
        asked.removeAll(suspects);
        all.removeAll(asked);
        asked.addAll(all);
        StoreException last = null;
        for (int i = 0; i < asked.size(); i++) {
            Deadline share =
                    Deadline.after(TimeSource.system(), deadline.remaining().dividedBy(asked.size() - i + 1L));
            try {
                Object map = switchboard.ask(
                        asked.get(i),
                        "reading the map of the cluster",
                        Call.command(0, Protocol.Command.CLUSTER, "SLOTS"),
                        share);
                take(asked.get(i), (List<?>) map);
                return;
            } catch (StoreException e) {
                last = e;
            }
        }
        throw last == null ? new StoreException(Kind.UNREACHABLE, "there is no node to ask") : last;
    }

    private synchronized void take(HostAndPort teller, List<?> ranges) {
        @Nullable HostAndPort[] drawn = new HostAndPort[COUNT];
        Set<HostAndPort> found = new LinkedHashSet<>();
        for (Object each : ranges) {
            List<?> range = (List<?>) each;
            for (Object node : range.subList(2, range.size())) {
                found.add(address(teller, (List<?>) node));
            }
            HostAndPort master = address(teller, (List<?>) range.get(2));
            int from = ((Long) range.get(0)).intValue();
            int to = ((Long) range.get(1)).intValue();
            Arrays.fill(drawn, from, to + 1, master);
        }
        masters = drawn;
        nodes = List.copyOf(found);
        suspects.remove(teller);
        suspects.retainAll(found);
    }

    /** A node that does not know its own name is to be found where it was asked. */
    private static HostAndPort address(HostAndPort teller, List<?> node) {
        String host = node.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
        int port = ((Long) node.get(1)).intValue();
        return new HostAndPort(host.isEmpty() || host.equals("?") ? teller.getHost() : host, port);
    }
}
