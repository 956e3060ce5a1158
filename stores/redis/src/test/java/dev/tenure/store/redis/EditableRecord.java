package dev.tenure.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.store.redis.records.Keys;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import redis.clients.jedis.Jedis;

/** Base of tests that edit the record of election {@code a} by hand. */
abstract class EditableRecord {
    private final String prefix = "edited-" + UUID.randomUUID();
    final String key = new Keys(prefix).lease("a");
    final RedisStore store = RedisStore.on("127.0.0.1", Servers.single().port())
            .prefix(prefix)
            .pollOnly()
            .open();
    final Jedis client = Servers.single().client();

    @AfterEach
    void close() {
        client.close();
        store.close();
    }

    /** Replaces the first match of a pattern; characters of the replacement become single bytes. */
    final void edit(String pattern, String replacement) {
        String before = client.get(key);
        String after = before.replaceFirst(pattern, replacement);
        assertThat(after).isNotEqualTo(before);
        client.set(key.getBytes(StandardCharsets.UTF_8), after.getBytes(StandardCharsets.ISO_8859_1));
    }
}
