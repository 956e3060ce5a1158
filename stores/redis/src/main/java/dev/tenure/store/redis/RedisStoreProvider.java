package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreProvider;
import dev.tenure.spi.StoreUri;
import java.io.File;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;

/** Opens {@code redis:}, {@code rediss:}, {@code redis-cluster:} and {@code redis-sentinel:} stores. */
public final class RedisStoreProvider implements StoreProvider {
    /** What the store needs; the build checks that it names the version it was built with. */
    static final String REQUIRES = "Jedis (redis.clients:jedis) 8.0.2 or newer";

    private static final int SERVER_PORT = 6379;
    private static final int SENTINEL_PORT = 26379;

    private static final String SINGLE_EXAMPLE = "redis://[USER:PASS@]HOST:PORT[/DB]";
    private static final String CLUSTER_EXAMPLE = "redis-cluster://[USER:PASS@]HOST:PORT,HOST:PORT,…";
    private static final String SENTINEL_EXAMPLE = "redis-sentinel://[USER:PASS@]HOST:PORT,HOST:PORT,…/MASTER";

    private static final String TLS = "tls";
    private static final String DB = "db";
    private static final String TRUSTSTORE = "truststore";
    private static final String TRUSTSTORE_PASSWORD = "truststore-password";
    private static final String KEYSTORE = "keystore";
    private static final String KEYSTORE_PASSWORD = "keystore-password";
    private static final String SENTINEL_USER = "sentinel-user";
    private static final String SENTINEL_PASSWORD = "sentinel-password";
    private static final List<String> OF_ALL = List.of(
            "prefix",
            "replicas",
            "poll-only",
            "client-name",
            TRUSTSTORE,
            TRUSTSTORE_PASSWORD,
            KEYSTORE,
            KEYSTORE_PASSWORD);

    @Override
    public Set<String> schemes() {
        return Set.of("redis", "rediss", "redis-cluster", "redis-sentinel");
    }

    @Override
    public String requires() {
        return REQUIRES;
    }

    @Override
    public String example() {
        return SINGLE_EXAMPLE;
    }

    @Override
    public LeaseStore open(StoreUri uri) {
        return switch (uri.scheme()) {
            case "redis-cluster" -> cluster(allowing(uri, TLS));
            case "redis-sentinel" -> sentinel(allowing(uri, TLS, DB, SENTINEL_USER, SENTINEL_PASSWORD));
            default -> single(allowing(uri));
        };
    }

    private static StoreUri allowing(StoreUri uri, String... more) {
        String[] known = Stream.concat(OF_ALL.stream(), Stream.of(more)).toArray(String[]::new);
        ParameterHints.check(uri, Set.of(known));
        return uri.allowing(known);
    }

    private static LeaseStore single(StoreUri uri) {
        ServerAddresses address = ServerAddresses.parse(uri.rest(), SERVER_PORT, SINGLE_EXAMPLE);
        boolean tls = uri.scheme().equals("rediss");
        JedisClientConfig config = config(uri, address.user(), address.password(), tls, address.path());
        return open(uri, RedisStoreBuilder.single(address.only(SINGLE_EXAMPLE)).config(config));
    }

    private static LeaseStore cluster(StoreUri uri) {
        ServerAddresses address = ServerAddresses.parse(uri.rest(), SERVER_PORT, CLUSTER_EXAMPLE);
        if (address.path() != null) {
            throw new IllegalArgumentException(
                    "a Redis Cluster has one database only: leave what follows the hosts out");
        }
        JedisClientConfig config = config(uri, address.user(), address.password(), flag(uri, TLS), null);
        return open(uri, RedisStore.inCluster(address.nodes()).config(config));
    }

    private static LeaseStore sentinel(StoreUri uri) {
        ServerAddresses address = ServerAddresses.parse(uri.rest(), SENTINEL_PORT, SENTINEL_EXAMPLE);
        String master = address.path();
        if (master == null) {
            throw new IllegalArgumentException("the name of the master is missing: write " + SENTINEL_EXAMPLE);
        }
        Map<String, String> parameters = uri.parameters();
        boolean tls = flag(uri, TLS);
        RedisStoreBuilder builder = RedisStore.behindSentinels(address.nodes(), master)
                .config(config(uri, address.user(), address.password(), tls, parameters.get(DB)))
                .sentinelConfig(
                        config(uri, parameters.get(SENTINEL_USER), parameters.get(SENTINEL_PASSWORD), tls, null));
        return open(uri, builder);
    }

    private static LeaseStore open(StoreUri uri, RedisStoreBuilder builder) {
        Map<String, String> parameters = uri.parameters();
        builder.prefix(parameters.getOrDefault("prefix", "tenure"));
        String replicas = parameters.getOrDefault("replicas", "auto");
        if (!replicas.equals("auto")) {
            builder.replicas(number("replicas", replicas, "auto, or how many must have a write before it counts"));
        }
        return (flag(uri, "poll-only") ? builder.pollOnly() : builder).open();
    }

    private static JedisClientConfig config(
            StoreUri uri, @Nullable String user, @Nullable String password, boolean tls, @Nullable String database) {
        Map<String, String> parameters = uri.parameters();
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .clientName(parameters.getOrDefault("client-name", "tenure"))
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .user(user)
                .password(password)
                .database(database == null ? 0 : number("the database", database, "the number of one, such as 0"));
        if (tls) {
            config.sslOptions(tls(parameters));
        } else if (parameters.containsKey(TRUSTSTORE) || parameters.containsKey(KEYSTORE)) {
            throw new IllegalArgumentException(
                    "a trust store or key store is of no use without TLS: write rediss://…, or tls=true");
        }
        return config.build();
    }

    /** The certificate must be good, and of the host that was named. */
    private static SslOptions tls(Map<String, String> parameters) {
        SslOptions.Builder tls = SslOptions.builder().sslVerifyMode(SslVerifyMode.FULL);
        String truststore = parameters.get(TRUSTSTORE);
        if (truststore != null) {
            tls.truststore(file(TRUSTSTORE, truststore), characters(parameters.get(TRUSTSTORE_PASSWORD)));
        }
        String keystore = parameters.get(KEYSTORE);
        if (keystore != null) {
            tls.keystore(file(KEYSTORE, keystore), characters(parameters.get(KEYSTORE_PASSWORD)));
        }
        return tls.build();
    }

    private static char @Nullable [] characters(@Nullable String password) {
        return password == null ? null : password.toCharArray();
    }

    private static File file(String parameter, String path) {
        File file = new File(path);
        if (!file.isFile()) {
            throw new IllegalArgumentException("the parameter " + parameter + " names no file: " + path);
        }
        return file;
    }

    private static boolean flag(StoreUri uri, String key) {
        String value = uri.parameters().getOrDefault(key, "false");
        if (!value.equals("true") && !value.equals("false")) {
            throw new IllegalArgumentException("the parameter " + key + " is true or false, not '" + value + "'");
        }
        return value.equals("true");
    }

    private static int number(String what, String value, String rule) {
        if (!value.matches("\\d{1,6}")) {
            throw new IllegalArgumentException(what + " must be " + rule + ", not '" + value + "'");
        }
        return Integer.parseInt(value);
    }
}
