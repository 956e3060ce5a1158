package dev.tenure.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.tenure.spi.Lease;
import dev.tenure.spi.Sighting;
import dev.tenure.store.support.UnreadableRecordException;
import dev.tenure.testkit.SightingBounds;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Any item is a lease, a mark or unreadable, and what was read is written and read unchanged. An item is given as lines
 * of the form {@code attribute:S:text}, {@code attribute:N:number} or {@code attribute:BOOL:true}.
 */
class ItemFuzzTest {
    private static final String ELECTION = "payroll";

    @FuzzTest(maxDuration = "2m")
    void anyItemIsReadOrUnreadable(byte[] bytes) {
        Item item = item(new String(bytes, StandardCharsets.UTF_8));

        SightingBounds.check(TokenItem.alone(item));
        assertThat(item.tokenOrZero()).isBetween(0L, Lease.MAX_TOKEN);
        assertThat(item.ttlOrZero()).isBetween(Duration.ZERO, Lease.MAX_TTL);
        Lease lease;
        try {
            lease = LockItem.read(ELECTION, item);
        } catch (UnreadableRecordException e) {
            assertThat(e.problem()).isNotEmpty();
            return;
        }
        SightingBounds.check(new Sighting.Held(lease, null));
        assertThat(readAgain(lease, item).withVersion("")).isEqualTo(lease.withVersion(""));
    }

    private static Lease readAgain(Lease lease, Item item) {
        try {
            return LockItem.read(ELECTION, LockItem.renewed(item, lease, item.requireNumber(Attributes.END)));
        } catch (UnreadableRecordException e) {
            throw new AssertionError("what was read cannot be read again: " + lease, e);
        }
    }

    private static Item item(String text) {
        Map<String, AttributeValue> attributes = new HashMap<>();
        for (String line : text.split("\n", -1)) {
            String[] parts = line.split(":", 3);
            if (parts.length == 3) {
                attributes.put(parts[0], value(parts[1], parts[2]));
            }
        }
        return new Item(attributes);
    }

    private static AttributeValue value(String type, String text) {
        return switch (type) {
            case "N" -> AttributeValue.fromN(text);
            case "BOOL" -> AttributeValue.fromBool(Boolean.parseBoolean(text));
            default -> AttributeValue.fromS(text);
        };
    }
}
