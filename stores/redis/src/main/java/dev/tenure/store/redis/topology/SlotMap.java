package dev.tenure.store.redis.topology;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** Which master has which slot, as one node told it. Not thread-safe. */
public final class SlotMap {
    static final int COUNT = 16_384;

    private final @Nullable HostAndPort[] masters = new HostAndPort[COUNT];
    private final Set<HostAndPort> nodes = new LinkedHashSet<>();

    /** Reads what a node answered to CLUSTER SLOTS. */
    static SlotMap read(HostAndPort teller, List<?> ranges) {
        SlotMap map = new SlotMap();
        for (Object each : ranges) {
            List<?> range = (List<?>) each;
            for (Object node : range.subList(2, range.size())) {
                map.nodes.add(address(teller, (List<?>) node));
            }
            HostAndPort master = address(teller, (List<?>) range.get(2));
            int from = ((Long) range.get(0)).intValue();
            int to = ((Long) range.get(1)).intValue();
            Arrays.fill(map.masters, from, to + 1, master);
        }
        return map;
    }

    private static HostAndPort address(HostAndPort teller, List<?> node) {
        String host = node.get(0) instanceof byte[] name ? new String(name, StandardCharsets.UTF_8) : "";
        int port = ((Long) node.get(1)).intValue();
        return address(teller, new HostAndPort(host, port));
    }

    /** One whose name is not told is to be found on the host that told of it; an empty name would be this machine's. */
    public static HostAndPort address(HostAndPort teller, HostAndPort told) {
        boolean nameless = told.getHost().isEmpty() || told.getHost().equals("?");
        return nameless ? new HostAndPort(teller.getHost(), told.getPort()) : told;
    }

    /** Returns the master of the slot, or null if it has none that is known. */
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

    /** Takes all slots from a master. */
    void remove(HostAndPort master) {
        for (int slot = 0; slot < COUNT; slot++) {
            if (master.equals(masters[slot])) {
                masters[slot] = null;
            }
        }
    }
}
