package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.HistoryEntry;
import dev.tenure.Identity;
import dev.tenure.Stores;
import dev.tenure.cli.fixtures.TenureProcess;
import dev.tenure.spi.Answer;
import dev.tenure.spi.Ballot;
import dev.tenure.spi.ClaimCondition;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.RosterEntry;
import dev.tenure.spi.TimeSource;
import dev.tenure.spi.WriteStamp;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Control characters in names and causes of a store: no command prints them. */
@Isolated("replaces System.out")
@Tag("process")
@Timeout(120)
class ControlCharactersTest {
    private static final String HOSTILE = "a\u001b[2J\u0007\r\n\u0085\u009b1m\u202e\u2066\u200b\u2028\u2029\u007fz";
    private static final Duration LONG = Duration.ofMinutes(10);

    @TempDir
    Path folder;

    @BeforeEach
    void plant() {
        TimeSource time = TimeSource.system();
        Deadline soon = Deadline.after(time, Duration.ofSeconds(30));
        Instant now = Instant.ofEpochMilli(time.wallMillis());
        Identity hostile = Identity.ofInstance("id-1").withName(HOSTILE).withAddress(HOSTILE);
        try (LeaseStore store = Stores.open("file:" + folder)) {
            for (String election : List.of("demo", HOSTILE)) {
                Answer answer = store.claim(
                        new Ballot(
                                election,
                                hostile,
                                LONG,
                                new WriteStamp(0, 1, now),
                                ClaimCondition.judged(store.inspect(election, soon), 0)),
                        soon);
                assertThat(answer).isInstanceOf(Answer.Granted.class);
                RosterEntry.Heartbeat heartbeat = new RosterEntry.Heartbeat(1, now, LONG);
                store.roster().attend(Map.of(election, new RosterEntry(hostile, 1, HOSTILE, true, 1, heartbeat)), soon);
                store.history()
                        .append(HistoryEntry.of(election, now, hostile, HistoryEntry.What.LOST, 7, HOSTILE), soon);
            }
        }
    }

    private String said(String... arguments) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        PrintStream ear = new PrintStream(said, true, StandardCharsets.UTF_8);
        try {
            System.setOut(ear);
            System.setErr(ear);
            Main.execute(arguments);
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private static void assertHarmless(String text) {
        assertThat(text.codePoints()
                        .filter(codePoint -> codePoint != '\n' && isSteering(codePoint))
                        .mapToObj(Integer::toHexString))
                .as(text)
                .isEmpty();
    }

    private static boolean isSteering(int codePoint) {
        return Character.isISOControl(codePoint)
                || Character.getType(codePoint) == Character.FORMAT
                || codePoint == 0x2028
                || codePoint == 0x2029;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "status",
                "status demo",
                "status --json",
                "roster demo",
                "roster demo --json",
                "history demo",
                "history demo --json",
                "resign demo --wait 1ms",
                "resign demo --wait 1ms --json",
                "transfer demo --to nobody",
            })
    void noCommandPrintsControlCharacters(String line) {
        List<String> words = new ArrayList<>(List.of(line.split(" ", -1)));
        words.addAll(1, List.of("--store", "file:" + folder));
        String text = said(words.toArray(String[]::new));

        assertHarmless(text);
        assertThat(text).doesNotContain("a mistake in Tenure");
        if (!line.startsWith("transfer") && !line.startsWith("resign")) {
            assertThat(text).containsAnyOf("a\\x1b[2J", "a\\u001B[2J", "a\\u001b[2J");
        }
    }

    /** In a separate process, because it ends its process if the store is slow. */
    @Test
    void runPrintsNoControlCharacters() throws IOException, InterruptedException {
        TenureProcess.Finished late = TenureProcess.run(
                Map.of(), "run", "-v", "--store", "file:" + folder, "--wait", "5s", "demo", "--", "true");

        assertHarmless(late.errors());
        assertThat(late.errors()).contains("a\\x1b[2J").contains("leads demo");
        assertThat(late.code()).isEqualTo(75);
    }

    @Test
    void controlCharactersInOwnNamesAreRefused() {
        for (List<String> line : List.of(
                List.of("run", "--store", "file:" + folder, HOSTILE, "--", "true"),
                List.of("run", "--store", "file:" + folder, "--as", HOSTILE, "new", "--", "true"),
                List.of("run", "--store", "file:" + folder, "--service-version", HOSTILE, "new", "--", "true"))) {
            String text = said(line.toArray(String[]::new));

            assertHarmless(text);
            assertThat(text).contains("a\\x1b[2J").contains("cannot be printed: leave them out");
            assertThat(text.lines()).hasSize(1);
        }
    }
}
