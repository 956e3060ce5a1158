package dev.tenure.store.kafka.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KafkaNamesTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a b", "..", "a/b", "ü"})
    void illegalNameIsRefused(String name) {
        assertThatThrownBy(() -> KafkaNames.check("topic", name)).hasMessageContaining("not a legal name in Kafka");
    }

    @Test
    void longestNameIsAccepted() {
        assertThat(KafkaNames.check("topic", "x".repeat(249))).hasSize(249);
        assertThatThrownBy(() -> KafkaNames.check("topic", "x".repeat(250))).hasMessageContaining("249");
    }
}
