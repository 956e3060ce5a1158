package dev.tenure.spring.autoconfigure;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import dev.tenure.store.dynamodb.DynamoDbStore;
import dev.tenure.store.kafka.KafkaStore;
import dev.tenure.store.postgres.PostgresStore;
import dev.tenure.store.postgres.PostgresStoreBuilder;
import dev.tenure.store.redis.RedisStore;
import dev.tenure.store.redis.RedisStoreBuilder;
import dev.tenure.store.route53.Route53Store;
import dev.tenure.store.route53.Route53StoreBuilder;
import dev.tenure.store.s3.S3Store;
import dev.tenure.store.s3.S3StoreBuilder;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.kafka.core.KafkaAdmin;
import org.springframework.util.ClassUtils;
import redis.clients.jedis.UnifiedJedis;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The clients of an application that a store can be made of. The classes of a client and of its store are loaded only
 * when a bean of that type is named: an application has few of them.
 */
enum ClientStore {
    POSTGRES("javax.sql.DataSource", "dev.tenure.store.postgres.PostgresStore") {
        @Override
        LeaseStore open(Object bean, BeanParameters parameters) {
            return Postgres.open(bean, parameters);
        }
    },
    REDIS("redis.clients.jedis.UnifiedJedis", "dev.tenure.store.redis.RedisStore") {
        @Override
        LeaseStore open(Object bean, BeanParameters parameters) {
            return Redis.open(bean, parameters);
        }
    },
    KAFKA("org.springframework.kafka.core.KafkaAdmin", "dev.tenure.store.kafka.KafkaStore") {
        @Override
        LeaseStore open(Object bean, BeanParameters parameters) {
            return Kafka.open(bean, parameters);
        }
    },
    DYNAMODB("software.amazon.awssdk.services.dynamodb.DynamoDbClient", "dev.tenure.store.dynamodb.DynamoDbStore") {
        @Override
        LeaseStore open(Object bean, BeanParameters parameters) {
            return DynamoDb.open(bean, parameters);
        }
    },
    S3("software.amazon.awssdk.services.s3.S3Client", "dev.tenure.store.s3.S3Store") {
        @Override
        LeaseStore open(Object bean, BeanParameters parameters) {
            return S3Bucket.open(bean, parameters);
        }
    },
    ROUTE53("software.amazon.awssdk.services.route53.Route53Client", "dev.tenure.store.route53.Route53Store") {
        @Override
        LeaseStore open(Object bean, BeanParameters parameters) {
            return Route53.open(bean, parameters);
        }
    };

    private static final String PREFIX = "prefix";
    private static final String CREATE = "create";
    private static final String KEEP_CONNECTIONS = "keep-connections";

    private final String client;
    private final String store;

    ClientStore(String client, String store) {
        this.client = client;
        this.store = store;
    }

    /** Returns the store for a bean, or null if there is none. */
    static @Nullable ClientStore of(Object bean) {
        for (ClientStore each : values()) {
            if (ClassUtils.isPresent(each.client, null)
                    && ClassUtils.resolveClassName(each.client, null).isInstance(bean)) {
                return each;
            }
        }
        return null;
    }

    /** Opens the store, which closes without the client. */
    LeaseStore open(Object bean, StoreUri uri) {
        if (!ClassUtils.isPresent(store, null)) {
            String artifact = "tenure-store-" + store.replaceFirst("dev\\.tenure\\.store\\.(\\w+)\\..*", "$1");
            throw new TenureRefusedException(
                    "tenure.store names '" + uri.rest() + "', a "
                            + bean.getClass().getName() + ", but there is no store for it",
                    "Add dev.tenure:" + artifact + " to the class path.",
                    null);
        }
        return open(bean, new BeanParameters(uri));
    }

    abstract LeaseStore open(Object bean, BeanParameters parameters);

    private static final class Postgres {
        static LeaseStore open(Object bean, BeanParameters parameters) {
            parameters.allow("schema", KEEP_CONNECTIONS);
            PostgresStoreBuilder builder = PostgresStore.on((DataSource) bean);
            parameters.text("schema").ifPresent(builder::schema);
            return (parameters.flag(KEEP_CONNECTIONS, false) ? builder.keepConnections() : builder).open();
        }
    }

    private static final class Redis {
        static LeaseStore open(Object bean, BeanParameters parameters) {
            parameters.allow(PREFIX, KEEP_CONNECTIONS);
            RedisStoreBuilder builder = RedisStore.on((UnifiedJedis) bean);
            parameters.text(PREFIX).ifPresent(builder::prefix);
            return (parameters.flag(KEEP_CONNECTIONS, false) ? builder.keepConnections() : builder).open();
        }
    }

    /** Kafka's clients cannot be shared, so the store makes its own with the settings of Spring's. */
    private static final class Kafka {
        private static final String SERVERS = "bootstrap.servers";

        static LeaseStore open(Object bean, BeanParameters parameters) {
            parameters.allow("topic", CREATE);
            Map<String, Object> settings = new HashMap<>(((KafkaAdmin) bean).getConfigurationProperties());
            Object servers = settings.remove(SERVERS);
            if (servers == null) {
                throw new IllegalArgumentException("the KafkaAdmin has no " + SERVERS);
            }
            return KafkaStore.on(joined(servers))
                    .topic(parameters.required("topic", "of the elections"))
                    .createIfMissing(parameters.flag(CREATE, true))
                    .clientSettings(settings)
                    .open();
        }

        private static String joined(Object servers) {
            return servers instanceof Collection<?> many
                    ? many.stream().map(String::valueOf).collect(Collectors.joining(","))
                    : servers.toString();
        }
    }

    private static final class DynamoDb {
        static LeaseStore open(Object bean, BeanParameters parameters) {
            parameters.allow("table", CREATE);
            return DynamoDbStore.on((DynamoDbClient) bean, parameters.required("table", "of the elections"))
                    .createIfMissing(parameters.flag(CREATE, false))
                    .open();
        }
    }

    private static final class S3Bucket {
        static LeaseStore open(Object bean, BeanParameters parameters) {
            parameters.allow("bucket", PREFIX);
            S3StoreBuilder builder =
                    S3Store.on((S3Client) bean, parameters.required("bucket", "for the records of elections"));
            parameters.text(PREFIX).ifPresent(builder::prefix);
            return builder.open();
        }
    }

    private static final class Route53 {
        static LeaseStore open(Object bean, BeanParameters parameters) {
            parameters.allow("zone", "domain", PREFIX);
            Route53StoreBuilder builder = Route53Store.on(
                    (Route53Client) bean,
                    parameters.required("zone", "by its id"),
                    parameters.required("domain", "that all records end in"));
            parameters.text(PREFIX).ifPresent(builder::prefix);
            return builder.open();
        }
    }
}
