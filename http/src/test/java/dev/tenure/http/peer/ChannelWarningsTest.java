package dev.tenure.http.peer;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class ChannelWarningsTest {
    @Test
    @DisplayName("each problem of a peer is said once, until it works again")
    void eachProblemIsLoggedOnce() {
        ChannelWarnings warnings = new ChannelWarnings();

        assertThat(warnings.about("h:1", "no answer in time")).isTrue();
        assertThat(warnings.about("h:1", "no answer in time")).isFalse();
        assertThat(warnings.about("h:1", "it answered 500")).isTrue();
        assertThat(warnings.about("h:1", "no answer in time")).isFalse();
        assertThat(warnings.about("h:2", "no answer in time")).isTrue();
        warnings.works("h:1");
        assertThat(warnings.standing()).containsExactly("h:2: no answer in time");
        assertThat(warnings.about("h:1", "no answer in time")).isTrue();
    }
}
