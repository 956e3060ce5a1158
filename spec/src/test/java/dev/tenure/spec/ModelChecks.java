package dev.tenure.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Checks all models whose names begin alike. */
abstract class ModelChecks {
    private final String prefix;

    @TempDir
    Path scratch;

    ModelChecks(String prefix) {
        this.prefix = prefix;
    }

    @TestFactory
    List<DynamicTest> theTrueSpecificationHoldsAndEachBrokenRuleIsFound() {
        return Model.named(prefix).stream()
                .map(model -> dynamicTest(model.name(), () -> check(model)))
                .toList();
    }

    private void check(Model model) throws Exception {
        Model.Verdict verdict = model.check(scratch);
        System.out.println(model.name() + ": " + verdict.summary() + ", found " + verdict.found());

        assertThat(verdict.exit()).as(verdict.output()).isZero();
        assertThat(verdict.found()).as(verdict.output()).isEqualTo(model.broken());
    }
}
