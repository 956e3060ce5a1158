package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.testkit.ServerPorts;
import dev.tenure.testkit.StoreTestSteps;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.kafka.core.KafkaAdmin;
import redis.clients.jedis.JedisPooled;
import redis.embedded.RedisServer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.core.client.builder.SdkSyncClientBuilder;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.route53.Route53Client;
import software.amazon.awssdk.services.s3.S3Client;

/** A store that is made of a client of the application, in the version that Spring Boot manages. */
@Tag("server")
class ClientBeansTest {
    private static final String CLIENT = "client";

    @Test
    void anElectionIsHeldThroughTheApplicationsRedisClient() throws IOException {
        int port = ServerPorts.free();
        RedisServer server = RedisServer.builder().port(port).build();
        server.start();
        try (JedisPooled jedis = new JedisPooled("127.0.0.1", port)) {
            runner("bean:client?prefix=shop")
                    .withBean(CLIENT, JedisPooled.class, () -> jedis, bean -> bean.setDestroyMethodName(""))
                    .run(context -> {
                        assertThat(context.getBean(Election.class).awaitLeadership(Duration.ofSeconds(60)))
                                .isPresent();
                        assertThat(jedis.keys("shop*")).isNotEmpty();
                        context.getBean(Candidate.class).close();
                        assertThat(jedis.ping()).isEqualTo("PONG");
                    });
        } finally {
            server.stop();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bean:client?bucket=leases&prefix=shop",
                "bean:client?table=leases",
                "bean:client?zone=Z1&domain=example.com",
                "bean:client?topic=leases"
            })
    void theStoreCallsTheServerOfTheApplicationsClient(String uri) throws Exception {
        ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        server.setSoTimeout((int) Duration.ofSeconds(60).toMillis());
        withClient(runner(uri), uri, server.getLocalPort()).run(context -> {
            // Closed after the first call, so that the others fail at once, and closing need not wait for them.
            try (server;
                    Socket called = server.accept()) {
                assertThat(context).hasNotFailed();
                assertThat(called.getInputStream().read()).isNotNegative();
            }
            StoreTestSteps.await(
                    "the call has failed",
                    () -> context.getBean(Election.class).status().consecutiveFailures() > 0);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "bean:client?prefix=x     | needs the bucket for the records of elections: write bean:client?bucket=…",
                "bean:client?buckets=x    | the bean store has no parameter 'buckets'; it knows bucket, prefix",
                "bean:client?zone=Z1      | the bean store has no parameter 'zone'",
            })
    void whatAClientNeedsIsSaid(String uri, String refusal) {
        withClient(runner(uri), "bucket", 1)
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining(refusal));
    }

    private static ApplicationContextRunner runner(String uri) {
        return Contexts.runner().withPropertyValues("tenure.store=" + uri);
    }

    private static ApplicationContextRunner withClient(ApplicationContextRunner runner, String uri, int port) {
        if (uri.contains("bucket")) {
            return bean(runner, S3Client.class, () -> aws(S3Client.builder(), port));
        }
        if (uri.contains("table")) {
            return bean(runner, DynamoDbClient.class, () -> aws(DynamoDbClient.builder(), port));
        }
        if (uri.contains("zone")) {
            return bean(runner, Route53Client.class, () -> aws(Route53Client.builder(), port));
        }
        return bean(
                runner,
                KafkaAdmin.class,
                () -> new KafkaAdmin(Map.of("bootstrap.servers", List.of("127.0.0.1:" + port))));
    }

    private static <T> ApplicationContextRunner bean(
            ApplicationContextRunner runner, Class<T> type, Supplier<T> client) {
        return runner.withBean(CLIENT, type, client);
    }

    private static <C, B extends AwsClientBuilder<B, C> & SdkSyncClientBuilder<B, C>> C aws(B builder, int port) {
        return builder.endpointOverride(URI.create("http://127.0.0.1:" + port))
                .region(Region.EU_CENTRAL_1)
                .credentialsProvider(StaticCredentialsProvider.create(AwsBasicCredentials.create("key", "secret")))
                .httpClient(UrlConnectionHttpClient.create())
                .build();
    }
}
