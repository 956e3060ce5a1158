package dev.tenure.store.redis.doctor;

import dev.tenure.spi.CheckResult;
import dev.tenure.store.redis.records.ReplicaRequirement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.HostAndPort;

/**
 * The answer of a server to INFO, and what it means for elections.
 *
 * @param node the server
 * @param info the values by name
 */
public record ServerInfo(HostAndPort node, Map<String, String> info) {
    private static final int LEAST_VERSION = 6;
    private static final int SHARDED_CHANNELS = 7;
    private static final double NEARLY_FULL = 0.9;

    static ServerInfo read(HostAndPort node, String text) {
        Map<String, String> info = new HashMap<>();
        text.lines().forEach(line -> {
            int colon = line.indexOf(':');
            if (colon > 0 && !line.startsWith("#")) {
                info.put(line.substring(0, colon), line.substring(colon + 1).strip());
            }
        });
        return new ServerInfo(node, info);
    }

    private String text(String name) {
        return info.getOrDefault(name, "");
    }

    private long number(String name) {
        String digits = text(name);
        return digits.matches("\\d{1,18}") ? Long.parseLong(digits) : 0;
    }

    public CheckResult version(boolean cluster) {
        String version = text("redis_version");
        String major = version.replaceFirst("\\..*", "");
        int number = major.matches("\\d{1,6}") ? Integer.parseInt(major) : 0;
        String text = node + " runs Redis " + version;
        if (number < LEAST_VERSION) {
            return CheckResult.fail("version", text, "use Redis 6 or newer");
        }
        if (cluster && number < SHARDED_CHANNELS) {
            return CheckResult.warn(
                    "version",
                    text + ", whose clusters have no sharded channels: followers learn of changes at their next look",
                    "use Redis 7 or newer");
        }
        return CheckResult.ok("version", text);
    }

    /** Checks eviction. Records have no expiry, so a policy that evicts only keys with one leaves them alone. */
    public CheckResult eviction() {
        String policy = text("maxmemory_policy");
        long limit = number("maxmemory");
        if (limit == 0) {
            return CheckResult.ok("eviction", node + " has no memory limit, and evicts nothing");
        }
        if (policy.startsWith("allkeys")) {
            return CheckResult.fail(
                    "eviction",
                    node + " evicts keys when its memory is full (" + policy
                            + "), those of elections too: a candidate that starts then leads beside the leader",
                    "set maxmemory-policy to noeviction or to one that begins with volatile");
        }
        if (number("used_memory") > NEARLY_FULL * limit) {
            return CheckResult.warn(
                    "eviction",
                    node + " uses more than 90 % of its memory, and will soon refuse claims and renewals",
                    "raise maxmemory, or remove other keys");
        }
        return CheckResult.ok("eviction", node + " evicts no records of elections (" + policy + ")");
    }

    public CheckResult persistence() {
        if (text("aof_enabled").equals("1")) {
            return text("aof_last_write_status").equals("err")
                    ? CheckResult.fail(
                            "persistence", node + " cannot write its append-only file", "check the disk of the server")
                    : CheckResult.ok("persistence", node + " writes an append-only file");
        }
        if (text("rdb_last_bgsave_status").equals("err")) {
            return CheckResult.fail(
                    "persistence",
                    node + " cannot save its data, and may refuse writes",
                    "check the disk of the server");
        }
        return CheckResult.warn(
                "persistence",
                node
                        + " writes no append-only file: after a restart it has lost all leases, and a candidate that"
                        + " starts then may lead beside the leader for a moment",
                "set appendonly yes, and appendfsync always where that moment matters");
    }

    /** Tells whether the server has no connected replica. */
    boolean seesNoReplica() {
        return number("connected_slaves") == 0;
    }

    /** Returns the run id of the server, which changes with a restart. */
    String runId() {
        return text("run_id");
    }

    public CheckResult replicas(ReplicaRequirement requirement) {
        long connected = number("connected_slaves");
        String text = node + " has " + connected + (connected == 1 ? " replica" : " replicas");
        if (connected < requirement.minimum()) {
            return CheckResult.fail(
                    "replicas",
                    text + ", and " + requirement.minimum() + " must confirm each claim: no candidate can lead",
                    "bring the replicas back, or open the store with replicas=0 if there are to be none");
        }
        if (connected == 0) {
            return CheckResult.ok("replicas", text + ": claims wait for none, and there is none to fail over to");
        }
        if (Integer.valueOf(0).equals(requirement.fixed())) {
            return CheckResult.warn(
                    "replicas",
                    text + ", and claims do not wait for them: a fail-over may make two leaders at once",
                    "leave replicas=0 out");
        }
        if (!info.containsKey("min_slaves_good_slaves")) {
            return CheckResult.warn(
                    "replicas",
                    text + ", but goes on taking writes when it is cut off from them; these are lost, and claims"
                            + " among them take until their deadline to fail",
                    "set min-replicas-to-write to 1 and min-replicas-max-lag to 10 or less");
        }
        int needed = Math.max(requirement.minimum(), 1);
        return CheckResult.ok("replicas", text + "; a claim or renewal counts when " + needed + " of them have it");
    }

    /** Returns the addresses of the connected replicas. */
    List<HostAndPort> replicaAddresses() {
        List<HostAndPort> found = new ArrayList<>();
        info.forEach((name, value) -> {
            String host = value.replaceFirst(".*\\bip=([^,]*).*", "$1");
            String port = value.replaceFirst(".*\\bport=(\\d{1,5}).*", "$1");
            if (name.matches("slave\\d+") && port.matches("\\d{1,5}")) {
                found.add(new HostAndPort(host, Integer.parseInt(port)));
            }
        });
        return found;
    }
}
