package dev.tenure.store.kafka.client;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.CloseOptions.GroupMembershipOperation;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/**
 * Closes consumers, with every supported version of Kafka's clients.
 *
 * <p>Since 4.1 a member of a group chooses on closing whether it leaves the group. Before, that is a setting, which
 * later versions have dropped; a member that is made to stay leaves by ending its subscription first (decision 59).
 */
public final class ConsumerClosing {
    private static final String LEAVES_ON_CLOSING = "internal.leave.group.on.close";
    private static final boolean CHOOSES_ON_CLOSING = choosesOnClosing();

    private ConsumerClosing() {}

    private static boolean choosesOnClosing() {
        try {
            Class.forName(
                    "org.apache.kafka.clients.consumer.CloseOptions", false, KafkaConsumer.class.getClassLoader());
            return true;
        } catch (ClassNotFoundException before41) {
            return false;
        }
    }

    /** Closes a consumer of no group, and waits for nothing: the broker may be gone. */
    @SuppressWarnings("deprecation") // the only way that all versions have
    public static void abandon(KafkaConsumer<?, ?> consumer) {
        consumer.close(Duration.ZERO);
    }

    /** Returns the settings of a consumer that will {@linkplain #leave leave} its group. */
    public static Map<String, Object> settingsOfMember() {
        return CHOOSES_ON_CLOSING ? Map.of() : Map.of(LEAVES_ON_CLOSING, false);
    }

    /**
     * Closes a member of a group.
     *
     * @param silently whether the group is not told, and waits for the member until its session has ended
     */
    @SuppressWarnings("deprecation") // called only where there is no other way
    public static void leave(KafkaConsumer<?, ?> member, boolean silently, Duration limit) {
        if (CHOOSES_ON_CLOSING) {
            Choice.close(member, silently, limit);
            return;
        }
        try {
            if (!silently) {
                member.unsubscribe();
            }
        } finally {
            member.close(limit);
        }
    }

    /** What only newer clients have: loaded only there. */
    private static final class Choice {
        private Choice() {}

        static void close(KafkaConsumer<?, ?> member, boolean silently, Duration limit) {
            member.close(CloseOptions.timeout(limit)
                    .withGroupMembershipOperation(
                            silently
                                    ? GroupMembershipOperation.REMAIN_IN_GROUP
                                    : GroupMembershipOperation.LEAVE_GROUP));
        }
    }
}
