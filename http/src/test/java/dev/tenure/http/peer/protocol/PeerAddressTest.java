package dev.tenure.http.peer.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeerAddressTest {
    @ParameterizedTest
    @ValueSource(strings = {"node-7:8443", "10.0.0.7:1", "[::1]:65535", "node_7.internal.example:80"})
    void hostAndPortIsAnAddress(String text) {
        assertThat(PeerAddress.parse(text)).isPresent();
        assertThat(PeerAddress.parse(text).orElseThrow().uri(false, "/peer")).hasToString("https://" + text + "/peer");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "", "node-7", ":80", "node-7:0", "node-7:65536", "node-7:999999", "https://node-7:80", "user@node-7:80",
                "node-7:80/path", "node-7:80?x", "node 7:80", "node-7:80#", "-x:80", "[::1:80", "node-7:80\n", "::1:80"
            })
    void otherTextIsNoAddress(String text) {
        assertThat(PeerAddress.parse(text)).isEmpty();
    }

    @Test
    void nullIsNoAddress() {
        assertThat(PeerAddress.parse(null)).isEmpty();
    }
}
