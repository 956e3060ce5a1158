package dev.tenure.chaos;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One program that uses every ability runs unchanged on each store, given by its URI. */
@Tag("long")
@Tag("process")
@Tag("server")
@Timeout(600)
@Isolated("it sets the credentials of the whole JVM")
class EveryAbilityTest {
    @TempDir
    Path folder;

    @BeforeAll
    static void setCredentials() {
        System.setProperty("aws.accessKeyId", "key");
        System.setProperty("aws.secretAccessKey", "secret");
    }

    @AfterAll
    static void clearCredentials() {
        System.clearProperty("aws.accessKeyId");
        System.clearProperty("aws.secretAccessKey");
    }

    private Deployment start(String store) {
        return Deployments.start(
                ChaosOptions.parse(new String[] {"--store", store, "--minutes", "1", "--seed", "1"}), folder);
    }

    @ParameterizedTest
    @ValueSource(strings = {"file", "postgres", "redis", "redis-sentinel", "redis-cluster", "s3", "dynamodb", "kafka"})
    void programRunsUnchangedOnEachStore(String store) throws Exception {
        try (Deployment servers = start(store);
                EveryAbility program = new EveryAbility(servers.uri())) {
            program.run();
        }
    }

    /** Its zone keeps leases only: decision 93. */
    @Test
    void programIsRefusedByNameOnRoute53() {
        try (Deployment servers = start("route53")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new EveryAbility(servers.uri()).run())
                    .withMessageContaining("the route53 store keeps no roster")
                    .withMessageContaining("use the peer channel");
        }
    }
}
