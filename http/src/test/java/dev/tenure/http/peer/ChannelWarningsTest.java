package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChannelWarningsTest {
    @Test
    @DisplayName("each problem of a peer is said once, until it works again")
    void eachProblemIsLoggedOnce() {
        ChannelWarnings complaints = new ChannelWarnings();

        assertThat(complaints.about("h:1", "no answer in time")).isTrue();
        assertThat(complaints.about("h:1", "no answer in time")).isFalse();
        assertThat(complaints.about("h:1", "it answered 500")).isTrue();
        assertThat(complaints.about("h:1", "no answer in time")).isFalse();
        assertThat(complaints.about("h:2", "no answer in time")).isTrue();
        complaints.settled("h:1");
        assertThat(complaints.standing()).containsExactly("h:2: no answer in time");
        assertThat(complaints.about("h:1", "no answer in time")).isTrue();
    }
}
