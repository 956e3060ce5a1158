package dev.tenure.cli.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link HostPort}. */
class HostPortTest {
    private static HostPort parse(String value) {
        return HostPort.parse("--health", value, "127.0.0.1:8080");
    }

    @Test
    void addressIsSplit() {
        assertThat(parse("node-7.example_1:0")).isEqualTo(new HostPort("node-7.example_1", 0));
        assertThat(parse("[::1]:65535").host()).isEqualTo("[::1]");
        assertThat(parse("[::1]:65535").bare()).isEqualTo("::1");
    }

    @Test
    void anyAddressIsKnown() {
        assertThat(parse("0.0.0.0:1").isAnyAddress()).isTrue();
        assertThat(parse("[::]:1").isAnyAddress()).isTrue();
        assertThat(parse("10.0.0.0:1").isAnyAddress()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "8080",
                ":8080",
                "host",
                "host:",
                "host:65536",
                "host:-1",
                "::1:80",
                "http://host:80",
                "a b:1"
            })
    void anythingElseIsRefused(String value) {
        assertThatThrownBy(() -> parse(value))
                .isInstanceOf(CommandFailure.class)
                .hasMessage("--health " + value + " is no address: write HOST:PORT, such as 127.0.0.1:8080");
    }
}
