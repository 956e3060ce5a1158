package dev.tenure.checks;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Stores;
import dev.tenure.spi.StoreProvider;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a store says it needs when a library does not fit is what the build gives it. */
class RequiredLibrariesTest {

    @ParameterizedTest
    @CsvSource({
        "postgres, postgresql.version",
        "river, postgresql.version",
        "redis, jedis.version",
        "kafka, kafka.version",
        "dynamodb, awssdk.version",
        "s3, awssdk.version",
        "route53, awssdk.version"
    })
    void eachStoreNamesTheVersionItWasBuiltWith(String scheme, String property) {
        Map<String, StoreProvider> providers = Stores.providers();
        String pom = SourceTree.text(SourceTree.here().root().resolve("pom.xml"));
        String version = pom.replaceAll("(?s).*<" + property + ">([^<]+)<.*", "$1");

        assertThat(requireNonNull(providers.get(scheme), scheme).requires()).contains(" " + version + " or newer");
    }
}
