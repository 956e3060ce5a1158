package dev.tenure.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What must hold however threads are interleaved, tried out by Lincheck, and mistakes that it must find. */
@Tag("slow")
@DisplayName("Threads of the engine, interleaved")
class InterleavingsTest {
    /** How many interleavings of each scenario are tried. */
    private static final int INTERLEAVINGS = Integer.getInteger("tenure.interleavings", 500);

    /** Scenarios of many steps, of which fewer are tried: their mistakes are found within these all the same. */
    private static final Set<String> LONG = Set.of(
            "BarrierLeaves",
            "CallersAreInterrupted",
            "EventsInOrder",
            "ReleaseWaitsForCallers",
            "SerialTasksAreAwaited",
            "SerialTasksRunInOrder");

    private static final Map<String, Runnable> SCENARIOS = Scenarios.all();

    static Iterable<String> scenarios() {
        return SCENARIOS.keySet();
    }

    static List<BrokenCopy> brokenCopies() {
        return BrokenCopies.all();
    }

    private static int interleavings(String scenario) {
        return LONG.contains(scenario) ? INTERLEAVINGS * 2 / 5 : INTERLEAVINGS;
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void holdsHoweverThreadsAreInterleaved(String scenario) {
        Lincheck.runConcurrentTest(interleavings(scenario), SCENARIOS.get(scenario));
    }

    @ParameterizedTest
    @MethodSource("brokenCopies")
    void mistakeIsFound(BrokenCopy broken, @TempDir Path folder) throws Exception {
        Runnable scenario = broken.scenarioIn(folder);

        assertThatThrownBy(() -> Lincheck.runConcurrentTest(interleavings(broken.scenario()), scenario))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void everyScenarioFindsAMistake() {
        assertThat(brokenCopies().stream().map(BrokenCopy::scenario).collect(Collectors.toSet()))
                .isEqualTo(SCENARIOS.keySet());
    }
}
