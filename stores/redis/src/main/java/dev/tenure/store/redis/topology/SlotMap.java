package dev.tenure.store.redis.topology;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** The master of each slot as one node reported it. Not thread-safe. */
public final class SlotMap {
    static final int COUNT = 16_384;

    private final @Nullable HostAndPort[] masters = new HostAndPort[COUNT];
    private final Set<HostAndPort> nodes = new LinkedHashSet<>();

    /** Reads the answer of a node to CLUSTER SLOTS. */
    static SlotMap read(HostAndPort reporter, List<?> ranges) {
        SlotMap map = new SlotMap();
        for (Object each : ranges) {
            List<?> range = (List<?>) each;
            for (Object node : range.subList(2, range.size())) {
                map.nodes.add(address(reporter, (List<?>) node));
            }
            HostAndPort master = address(reporter, (List<?>) range.get(2));
            int from = ((Long) range.get(0)).intValue();
            int to = ((Long) range.get(1)).intValue();
            Arrays.fill(map.masters, from, to + 1, master);
        }
        return map;
    }

    private static HostAndPort address(HostAndPort reporter, List<?> node) {
        String host = node.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
        int port = ((Long) node.get(1)).intValue();
        return address(reporter, new HostAndPort(host, port));
    }

    /**
     * Returns the address of a node. If the reporting node gives no host name, the node is on the same host; an empty
     * name would mean this machine.
     */
    public static HostAndPort address(HostAndPort reporter, HostAndPort reported) {
        boolean withoutHost = reported.getHost().isEmpty() || reported.getHost().equals("?");
        return withoutHost ? new HostAndPort(reporter.getHost(), reported.getPort()) : reported;
    }

    /** Returns the master of the slot, or null if it is unknown. */
    @Nullable HostAndPort master(int slot) {
        return masters[slot];
    }

    List<HostAndPort> masters() {
        return Arrays.stream(masters).filter(Objects::nonNull).distinct().toList();
    }

    /** Returns the masters and their replicas. */
    Set<HostAndPort> nodes() {
        return nodes;
    }

    void put(int slot, HostAndPort master) {
        masters[slot] = master;
    }

    /** Removes a master from all its slots. */
    void remove(HostAndPort master) {
        for (int slot = 0; slot < COUNT; slot++) {
            if (master.equals(masters[slot])) {
                masters[slot] = null;
            }
        }
    }
}
