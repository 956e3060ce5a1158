package dev.tenure.store.redis;

import dev.tenure.store.redis.records.Keys;
import java.time.Duration;
import java.util.UUID;
import java.util.regex.Pattern;
import redis.clients.jedis.UnifiedJedis;

/** Changes records behind the store's back, as time or a careless person would. */
final class RecordEditor {
    private static final Pattern UNTIL = Pattern.compile("\"until\":\"(\\d+)\"");

    final String prefix = "test-" + UUID.randomUUID();
    private final Keys keys = new Keys(prefix);
    private final UnifiedJedis client;

    RecordEditor(UnifiedJedis client) {
        this.client = client;
    }

    Keys keys() {
        return keys;
    }

    void elapse(String election, Duration duration) {
        String key = keys.lease(election);
        String shifted = UNTIL.matcher(client.get(key))
                .replaceFirst(
                        found -> "\"until\":\"" + (Long.parseLong(found.group(1)) - duration.toNanos() / 1_000) + "\"");
        client.set(key, shifted);
    }

    void corrupt(String election) {
        client.set(keys.lease(election), "{\"state\":\"held\",\"token\":\"rubbish\"}");
    }

    void forget(String election) {
        client.del(keys.lease(election));
    }
}
