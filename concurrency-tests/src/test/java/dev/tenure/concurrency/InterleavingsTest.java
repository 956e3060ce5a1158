package dev.tenure.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
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
    /** How many interleavings of each scenario are tried; every broken copy is found in far fewer. */
    private static final int INTERLEAVINGS = Integer.getInteger("tenure.interleavings", 200);

    private static final Map<String, Runnable> SCENARIOS = Scenarios.all();

    static Iterable<String> scenarios() {
        return SCENARIOS.keySet();
    }

    static List<BrokenCopy> brokenCopies() {
        return BrokenCopies.all();
    }

    @ParameterizedTest
    @MethodSource("scenarios")
    void holdsHoweverThreadsAreInterleaved(String scenario) {
        Lincheck.runConcurrentTest(INTERLEAVINGS, SCENARIOS.get(scenario));
    }

    @ParameterizedTest
    @MethodSource("brokenCopies")
    void mistakeIsFound(BrokenCopy broken, @TempDir Path folder) throws Exception {
        Runnable scenario = broken.scenarioIn(folder);

        assertThatThrownBy(() -> Lincheck.runConcurrentTest(INTERLEAVINGS, scenario))
                .isInstanceOf(LincheckAssertionError.class);
    }

    @Test
    void everyScenarioFindsAMistake() {
        assertThat(brokenCopies().stream().map(BrokenCopy::scenario).collect(Collectors.toSet()))
                .isEqualTo(SCENARIOS.keySet());
    }
}
