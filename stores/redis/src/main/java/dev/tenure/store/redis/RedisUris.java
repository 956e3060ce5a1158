package dev.tenure.store.redis;

import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.StoreUri;
import dev.tenure.store.support.TlsCredentials;
import dev.tenure.store.support.UriParameters;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.JedisClientConfig;

/**
 * Reads the URIs of Redis stores. Apart from their provider, which must load without Jedis to say that it is missing.
 */
final class RedisUris {
    private static final int SERVER_PORT = 6379;
    private static final int SENTINEL_PORT = 26379;

    private static final String SINGLE_EXAMPLE = RedisStoreProvider.EXAMPLE;
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

    private RedisUris() {}

    static LeaseStore open(StoreUri uri) {
        return switch (uri.scheme()) {
            case "redis-cluster" -> cluster(uri, parameters(uri, TLS));
            case "redis-sentinel" -> sentinel(uri, parameters(uri, TLS, DB, SENTINEL_USER, SENTINEL_PASSWORD));
            default -> single(uri, parameters(uri));
        };
    }

    private static UriParameters parameters(StoreUri uri, String... more) {
        List<String> known = Stream.concat(OF_ALL.stream(), Stream.of(more)).toList();
        ParameterHints.check(uri, Set.copyOf(known));
        return UriParameters.of(uri, known);
    }

    private static LeaseStore single(StoreUri uri, UriParameters parameters) {
        ServerAddresses address = ServerAddresses.parse(uri.rest(), SERVER_PORT, SINGLE_EXAMPLE);
        boolean tls = uri.scheme().equals("rediss");
        JedisClientConfig config = config(parameters, address.user(), address.password(), tls, address.path());
        return open(
                parameters,
                RedisStoreBuilder.single(address.only(SINGLE_EXAMPLE)).config(config));
    }

    private static LeaseStore cluster(StoreUri uri, UriParameters parameters) {
        ServerAddresses address = ServerAddresses.parse(uri.rest(), SERVER_PORT, CLUSTER_EXAMPLE);
        if (address.path() != null) {
            throw new IllegalArgumentException(
                    "a Redis Cluster has one database only: leave out what follows the hosts");
        }
        JedisClientConfig config =
                config(parameters, address.user(), address.password(), parameters.flag(TLS, false), null);
        return open(parameters, RedisStore.onCluster(address.nodes()).config(config));
    }

    private static LeaseStore sentinel(StoreUri uri, UriParameters parameters) {
        ServerAddresses address = ServerAddresses.parse(uri.rest(), SENTINEL_PORT, SENTINEL_EXAMPLE);
        String master = address.path();
        if (master == null) {
            throw new IllegalArgumentException("the name of the master is missing: write " + SENTINEL_EXAMPLE);
        }
        boolean tls = parameters.flag(TLS, false);
        RedisStoreBuilder builder = RedisStore.onSentinel(address.nodes(), master)
                .config(config(parameters, address.user(), address.password(), tls, parameters.find(DB)))
                .sentinelConfig(config(
                        parameters, parameters.find(SENTINEL_USER), parameters.find(SENTINEL_PASSWORD), tls, null));
        return open(parameters, builder);
    }

    private static LeaseStore open(UriParameters parameters, RedisStoreBuilder builder) {
        builder.prefix(parameters.text("prefix", "tenure"));
        String replicas = parameters.text("replicas", "auto");
        if (!replicas.equals("auto")) {
            builder.replicas(number("replicas", replicas, "auto, or how many must have a write before it counts"));
        }
        return (parameters.flag("poll-only", false) ? builder.pollOnly() : builder).open();
    }

    @SuppressWarnings("deprecation") // the settings of TLS that all versions of Jedis have
    private static JedisClientConfig config(
            UriParameters parameters,
            @Nullable String user,
            @Nullable String password,
            boolean tls,
            @Nullable String database) {
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .clientName(parameters.text("client-name", "tenure"))
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .user(user)
                .password(password)
                .database(database == null ? 0 : number("the database", database, "the number of one, such as 0"));
        if (tls) {
            config.ssl(true)
                    .sslSocketFactory(tls(parameters).context().getSocketFactory())
                    .sslParameters(checkingHosts());
        } else if (parameters.has(TRUSTSTORE) || parameters.has(KEYSTORE)) {
            throw new IllegalArgumentException("a trust store or key store needs TLS: write rediss://…, or tls=true");
        }
        return config.build();
    }

    private static TlsCredentials tls(UriParameters parameters) {
        TlsCredentials tls = TlsCredentials.none();
        String truststore = parameters.find(TRUSTSTORE);
        if (truststore != null) {
            tls = tls.trustingKeystore(file(TRUSTSTORE, truststore), characters(parameters.find(TRUSTSTORE_PASSWORD)));
        }
        String keystore = parameters.find(KEYSTORE);
        if (keystore != null) {
            char[] password = characters(parameters.find(KEYSTORE_PASSWORD));
            tls = tls.withKeystore(file(KEYSTORE, keystore), password == null ? new char[0] : password);
        }
        return tls;
    }

    /** The certificate must be valid, and issued for the host in the URI. */
    private static SSLParameters checkingHosts() {
        SSLParameters parameters = new SSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        return parameters;
    }

    private static char @Nullable [] characters(@Nullable String password) {
        return password == null ? null : password.toCharArray();
    }

    private static Path file(String parameter, String path) {
        Path file = Path.of(path);
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException("the parameter " + parameter + " does not name a file: " + path);
        }
        return file;
    }

    private static int number(String what, String value, String rule) {
        if (!value.matches("\\d{1,6}")) {
            throw new IllegalArgumentException(what + " must be " + rule + ", not '" + value + "'");
        }
        return Integer.parseInt(value);
    }
}
