package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Three wrappers on one election, and what happens to them: never do two commands run at once. */
@Tag("process")
@Timeout(90)
class RunTest {
    private static final String TTL = "3s";

    @TempDir
    Path folder;

    private Tape tape;
    private final List<Wrapper> wrappers = new ArrayList<>();

    @BeforeEach
    void startThree() throws IOException, InterruptedException {
        tape = Tape.in(folder);
        for (int i = 0; i < 3; i++) {
            start("node-" + i);
        }
    }

    @AfterEach
    void endAll() throws IOException, InterruptedException {
        for (Wrapper wrapper : wrappers) {
            wrapper.forget();
        }
        tape.lines().stream()
                .map(Entry::parse)
                .distinct()
                .forEach(entry -> Signals.killLeftover(entry.pid(), entry.token()));
        tape.close();
    }

    private void start(String name) throws IOException {
        wrappers.add(Wrapper.start(
                tape.file(),
                Map.of(),
                List.of(
                        "run",
                        "--store",
                        "file:" + folder.resolve("store"),
                        "--as",
                        name,
                        "--ttl",
                        TTL,
                        "demo",
                        "--",
                        "sh",
                        "-c",
                        Writer.PLAIN.script())));
    }

    /** Returns an entry of whoever writes first after the given line. */
    private Entry leader(int from) throws InterruptedException {
        return Entry.parse(tape.await("a grandchild's entry", from, line -> line.contains(" grandchild ")));
    }

    private Wrapper wrapperOf(Entry entry) {
        return wrappers.get(Integer.parseInt(entry.candidate().substring("node-".length())));
    }

    /** Waits until a later term's command and its child have written, and then some more. */
    private void assertSucceeded(Entry old) throws InterruptedException {
        Entry next = Entry.parse(tape.await(
                "a later token than " + old.token(), line -> Entry.parse(line).token() > old.token()));
        int seen = tape.lines().size();
        tape.await(
                "more of the new command",
                seen + 20,
                line -> Entry.parse(line).token() == next.token() && line.contains(" grandchild "));

        assertThat(next.candidate()).isNotEqualTo(old.candidate());
        Entry.assertOneAtATime(tape.lines());
    }

    @Test
    void aKilledWrappersCommandIsDeadBeforeTheNextOneStarts() throws IOException, InterruptedException {
        Entry first = leader(0);
        wrapperOf(first).signal("KILL");

        assertSucceeded(first);
        Entry second = leader(tape.lines().size());
        wrapperOf(second).signal("KILL");

        assertSucceeded(second);
    }

    @Test
    void aKilledCommandReleasesTheLeaseWhenItsWholeTreeIsGone() throws IOException, InterruptedException {
        Entry first = leader(0);
        Signals.send("KILL", first.pid());

        assertSucceeded(first);
        assertThat(wrapperOf(first).exitCode()).isEqualTo(137);
    }

    @Test
    void aStoppedWrappersCommandIsDeadBeforeTheNextOneStarts() throws IOException, InterruptedException {
        Entry first = leader(0);
        wrapperOf(first).signal("STOP");

        assertSucceeded(first);
        assertThat(Signals.isRunning(first.pid())).isFalse();
        wrapperOf(first).signal("CONT");

        assertLeadsAgain(first);
    }

    @Test
    void aWrapperAndCommandThatStoodStillTogetherWriteNothingAfterTheNextOne()
            throws IOException, InterruptedException {
        Entry first = leader(0);
        wrapperOf(first).signal("STOP");
        Signals.send("STOP", first.pid());

        assertSucceeded(first);
        Signals.send("CONT", first.pid());
        wrapperOf(first).signal("CONT");

        assertLeadsAgain(first);
    }

    /** Nobody is left who could kill the old command but the successor itself. */
    @Test
    void whenEverythingOfALeaderStandsStillItsSuccessorKillsIt() throws IOException, InterruptedException {
        Entry first = leader(0);
        List<Long> all = wrapperOf(first).everyProcess();
        for (long pid : all) {
            Signals.send("STOP", pid);
        }

        assertSucceeded(first);
        for (long pid : all) {
            Signals.send("CONT", pid);
        }

        assertLeadsAgain(first);
    }

    /** Kills the others, and waits until the old leader's wrapper runs its command again, in a new term. */
    private void assertLeadsAgain(Entry old) throws IOException, InterruptedException {
        for (Wrapper wrapper : wrappers) {
            if (wrapper != wrapperOf(old)) {
                wrapper.signal("KILL");
            }
        }
        tape.await("a new term of " + old.candidate(), line -> {
            Entry entry = Entry.parse(line);
            return entry.candidate().equals(old.candidate()) && entry.token() > old.token();
        });

        Entry.assertOneAtATime(tape.lines());
    }
}
