package dev.tenure.store.kafka.client;

import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.ApiException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.ClusterAuthorizationException;
import org.apache.kafka.common.errors.GroupAuthorizationException;
import org.apache.kafka.common.errors.GroupMaxSizeReachedException;
import org.apache.kafka.common.errors.InconsistentGroupProtocolException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.InvalidReplicationFactorException;
import org.apache.kafka.common.errors.InvalidSessionTimeoutException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.InvalidTxnTimeoutException;
import org.apache.kafka.common.errors.OutOfOrderSequenceException;
import org.apache.kafka.common.errors.PolicyViolationException;
import org.apache.kafka.common.errors.ProducerFencedException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.apache.kafka.common.errors.TransactionalIdAuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.apache.kafka.common.errors.UnsupportedVersionException;
import org.jspecify.annotations.Nullable;

/** Translates errors of brokers and clients to {@link StoreException}s, with a remedy where there is one. */
public final class KafkaErrors {
    /** The remedies for errors that trying again cannot help; special errors come before general ones. */
    private static final Map<Class<? extends Exception>, String> REMEDIES = new LinkedHashMap<>();

    static {
        REMEDIES.put(
                TransactionalIdAuthorizationException.class,
                "grant this user Write and Describe on the transactional id, which has the name of the topic");
        REMEDIES.put(TopicAuthorizationException.class, "grant this user Read, Write and Describe on the topic");
        REMEDIES.put(GroupAuthorizationException.class, "grant this user Read on the group");
        REMEDIES.put(
                ClusterAuthorizationException.class,
                "grant this user Create on the topic, or create the topic yourself and open the store without creating topics");
        REMEDIES.put(AuthorizationException.class, "grant this user the rights that the page of the Kafka store lists");
        REMEDIES.put(AuthenticationException.class, "correct the user, the password or the certificates");
        REMEDIES.put(
                InvalidSessionTimeoutException.class,
                "three heartbeat timeouts are outside the broker's group.min.session.timeout.ms and"
                        + " group.max.session.timeout.ms: choose another heartbeat timeout");
        REMEDIES.put(
                InconsistentGroupProtocolException.class,
                "other members of the group use another protocol or assignor: choose another group");
        REMEDIES.put(UnsupportedVersionException.class, "the broker is too old for this: use Kafka 3.0 or newer");
        REMEDIES.put(GroupMaxSizeReachedException.class, "raise the broker's group.max.size, or use another group");
        REMEDIES.put(InvalidTxnTimeoutException.class, "raise the broker's transaction.max.timeout.ms to 10 s or more");
        REMEDIES.put(InvalidTopicException.class, "choose another name for the topic");
        REMEDIES.put(
                InvalidRecordException.class,
                "set cleanup.policy of the topic to delete: a compacted topic takes no records without keys");
        REMEDIES.put(
                InvalidReplicationFactorException.class,
                "create the topic yourself, with a number of replicas that the brokers allow");
        REMEDIES.put(PolicyViolationException.class, "create the topic yourself, as the policy of the brokers demands");
        REMEDIES.put(RecordTooLargeException.class, "raise max.message.bytes of the topic to 10 kB or more");
        REMEDIES.put(ConfigException.class, "correct the setting");
    }

    private KafkaErrors() {}

    /** Returns the error of a call that had no effect. */
    public static StoreException noEffect(String doing, Throwable thrown) {
        return failure(Kind.UNREACHABLE, doing, thrown);
    }

    /** Returns the error of a call that may have taken effect, unless the error says that trying again cannot help. */
    public static StoreException sent(String doing, Throwable thrown) {
        return failure(Kind.OUTCOME_UNKNOWN, doing, thrown);
    }

    /** Returns the error of a call that may have taken effect, even if it seems that trying again cannot help. */
    public static StoreException unknown(String doing, Throwable thrown) {
        StoreException known = sent(doing, thrown);
        return new StoreException(Kind.OUTCOME_UNKNOWN, String.valueOf(known.getMessage()), cause(thrown));
    }

    private static StoreException failure(Kind otherwise, String doing, Throwable thrown) {
        Throwable cause = cause(thrown);
        String remedy = remedy(cause);
        String words = doing + " failed: " + words(cause);
        return remedy == null
                ? new StoreException(otherwise, words, cause)
                : new StoreException(Kind.MISCONFIGURED, words + ": " + remedy, cause);
    }

    private static @Nullable String remedy(Throwable cause) {
        for (Throwable each = cause; each != null; each = each.getCause()) {
            for (Map.Entry<Class<? extends Exception>, String> known : REMEDIES.entrySet()) {
                if (known.getKey().isInstance(each)) {
                    return known.getValue();
                }
            }
        }
        return null;
    }

    /** Tells whether the broker rejected this producer because a later one has taken over. */
    public static boolean isFenced(Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof ProducerFencedException || each instanceof InvalidProducerEpochException) {
                return true;
            }
        }
        return false;
    }

    /**
     * Tells whether a producer cannot be used any more after this failure of one record. What a broker says about a
     * single record or topic, such as that it is too large or that a right is missing, does not break it.
     */
    public static boolean breaksProducer(Exception failure) {
        return !(failure instanceof ApiException)
                || isFenced(failure)
                || failure instanceof OutOfOrderSequenceException
                || failure instanceof ClusterAuthorizationException
                || failure instanceof AuthenticationException
                || failure instanceof UnsupportedVersionException;
    }

    /** Tells whether a client gave up waiting for an answer. */
    public static boolean isTimeout(Throwable thrown) {
        return cause(thrown) instanceof TimeoutException;
    }

    /** Tells whether the topic does not exist. */
    public static boolean isMissingTopic(Throwable thrown) {
        return cause(thrown) instanceof UnknownTopicOrPartitionException;
    }

    private static Throwable cause(Throwable thrown) {
        Throwable cause = thrown.getCause();
        boolean wrapped =
                thrown instanceof ExecutionException || thrown.getClass().equals(KafkaException.class);
        return wrapped && cause != null ? cause(cause) : thrown;
    }

    private static String words(Throwable cause) {
        String said = cause.getMessage();
        return said == null || said.isBlank()
                ? cause.getClass().getSimpleName()
                : said.strip().replaceAll("\\s*\\R\\s*", "; ").replaceFirst("[.:]$", "");
    }
}
