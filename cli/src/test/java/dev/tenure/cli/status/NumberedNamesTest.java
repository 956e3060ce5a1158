package dev.tenure.cli.status;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberedNamesTest {
    @Test
    void numbersAreOrderedAsNumbers() {
        List<String> ordered = List.of(
                "a",
                "a/2/x",
                "a/10/b",
                "a/10/x",
                "orders",
                "orders/01",
                "orders/1",
                "orders/2",
                "orders/10",
                "orders/99999999999999999999",
                "orders/all",
                "payroll");
        List<String> shuffled = new ArrayList<>(ordered);
        Collections.shuffle(shuffled, new Random(7));

        shuffled.sort(new NumberedNames());

        assertThat(shuffled).containsExactlyElementsOf(ordered);
    }
}
