package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tenure.Stores;
import dev.tenure.spi.Deadline;
import dev.tenure.spi.LeaseStore;
import dev.tenure.spi.TimeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Several {@code tenure run} on one election, whose commands say on a tape that they lead, and what operators type. */
final class Fleet {
    private static final long POLL_NANOS = 5_000_000;

    private final Tape tape;
    private final Map<String, String> environment;
    private final Map<String, Wrapper> nodes = new LinkedHashMap<>();

    /** Asked while something is waited for: each command is a JVM of its own, and takes a second on a busy machine. */
    private final LeaseStore store;

    Fleet(Path folder) throws IOException, InterruptedException {
        this.tape = Tape.in(folder);
        String uri = "file:" + folder.resolve("store");
        this.environment = Map.of("TENURE_STORE", uri);
        this.store = Stores.open(uri);
    }

    /**
     * A line that a command writes when it starts.
     *
     * @param name the candidate that leads
     * @param token the token of its term
     */
    record Start(String name, long token) {
        static Start parse(String line) {
            String[] words = line.split(" ", -1);
            return new Start(words[0], Long.parseLong(words[1]));
        }
    }

    /** Starts a candidate and waits until the roster shows it. */
    Wrapper start(String name, String... options) throws IOException, InterruptedException {
        List<String> arguments = new ArrayList<>(List.of("run", "--as", name));
        arguments.addAll(List.of(options));
        arguments.addAll(List.of("demo", "--", "sh", "-c", "echo $TENURE_CANDIDATE $TENURE_TOKEN; exec sleep 1000"));
        Wrapper node = Wrapper.start(tape.file(), environment, arguments);
        nodes.put(name, node);
        while (store.roster().members("demo", soon()).stream()
                .noneMatch(member -> member.candidate().name().equals(name))) {
            assertThat(Signals.isRunning(node.pid())).as(node.stderr()).isTrue();
            LockSupport.parkNanos(POLL_NANOS);
        }
        return node;
    }

    Wrapper node(String name) {
        Wrapper node = nodes.get(name);
        assertThat(node).as(name).isNotNull();
        return node;
    }

    private static Deadline soon() {
        return Deadline.after(TimeSource.system(), Duration.ofSeconds(30));
    }

    /** Returns the first term there was. */
    Start first() throws InterruptedException {
        return Start.parse(tape.await("a start", line -> true));
    }

    /** Returns the first term after the given one, once its command has started. */
    Start after(Start earlier) throws InterruptedException {
        return Start.parse(
                tape.await("a term after " + earlier, line -> Start.parse(line).token() > earlier.token()));
    }

    /** Returns the history once it has such an entry: candidates write it down when they can. */
    List<Map<String, @Nullable Object>> historyWith(String what, long token) throws IOException, InterruptedException {
        while (store.history().last("demo", 100, soon()).stream()
                .noneMatch(entry -> entry.what().name().equals(what) && entry.token() == token)) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        return JsonTexts.objects(tenure("history", "demo", "--json").output());
    }

    Wrapper.Finished tenure(String... arguments) throws IOException, InterruptedException {
        return Wrapper.run(environment, arguments);
    }

    Map<String, String> environment() {
        return environment;
    }

    /** Kills whoever still runs. */
    void disperse() throws IOException, InterruptedException {
        for (Wrapper node : nodes.values()) {
            node.forget();
        }
        store.close();
        tape.close();
    }
}
