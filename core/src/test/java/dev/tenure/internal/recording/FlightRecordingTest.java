package dev.tenure.internal.recording;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.StoreException;
import dev.tenure.StoreException.Kind;
import dev.tenure.Timing;
import dev.tenure.internal.fixtures.InMemoryStore;
import dev.tenure.internal.fixtures.Wait;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a recording of the JDK's flight recorder shows of an election. */
class FlightRecordingTest {
    private static final String ELECTION = "recorded";

    @TempDir
    Path folder;

    @Test
    void termsCallsAndCausesAreRecorded() {
        AtomicBoolean down = new AtomicBoolean();
        InMemoryStore store = new InMemoryStore();
        store.before = (call, election) -> {
            if (down.get()) {
                throw new StoreException(Kind.UNREACHABLE, "connection refused");
            }
        };
        long token;
        List<RecordedEvent> events;
        try (Recording recording = new Recording()) {
            recording.start();
            try (Candidate node = Candidate.on(store)
                    .named("node-7")
                    .timing(Timing.of(Duration.ofSeconds(2)))
                    .start()) {
                down.set(true);
                Election election = node.stand(ELECTION);
                Wait.until(() -> election.status().consecutiveFailures() > 0);
                down.set(false);
                Wait.until(election::isLeader);
                token = election.requireTerm().token();
            }
            Wait.until(() -> !only(recorded(recording), "dev.tenure.TermEnded").isEmpty());
            events = recorded(recording);
        }

        assertThat(only(events, "dev.tenure.TermBegan")).singleElement().satisfies(began -> {
            assertThat(began.getString("candidate")).isEqualTo("node-7");
            assertThat(began.getLong("token")).isEqualTo(token);
            assertThat(began.getString("reason")).isEqualTo("elected");
            assertThat(began.getString("cause")).isNotBlank();
        });
        assertThat(only(events, "dev.tenure.TermEnded")).singleElement().satisfies(ended -> {
            assertThat(ended.getLong("token")).isEqualTo(token);
            assertThat(ended.getBoolean("lost")).isFalse();
            assertThat(ended.getString("reason")).isEqualTo("closed");
        });
        assertThat(only(events, "dev.tenure.Warning"))
                .anySatisfy(warning -> assertThat(warning.getString("cause")).contains("connection refused"));
        List<RecordedEvent> calls = only(events, "dev.tenure.StoreCall");
        assertThat(calls)
                .extracting(call -> call.getString("call") + " " + call.getString("outcome"))
                .contains("claim granted", "release done")
                .anyMatch(call -> call.endsWith(" unreachable"));
        assertThat(calls).allSatisfy(call -> {
            assertThat(call.getString("store")).isEqualTo(store.name());
            assertThat(call.getDuration()).isPositive();
            assertThat(call.getStackTrace()).isNull();
        });
    }

    private List<RecordedEvent> recorded(Recording recording) {
        try {
            Path file = Files.createTempFile(folder, "recorded", ".jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file);
        } catch (IOException notRead) {
            throw new UncheckedIOException(notRead);
        }
    }

    private static List<RecordedEvent> only(List<RecordedEvent> events, String type) {
        return events.stream()
                .filter(event -> event.getEventType().getName().equals(type))
                .filter(event -> ELECTION.equals(event.getString("election")))
                .toList();
    }
}
