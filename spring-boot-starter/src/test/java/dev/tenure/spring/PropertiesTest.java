package dev.tenure.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.spring.autoconfigure.TenureProperties;
import dev.tenure.spring.autoconfigure.TenureRefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.BeanCreationException;
import org.springframework.beans.factory.annotation.BeanFactoryAnnotationUtils;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What the properties set, and what they refuse. */
class PropertiesTest {
    private final ApplicationContextRunner runner = Contexts.runner();

    @Test
    void everyPropertyReachesTheCandidate() {
        runner.withPropertyValues(
                        "tenure.name=node-7",
                        "tenure.address=http://10.0.0.7",
                        "tenure.priority=10",
                        "tenure.version=2.1",
                        "tenure.timing.ttl=8s",
                        "tenure.timing.interval=1s",
                        "tenure.timing.margin=2s",
                        "tenure.timing.call-timeout=1500ms",
                        "tenure.timing.stop-within=500ms")
                .run(context -> {
                    Candidate candidate = context.getBean(Candidate.class);
                    assertThat(candidate.identity().name()).isEqualTo("node-7");
                    assertThat(candidate.identity().address()).isEqualTo("http://10.0.0.7");
                    assertThat(candidate.settings().priority()).isEqualTo(10);
                    assertThat(candidate.settings().timing().ttl()).isEqualTo(Duration.ofSeconds(8));
                    assertThat(candidate.settings().timing().interval()).isEqualTo(Duration.ofSeconds(1));
                    assertThat(candidate.settings().timing().margin()).isEqualTo(Duration.ofSeconds(2));
                    assertThat(candidate.settings().timing().callTimeout()).isEqualTo(Duration.ofMillis(1500));
                    assertThat(candidate.settings().timing().stopWithin()).isEqualTo(Duration.ofMillis(500));
                });
    }

    @Test
    void theDefaultsAreThoseOfTheStoreAndTwentySecondsOfGrace() {
        runner.run(context -> {
            TenureProperties properties = context.getBean(TenureProperties.class);
            assertThat(properties.grace()).isEqualTo(Duration.ofSeconds(20));
            assertThat(properties.priority()).isEqualTo(100);
            assertThat(properties.phase()).isEqualTo(Integer.MAX_VALUE);
            assertThat(properties.requireStore()).isNull();
            assertThat(properties.preferNewest()).isFalse();
        });
    }

    @Test
    void eachElectionIsABeanUnderItsName() {
        runner.withPropertyValues("tenure.elections=orders,night shift").run(context -> {
            Election night = BeanFactoryAnnotationUtils.qualifiedBeanOfType(
                    context.getBeanFactory(), Election.class, "night shift");
            assertThat(night.name()).isEqualTo("night shift");
            assertThat(context.getBeansOfType(Election.class)).hasSize(2);
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "tenure.store= | tenure.store is not set",
                "tenure.store=nothing | the store has no scheme",
                "tenure.store=postgre://x/y | no store for scheme 'postgre'",
                "tenure.store=bean:none | there is none of that name",
                "tenure.store=bean:tenureLeaderOnly | of which no store can be made",
                "tenure.elections=orders,orders | has 'orders' twice",
                "tenure.timing.ttl=1ms | margin",
                "tenure.grace=-1s | is negative",
                "tenure.require-store=0s | must be longer than zero",
                "tenure.name=a\tb\u0007 | the name",
            })
    void whatIsWrongIsRefusedInOneLine(String property, String message) {
        runner.withPropertyValues(property).run(context -> {
            Throwable refused = Stream.iterate(context.getStartupFailure(), Objects::nonNull, Throwable::getCause)
                    .filter(TenureRefusedException.class::isInstance)
                    .findFirst()
                    .orElseThrow();
            assertThat(refused).hasMessageContaining(message);
            assertThat(refused.getMessage()).doesNotContain("\n");
        });
    }

    @Test
    void aRefusalIsShownWithItsRemedy() {
        Throwable failure =
                new BeanCreationException("around it", new TenureRefusedException("wrong", "mend it", null));

        List<FailureAnalysis> shown = SpringFactoriesLoader.forDefaultResourceLocation()
                .load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((message, e) -> {}))
                .stream()
                .map(analyzer -> analyzer.analyze(failure))
                .filter(Objects::nonNull)
                .toList();

        assertThat(shown).extracting(FailureAnalysis::getDescription).containsExactly("wrong");
        assertThat(shown).extracting(FailureAnalysis::getAction).containsExactly("mend it");
    }

    @Test
    void anUnknownPropertyIsRefused() {
        runner.withPropertyValues("tenure.elektions=orders")
                .run(context -> assertThat(context).getFailure().hasStackTraceContaining("tenure.elektions"));
    }

    @Test
    void theMetadataNamesEveryProperty() throws IOException {
        List<String> names = new ArrayList<>();
        addNames(TenureProperties.class, "tenure.", names);
        String metadata;
        try (InputStream in = Objects.requireNonNull(
                TenureProperties.class.getResourceAsStream("/META-INF/spring-configuration-metadata.json"))) {
            metadata = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }

        assertThat(names).hasSize(16).allSatisfy(name -> assertThat(metadata).contains("\"" + name + "\""));
    }

    private static void addNames(Class<?> type, String prefix, List<String> names) {
        for (RecordComponent component : type.getRecordComponents()) {
            String name =
                    prefix + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
            if (component.getType().isRecord()) {
                addNames(component.getType(), name + ".", names);
            } else {
                names.add(name);
            }
        }
    }
}
