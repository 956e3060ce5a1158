package dev.tenure.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Candidate;
import dev.tenure.Election;
import dev.tenure.ElectionEvent;
import dev.tenure.Hook;
import dev.tenure.Timing;
import dev.tenure.spi.TimeSource;
import dev.tenure.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** The election under manual control tells a listener what the engine tells it. */
class ManualLikeRealTest {
    private static final Hook REFUSAL = term -> {
        throw new IllegalStateException("cache is cold");
    };

    private final MemoryStore store = new MemoryStore(TimeSource.system(), true);
    private final AtomicBoolean listening = new AtomicBoolean();

    @Test
    void termsThatComeAndGoAreToldInTheSameOrder() throws Exception {
        ManualElection manual = new ManualElection("nightly");
        Told byHand = new Told(manual);
        manual.acquire();
        manual.resign("resigned");
        manual.acquire();
        manual.lose("the record has vanished");

        List<ElectionEvent> real = new ArrayList<>();
        try (Candidate node = node()) {
            Election nightly = node.stand("nightly");
            Told told = new Told(nightly);
            listening.set(true);
            real.addAll(told.until(ElectionEvent.Acquired.class));
            nightly.resign();
            real.addAll(told.until(ElectionEvent.Acquired.class));
            store.forget("nightly");
            real.addAll(told.until(ElectionEvent.Lost.class));
        }

        List<ElectionEvent> made = byHand.until(ElectionEvent.Lost.class);
        assertThat(kinds(made))
                .isEqualTo(kinds(real))
                .containsExactly("Present", "Acquired", "Resigned", "Acquired", "Lost");
        assertThat(causes(made)).isEqualTo(causes(real));
    }

    @Test
    void aRefusedTermIsToldInTheSameWords() throws Exception {
        ManualCandidate manual = new ManualCandidate("node-1");
        Told byHand = new Told(manual.prepare("nightly").onAcquire(REFUSAL).stand());
        manual.election("nightly").acquire();

        List<ElectionEvent> real = new ArrayList<>();
        try (Candidate node = node()) {
            Told told = new Told(node.prepare("nightly").onAcquire(REFUSAL).stand());
            listening.set(true);
            real.addAll(told.until(ElectionEvent.Warning.class));
            real.addAll(told.until(ElectionEvent.Warning.class));
        }

        List<ElectionEvent> made = new ArrayList<>(byHand.until(ElectionEvent.Warning.class));
        made.addAll(byHand.until(ElectionEvent.Warning.class));
        assertThat(kinds(made)).isEqualTo(kinds(real)).containsExactly("Present", "Warning", "Warning");
        assertThat(causes(made)).isEqualTo(causes(real));
    }

    @Test
    void workThatFailsIsToldInTheSameWords() throws Exception {
        ManualElection manual = new ManualElection("nightly");
        Told byHand = new Told(manual);
        manual.lead(REFUSAL::run);
        manual.acquire();

        List<ElectionEvent> real;
        try (Candidate node = node()) {
            Election nightly = node.stand("nightly");
            Told told = new Told(nightly);
            nightly.lead(REFUSAL::run);
            listening.set(true);
            real = told.until(ElectionEvent.Resigned.class);
        }

        List<ElectionEvent> made = byHand.until(ElectionEvent.Resigned.class);
        assertThat(kinds(made)).isEqualTo(kinds(real));
        assertThat(causes(made)).isEqualTo(causes(real));
    }

    /** A candidate that does not lead before its listener is there, or the listener would miss the beginning. */
    private Candidate node() {
        return Candidate.on(store)
                .closingStore()
                .named("node-1")
                .timing(Timing.of(Duration.ofSeconds(4)))
                .ableToLead(listening::get)
                .start();
    }

    private static List<String> kinds(List<ElectionEvent> events) {
        return events.stream().map(event -> event.getClass().getSimpleName()).toList();
    }

    private static List<String> causes(List<ElectionEvent> events) {
        return events.stream().map(ElectionEvent::cause).toList();
    }

    /** What one listener heard, taken piece by piece. */
    private static final class Told {
        private final BlockingQueue<ElectionEvent> events = new LinkedBlockingQueue<>();

        Told(Election election) {
            election.subscribe(events::add);
        }

        List<ElectionEvent> until(Class<? extends ElectionEvent> last) throws InterruptedException {
            List<ElectionEvent> heard = new ArrayList<>();
            while (heard.isEmpty() || !last.isInstance(heard.get(heard.size() - 1))) {
                ElectionEvent next = events.poll(20, TimeUnit.SECONDS);
                assertThat(next).as("next event after %s", heard).isNotNull();
                heard.add(next);
            }
            return heard;
        }
    }
}
