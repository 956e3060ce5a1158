package dev.tenure.store.redis.doctor;

import dev.tenure.store.redis.routing.CommandRouter;

import dev.tenure.store.redis.records.Keys;

import dev.tenure.store.redis.records.Json;

import dev.tenure.store.redis.records.Fields;

import dev.tenure.store.redis.command.RedisCommand;

import dev.tenure.store.redis.command.CallPurpose;

import dev.tenure.spi.Deadline;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Protocol;

/** Looks in the records of elections for the mark that replicas of this very server must confirm what is written. */
final class ElectionsWaitingForReplicas {
    private static final int SCAN_COUNT = 1_000;

    /** In a database with very many other keys a person will not wait for all of them. */
    private static final int MAX_SCANS = 200;

    private final CommandRouter router;
    private final Keys keys;

    ElectionsWaitingForReplicas(CommandRouter router, Keys keys) {
        this.router = router;
        this.keys = keys;
    }

    /** Returns an election that waits for replicas of the server, which records know by this name, if one is found. */
    Optional<String> find(HostAndPort server, String name, Deadline deadline) {
        String cursor = "0";
        for (int i = 0; i < MAX_SCANS; i++) {
            RedisCommand call =
                    RedisCommand.command(0, Protocol.Command.SCAN, cursor, "MATCH", keys.leasePattern(), "COUNT", SCAN_COUNT);
            List<?> page = (List<?>) router.connections().ask(server, "listing the elections", call, deadline);
            for (Object key : (List<?>) page.get(1)) {
                Optional<String> election = keys.electionOf(text(key));
                if (election.isPresent() && isMarked(server, text(key), name, deadline)) {
                    return election;
                }
            }
            cursor = text(page.get(0));
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
            Fields fields = Json.read(new String(bytes, StandardCharsets.UTF_8));
            return fields.optional("replicas") != null && name.equals(fields.optional("server"));
        } catch (IllegalArgumentException e) {
            // Whatever this is, it waits for nobody.
            return false;
        }
    }

    private static String text(Object bytes) {
        return new String((byte[]) bytes, StandardCharsets.UTF_8);
    }
}
