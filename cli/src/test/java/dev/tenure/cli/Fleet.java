package dev.tenure.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Several {@code tenure run} on one election, whose commands say on a tape that they lead, and what operators type. */
final class Fleet {
    private final Tape tape;
    private final Map<String, String> environment;
    private final Map<String, Wrapper> nodes = new LinkedHashMap<>();

    Fleet(Path folder) throws IOException, InterruptedException {
        this.tape = Tape.in(folder);
        this.environment = Map.of("TENURE_STORE", "file:" + folder.resolve("store"));
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
        while (rosterNames().stream().noneMatch(name::equals)) {
            assertThat(Signals.isRunning(node.pid())).as(node.stderr()).isTrue();
        }
        return node;
    }

    Wrapper node(String name) {
        Wrapper node = nodes.get(name);
        assertThat(node).as(name).isNotNull();
        return node;
    }

    private List<String> rosterNames() throws IOException, InterruptedException {
        Wrapper.Finished roster = tenure("roster", "demo", "--json");
        return roster.code() == 0
                ? JsonTexts.objects(roster.output()).stream()
                        .map(member -> String.valueOf(member.get("name")))
                        .toList()
                : List.of();
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
        while (true) {
            Wrapper.Finished finished = tenure("history", "demo", "--json");
            List<Map<String, @Nullable Object>> entries = JsonTexts.objects(finished.output());
            if (entries.stream()
                    .anyMatch(entry -> what.equals(entry.get("what"))
                            && Long.valueOf(token).equals(entry.get("token")))) {
                return entries;
            }
        }
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
        tape.close();
    }
}
