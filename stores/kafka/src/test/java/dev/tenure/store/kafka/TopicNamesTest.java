package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TopicNamesTest {
    @ParameterizedTest
    @CsvSource({
        "payroll, tenure.payroll",
        "Payroll, tenure.Payroll",
        "a.b-c, tenure.a.b-c",
        "a_b, tenure.a_5fb",
        "set/3, tenure.set_2f3",
        "ü, tenure._c3_bc",
    })
    void topicNameIsReadable(String election, String topic) {
        assertThat(TopicNames.of("tenure", election)).isEqualTo(topic);
        assertThat(TopicNames.electionOf("tenure", topic)).contains(election);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tenure", "tenure.", "tenured.payroll", "tenure.a_b", "tenure.a_5", "tenure.a_zz", "other.x"})
    void otherTopicsAreIgnored(String topic) {
        assertThat(TopicNames.electionOf("tenure", topic)).isEmpty();
    }

    @Test
    void illegalNameIsRefused() {
        assertThatThrownBy(() -> TopicNames.check("prefix", "a b")).hasMessageContaining("letters, digits");
        assertThatThrownBy(() -> TopicNames.check("prefix", "..")).hasMessageContaining("not a legal name in Kafka");
        assertThatThrownBy(() -> TopicNames.checkElection("tenure", "x".repeat(243)))
                .hasMessageContaining("249");
        TopicNames.checkElection("tenure", "x".repeat(242));
    }
}
