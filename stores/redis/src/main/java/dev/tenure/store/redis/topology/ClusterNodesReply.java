package dev.tenure.store.redis.topology;

import dev.tenure.store.redis.topology.MasterVote.ElectedMaster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/** What a node of a Cluster says of the others: its answer to CLUSTER NODES. */
final class ClusterNodesReply {
    private static final int ID = 0;
    private static final int ADDRESS = 1;
    private static final int FLAGS = 2;
    private static final int EPOCH = 6;
    private static final int FIRST_SLOTS = 8;

    private record Range(int from, int to, ElectedMaster master) {}

    private ClusterNodesReply() {}

    /**
     * Reads the answer. All nodes decide, replicas too, also those that are down: so it is always the same ones,
     * whichever of them are masters, and two majorities have one in common. They are to be asked at the addresses told
     * here: CLUSTER SLOTS does not tell of those that have no slots.
     */
    static MasterVote read(HostAndPort teller, String text) {
        String myself = "";
        Map<String, HostAndPort> nodes = new HashMap<>();
        List<Range> ranges = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] words = line.split(" ", -1);
            List<String> flags = List.of(words[FLAGS].split(",", -1));
            if (flags.contains("handshake") || flags.contains("noaddr")) {
                continue;
            }
            // ip:port@port-of-the-bus, and in newer versions a name and more after a comma.
            HostAndPort told = HostAndPort.from(words[ADDRESS].replaceFirst("@.*", ""));
            nodes.put(words[ID], SlotMap.address(teller, told));
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
