package dev.tenure.store.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {
    @ParameterizedTest
    @CsvSource({
        "payroll, tenure.payroll",
        "Payroll, tenure.Payroll",
        "a.b-c, tenure.a.b-c",
        "a_b, tenure.a_5fb",
        "set/3, tenure.set_2f3",
        "ü, tenure._c3_bc",
    })
    void topicsAreReadable(String election, String topic) {
        assertThat(Names.of("tenure", election)).isEqualTo(topic);
        assertThat(Names.electionOf("tenure", topic)).contains(election);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"tenure", "tenure.", "tenured.payroll", "tenure.a_b", "tenure.a_5", "tenure.a_zz", "other.x"})
    void otherTopicsAreNoElections(String topic) {
        assertThat(Names.electionOf("tenure", topic)).isEmpty();
    }

    @Test
    void whatKafkaCannotNameIsRefused() {
        assertThatThrownBy(() -> Names.check("prefix", "a b")).hasMessageContaining("letters, digits");
        assertThatThrownBy(() -> Names.check("prefix", "..")).hasMessageContaining("no name in Kafka");
        assertThatThrownBy(() -> Names.checkElection("tenure", "x".repeat(243))).hasMessageContaining("249");
        Names.checkElection("tenure", "x".repeat(242));
    }
}
