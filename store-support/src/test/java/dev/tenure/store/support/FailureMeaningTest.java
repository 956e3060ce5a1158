package dev.tenure.store.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.StoreException.Kind;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class FailureMeaningTest {
    private final IOException cause = new IOException("reset");

    @Test
    void messageSaysWhatFailedWhyAndWhatToDo() {
        assertThat(FailureMeaning.misconfigured("create it").exception("reading", "no such table", cause))
                .hasMessage("reading failed: no such table: create it")
                .hasCause(cause)
                .returns(Kind.MISCONFIGURED, e -> e.kind());
        assertThat(FailureMeaning.unreachable("").exception("reading", "reset", cause))
                .hasMessage("reading failed: reset");
    }

    @Test
    void failedReadNeverLeavesADoubtfulOutcome() {
        assertThat(FailureMeaning.outcomeUnknown("x").ofReading()).isEqualTo(FailureMeaning.unreachable("x"));
        assertThat(FailureMeaning.misconfigured("x").ofReading()).isEqualTo(FailureMeaning.misconfigured("x"));
    }

    @Test
    void checkNamesARemedyInAnyCase() {
        assertThat(FailureMeaning.unreachable("")
                        .check("disk", "writing", "full", "make room")
                        .remedy())
                .isEqualTo("make room");
        assertThat(FailureMeaning.unreachable("wait")
                        .check("disk", "writing", "full", "make room")
                        .remedy())
                .isEqualTo("wait");
    }

    @Test
    void textIsPutOnOneLine() {
        assertThat(FailureMeaning.oneLine(" a\n  b\r\nc ")).isEqualTo("a; b; c");
        assertThat(FailureMeaning.oneLine(null)).isEmpty();
        assertThat(FailureMeaning.rootOf(new IllegalStateException(new RuntimeException(cause))))
                .isSameAs(cause);
    }
}
