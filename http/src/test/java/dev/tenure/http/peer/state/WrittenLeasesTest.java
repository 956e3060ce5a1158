package dev.tenure.http.peer.state;

import static dev.tenure.http.peer.state.TestLeases.TTL;
import static dev.tenure.http.peer.state.TestLeases.held;
import static dev.tenure.http.peer.state.TestLeases.lease;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.http.peer.protocol.PeerReply;
import dev.tenure.http.peer.protocol.ReadPosition;
import dev.tenure.spi.Sighting;
import dev.tenure.testkit.ManualTime;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@link WrittenLeases}. */
class WrittenLeasesTest {
    private static final Set<String> PAYROLL = Set.of("payroll");

    private final ManualTime time = new ManualTime();
    private final WrittenLeases writtenLeases = new WrittenLeases(time, "session-1");

    @Test
    @DisplayName("the record is told as last written, with the trust that is left since its call was sent")
    void recordIsPushedAsWritten() {
        long sent = time.nanos();
        time.advance(Duration.ofSeconds(2));
        writtenLeases.written(lease(5, 1), sent);
        time.advance(Duration.ofSeconds(1));

        assertThat(tell().leases())
                .containsExactly(
                        new PeerReply.Pushed(lease(5, 1), TTL.minusMillis(1100).minusSeconds(3)));
    }

    @Test
    @DisplayName("time alone brings no news until the term must be over, and then it is over for good")
    void termEndsWithItsTrust() {
        writtenLeases.written(lease(5, 1), time.nanos());
        ReadPosition heard = tell().position();
        time.advance(Duration.ofMillis(8899));
        assertThat(writtenLeases.newsAbout(PAYROLL, heard).isNews()).isFalse();
        time.advance(Duration.ofMillis(1));

        assertThat(writtenLeases.newsAbout(PAYROLL, heard).ended()).containsEntry("payroll", 5L);
        assertThat(writtenLeases.written(lease(5, 2), time.nanos())).isFalse();
        assertThat(tell().leases()).isEmpty();
        assertThat(writtenLeases.leads("payroll", 5)).isFalse();
    }

    @Test
    @DisplayName("a look from before the term, answered after it began, ends nothing")
    void readingFromBeforeTheTermDoesNotEndIt() {
        writtenLeases.written(lease(5, 0), time.nanos());

        assertThat(writtenLeases.saw("payroll", new Sighting.Never())).isFalse();
        assertThat(writtenLeases.saw("payroll", new Sighting.Released(4, 3, null, "v")))
                .isFalse();
        assertThat(writtenLeases.saw("payroll", held(4, 9))).isFalse();
        assertThat(writtenLeases.leads("payroll", 5)).isTrue();
    }

    @Test
    @DisplayName("an answer that comes late undoes no later one")
    void lateAnswerDoesNotUndoALaterOne() {
        writtenLeases.written(lease(5, 2), time.nanos());
        writtenLeases.written(lease(5, 1), time.nanos());
        writtenLeases.written(lease(4, 9), time.nanos());

        assertThat(tell().leases()).extracting(PeerReply.Pushed::lease).containsExactly(lease(5, 2));
    }

    @Test
    @DisplayName(
            "a term ends with its release, and when the store shows that, or a later term, but not with its own record")
    void releasedTermIsPushedAsEnded() {
        writtenLeases.written(lease(5, 2), time.nanos());
        assertThat(writtenLeases.saw("payroll", held(5, 3))).isFalse();
        assertThat(writtenLeases.ended(lease(4, 1))).isFalse();
        assertThat(writtenLeases.ended(lease(5, 1))).isTrue();
        assertThat(tell().ended()).containsEntry("payroll", 5L);

        writtenLeases.written(lease(6, 0), time.nanos());
        assertThat(writtenLeases.saw("payroll", new Sighting.Released(6, 5, null, "v")))
                .isTrue();
        writtenLeases.written(lease(7, 0), time.nanos());
        assertThat(writtenLeases.saw("payroll", held(8, 0))).isTrue();
        assertThat(tell().ended()).containsEntry("payroll", 7L);
    }

    @Test
    @DisplayName("a lease is sent once to each peer, except to one that knows it from another process")
    void knownStateIsNotRepeated() {
        writtenLeases.written(lease(5, 1), time.nanos());
        ReadPosition heard = tell().position();

        assertThat(writtenLeases.newsAbout(PAYROLL, heard).isNews()).isFalse();
        assertThat(writtenLeases
                        .newsAbout(PAYROLL, new ReadPosition("another", heard.revision()))
                        .isNews())
                .isTrue();
        writtenLeases.written(lease(5, 2), time.nanos());
        assertThat(writtenLeases.newsAbout(PAYROLL, heard).leases()).hasSize(1);
    }

    @Test
    @DisplayName("an election that was never led here is neither led nor over")
    void unknownElectionIsNotPushed() {
        assertThat(tell().isNews()).isFalse();
    }

    private PeerReply tell() {
        return writtenLeases.newsAbout(PAYROLL, ReadPosition.NONE);
    }
}
