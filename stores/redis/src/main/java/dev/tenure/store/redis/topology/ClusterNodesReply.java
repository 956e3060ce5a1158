package dev.tenure.store.redis.topology;

import dev.tenure.store.redis.topology.MasterVote.ElectedMaster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** Reads the answer of a Cluster node to CLUSTER NODES as its vote. */
final class ClusterNodesReply {
    private static final int ID = 0;
    private static final int ADDRESS = 1;
    private static final int FLAGS = 2;
    private static final int EPOCH = 6;
    private static final int FIRST_SLOTS = 8;

    private record Range(int from, int to, ElectedMaster master) {}

    private ClusterNodesReply() {}

    /**
     * Reads the answer. All nodes vote, also replicas and nodes that are down: so the voters stay the same through a
     * fail-over, and two majorities share one. Their addresses come from here because CLUSTER SLOTS does not list nodes
     * without slots.
     *
     * @throws IllegalArgumentException if a line has another form
     */
    static MasterVote read(HostAndPort reporter, String text) {
        String myself = "";
        Map<String, HostAndPort> nodes = new HashMap<>();
        List<Range> ranges = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", -1);
            // ip:port@bus-port; newer versions add a host name and more after a comma.
            String address = words.length <= EPOCH ? "" : words[ADDRESS].replaceFirst("@.*", "");
            if (address.indexOf(':') < 0) {
                throw new IllegalArgumentException("'" + line + "' does not describe a node of a cluster");
            }
            List<String> flags = List.of(words[FLAGS].split(",", -1));
            if (flags.contains("handshake") || flags.contains("noaddr")) {
                continue;
            }
            nodes.put(words[ID], SlotMap.address(reporter, HostAndPort.from(address)));
            if (flags.contains("myself")) {
                myself = words[ID];
            }
            ElectedMaster master = new ElectedMaster(words[ID], words[EPOCH]);
            Stream.of(words)
                    .skip(FIRST_SLOTS)
                    .filter(range -> range.matches("\\d{1,5}(-\\d{1,5})?"))
                    .forEach(range -> ranges.add(new Range(
                            Integer.parseInt(range.replaceFirst("-.*", "")),
                            Integer.parseInt(range.replaceFirst(".*-", "")),
                            master)));
        }
        return new MasterVote(myself, nodes.size(), nodes, slot -> owner(ranges, slot));
    }

    private static @Nullable ElectedMaster owner(List<Range> ranges, int slot) {
        return ranges.stream()
                .filter(each -> each.from() <= slot && slot <= each.to())
                .map(Range::master)
                .findFirst()
                .orElse(null);
    }
}
