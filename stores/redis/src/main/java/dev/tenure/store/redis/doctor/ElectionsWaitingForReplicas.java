package dev.tenure.store.redis.doctor;

import dev.tenure.spi.Deadline;
import dev.tenure.store.redis.command.CallPurpose;
import dev.tenure.store.redis.command.RedisCommand;
import dev.tenure.store.redis.command.Replies;
import dev.tenure.store.redis.records.Keys;
import dev.tenure.store.redis.routing.CommandRouter;
import dev.tenure.store.support.FlatJson;
import dev.tenure.store.support.RecordFields;
import dev.tenure.store.support.UnreadableRecordException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** Finds elections whose records say that replicas of this server must confirm a write. */
final class ElectionsWaitingForReplicas {
    private static final int SCAN_COUNT = 1_000;

    /** Limits the search in a database with very many other keys. */
    private static final int MAX_SCANS = 200;

    private final CommandRouter router;
    private final Keys keys;

    ElectionsWaitingForReplicas(CommandRouter router, Keys keys) {
        this.router = router;
        this.keys = keys;
    }

    /** Returns an election that waits for replicas of the server, which records know by this name. */
    Optional<String> find(HostAndPort server, String name, Deadline deadline) {
        String cursor = "0";
        for (int i = 0; i < MAX_SCANS; i++) {
            RedisCommand call = RedisCommand.command(
                    0, Protocol.Command.SCAN, cursor, "MATCH", keys.leasePattern(), "COUNT", SCAN_COUNT);
            List<?> page = (List<?>) router.connections().ask(server, "listing the elections", call, deadline);
            for (Object key : (List<?>) page.get(1)) {
                Optional<String> election = keys.electionOf(Replies.text(key));
                if (election.isPresent() && isMarked(server, Replies.text(key), name, deadline)) {
                    return election;
                }
            }
            cursor = Replies.text(page.get(0));
            if (cursor.equals("0")) {
                break;
            }
        }
        return Optional.empty();
    }

    private boolean isMarked(HostAndPort server, String key, String name, Deadline deadline) {
        CallPurpose purpose = new CallPurpose("reading a record", CallPurpose.Type.READ);
        Object record = router.connections()
                .run(server, purpose, List.of(RedisCommand.command(0, Protocol.Command.GET, key)), deadline)
                .get(0);
        if (!(record instanceof byte[] bytes)) {
            return false;
        }
        try {
            RecordFields fields = FlatJson.parse(new String(bytes, StandardCharsets.UTF_8));
            return fields.find("replicas") != null && name.equals(fields.find("server"));
        } catch (UnreadableRecordException e) {
            // Not a record that waits for replicas.
            return false;
        }
    }
}
