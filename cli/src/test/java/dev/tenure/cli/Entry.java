package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;

/**
 * A line that a {@link Writer} writes again and again.
 *
 * @param token the term it was started for
 * @param candidate whose command it is
 * @param part which process of the command wrote it
 * @param pid the process id of the command
 */
record Entry(long token, String candidate, String part, long pid) {

    static Entry parse(String line) {
        String[] words = line.split(" ", -1);
        assertThat(words).as("words of '%s'", line).hasSize(4);
        return new Entry(Long.parseLong(words[0]), words[1], words[2], Long.parseLong(words[3]));
    }

    /** Checks that no line of an earlier term comes after the first of a later one, and that tokens grow. */
    static void assertOneAtATime(List<String> lines) {
        List<Long> tokens = new ArrayList<>();
        for (String line : lines) {
            long token = parse(line).token();
            if (tokens.isEmpty() || token != tokens.get(tokens.size() - 1)) {
                tokens.add(token);
            }
        }
        assertThat(tokens)
                .as("the tokens on the tape, in the order they came")
                .doesNotHaveDuplicates()
                .isSorted();
    }
}
